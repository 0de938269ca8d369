"""How the journal speaks of changes: the labels of fields, values in words, and where the changed thing is."""

from collections.abc import Callable
from typing import Any

from flask import url_for
from pydantic import MISSING

from blueprints.access.forms import RoleForm
from blueprints.adaptive.condition_forms import ConditionForm
from blueprints.adaptive.schema_forms import SchemaForm
from blueprints.invites import InviteForm
from blueprints.settings.forms import SECTIONS
from blueprints.share_links.forms import EditLinkForm, NewLinkForm
from blueprints.sites.forms import EditSiteForm, NewSiteForm
from blueprints.sso.enforcement.forms import EnforcementWords
from blueprints.sso.forms import IdentityForm, NewcomersForm, NewProviderForm
from blueprints.teams.forms import MembersWords, MemberWords
from blueprints.translations.forms import NewTranslationForm, TranslationForm
from changes import sent_by
from contract.organizations import DELETE_INVITE, UPDATE_INVITE, UPDATE_ORGANIZATION
from contract.saml import CREATE_SAML_PROVIDER, DELETE_SAML_PROVIDER, UPDATE_SAML_PROVIDER
from contract.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, UPDATE_SHARE_LINK
from contract.site_spaces import UPDATE_SITE_SPACE
from contract.sites import CREATE_SITE, DELETE_SITE, REPLACE_ADAPTIVE_SCHEMA, UPDATE_SITE
from contract.team_members import REMOVE_TEAM_MEMBER, UPDATE_TEAM_MEMBER, UPDATE_TEAM_MEMBERS
from contract.team_permissions import (
    REMOVE_COLLECTION_TEAM,
    REMOVE_SPACE_TEAM,
    UPDATE_COLLECTION_TEAM,
    UPDATE_SPACE_TEAM,
)
from contract.translations import CREATE_TRANSLATION, DELETE_TRANSLATION, REPLACE_TRANSLATION
from store import Entry
from web.forms.fields import WireField
from web.forms.forms import ContractForm
from web.pages.places import access_page

ROLES_OF_TEAMS = (UPDATE_SPACE_TEAM, REMOVE_SPACE_TEAM, UPDATE_COLLECTION_TEAM, REMOVE_COLLECTION_TEAM)
FORMS: dict[str, tuple[type[ContractForm], ...]] = {
    UPDATE_ORGANIZATION.name: (*SECTIONS.values(), EnforcementWords),
    UPDATE_SITE.name: (EditSiteForm,),
    CREATE_SITE.name: (NewSiteForm,),
    UPDATE_INVITE.name: (InviteForm,),
    CREATE_SHARE_LINK.name: (NewLinkForm,),
    UPDATE_SHARE_LINK.name: (EditLinkForm,),
    DELETE_SHARE_LINK.name: (EditLinkForm,),
    UPDATE_SITE_SPACE.name: (ConditionForm,),
    REPLACE_ADAPTIVE_SCHEMA.name: (SchemaForm,),
    **dict.fromkeys((each.name for each in ROLES_OF_TEAMS), (RoleForm,)),
    UPDATE_TEAM_MEMBER.name: (MemberWords,),
    REMOVE_TEAM_MEMBER.name: (MemberWords,),
    UPDATE_TEAM_MEMBERS.name: (MembersWords,),
    CREATE_SAML_PROVIDER.name: (NewProviderForm, NewcomersForm),
    UPDATE_SAML_PROVIDER.name: (IdentityForm, NewcomersForm),
    DELETE_SAML_PROVIDER.name: (IdentityForm, NewcomersForm),
    CREATE_TRANSLATION.name: (NewTranslationForm,),
    REPLACE_TRANSLATION.name: (TranslationForm,),
    DELETE_TRANSLATION.name: (TranslationForm,),
}


def fields_of(endpoint: str) -> dict[str, WireField]:
    """The fields of the forms that send such a request, by their names on the wire."""
    return {field.name: field for kind in FORMS.get(endpoint, ()) for field in kind.new().body_fields}


def in_words(fields: dict[str, WireField], name: str, value: Any) -> str:  # noqa: ANN401 - JSON
    """A value as the form would name it."""
    if value is MISSING:
        return "not told by the service"
    return fields[name].in_words(value) if name in fields else str(value)


def label_of(fields: dict[str, WireField], name: str) -> str:
    """The label of a field; its name on the wire where no form has it."""
    return fields[name].label.text if name in fields else name


def _site(entry: Entry) -> str:
    return url_for("sites.show", organization_id=entry.intent.organization, site_id=entry.object_id)


def _sites(entry: Entry) -> str:
    return url_for("sites.index", organization_id=entry.intent.organization)


def _share_links(entry: Entry) -> str:
    return url_for("share_links.index", organization_id=entry.intent.organization, site_id=entry.intent.ids[1])


def _team(entry: Entry) -> str:
    return url_for("teams.show", organization_id=entry.intent.organization, team_id=entry.intent.subject.id)


def _provider(entry: Entry) -> str:
    return url_for("sso.show", organization_id=entry.intent.organization, provider_id=entry.object_id)


def _providers(entry: Entry) -> str:
    return url_for("sso.index", organization_id=entry.intent.organization)


def _translations(entry: Entry) -> str:
    return url_for("translations.index", organization_id=entry.intent.organization)


def _translation(entry: Entry) -> str:
    organization, own = entry.intent.organization, entry.intent.subject.id
    return url_for("translations.show", organization_id=organization, translation_id=own)


def _of_site(page: str) -> Callable[[Entry], str]:
    """A page of the site that the first two ids lead to."""
    return lambda e: url_for(page, organization_id=e.intent.ids[0], site_id=e.intent.ids[1])


def _place_of_teams(entry: Entry) -> str:
    """The teams of the space or the collection whose id comes first."""
    return access_page(entry.intent.organization, entry.intent.subject.kind, entry.intent.ids[0])


# Where people see what was changed; for what is gone, the list that it was in.
PLACES: dict[str, Callable[[Entry], str]] = {
    UPDATE_ORGANIZATION.name: lambda e: url_for(
        "enforcement.show" if "sso" in sent_by(e) else "settings.show", organization_id=e.intent.organization
    ),
    UPDATE_SITE.name: _site,
    CREATE_SITE.name: lambda e: _site(e) if e.object_id else _sites(e),
    DELETE_SITE.name: _sites,
    CREATE_SHARE_LINK.name: _share_links,
    UPDATE_SHARE_LINK.name: _share_links,
    DELETE_SHARE_LINK.name: _share_links,
    UPDATE_INVITE.name: lambda e: url_for(
        "invites.show", organization_id=e.intent.organization, invite_id=e.intent.subject.id
    ),
    DELETE_INVITE.name: lambda e: url_for("settings.show", organization_id=e.intent.organization),
    UPDATE_SITE_SPACE.name: lambda e: _of_site("conditions.index" if "condition" in sent_by(e) else "sites.show")(e),
    REPLACE_ADAPTIVE_SCHEMA.name: _of_site("adaptive.show"),
    **dict.fromkeys((each.name for each in ROLES_OF_TEAMS), _place_of_teams),
    UPDATE_TEAM_MEMBER.name: _team,
    REMOVE_TEAM_MEMBER.name: _team,
    UPDATE_TEAM_MEMBERS.name: _team,
    CREATE_SAML_PROVIDER.name: lambda e: _provider(e) if e.object_id else _providers(e),
    UPDATE_SAML_PROVIDER.name: _provider,
    DELETE_SAML_PROVIDER.name: _providers,
    CREATE_TRANSLATION.name: _translations,
    REPLACE_TRANSLATION.name: _translation,
    DELETE_TRANSLATION.name: _translations,
}


def place_of(entry: Entry) -> str:
    """The page of what was changed."""
    place = PLACES.get(entry.intent.endpoint)
    return place(entry) if place else url_for("organizations.show", organization_id=entry.intent.organization)
