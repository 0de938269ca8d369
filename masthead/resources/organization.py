"""Declares an organization, its people and teams, and how they sign in."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import MISSING

from contract.organization.organizations import (
    DELETE_INVITE,
    GET_INVITE,
    GET_ORGANIZATION,
    LIST_ORGANIZATIONS,
    UPDATE_INVITE,
    UPDATE_ORGANIZATION,
    Invite,
    Organization,
)
from contract.organization.people import Team, User
from contract.organization.saml import (
    CREATE_SAML_PROVIDER,
    DELETE_SAML_PROVIDER,
    GET_SAML_PROVIDER,
    LIST_SAML_PROVIDERS,
    UPDATE_SAML_PROVIDER,
    SamlProvider,
)
from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.schema.endpoint import is_omitted
from masthead.i18n import N_, gettext, ngettext
from masthead.resources.resource import (
    Endpoints,
    Lookup,
    Mention,
    Place,
    PortalPage,
    Resource,
    SettingsRules,
    get_organization,
    text_or_empty,
    value_unless_absent,
)


def _convert_organization_settings(organization: Organization) -> dict[str, Any]:
    """Convert the default content and the logo. No response contains the request form of a logo."""
    content, urls = organization.defaultContent, organization.urls
    no_logo = not is_omitted(organization, "urls") and (
        urls is MISSING or (urls.logo is MISSING and not is_omitted(urls, "logo"))
    )
    return {
        "logo": None if no_logo else MISSING,
        "defaultContent": value_unless_absent(organization, "defaultContent")
        if content is MISSING
        else content.model_dump(),
    }


def _organization_mentions(answer: Organization, _: Place) -> Iterable[Mention]:
    yield Mention("organization", answer.id, answer.title, text_or_empty(answer.hostname), organization=answer.id)


ORGANIZATION = Resource(
    kind="organization",
    one=N_("organization"),
    many=N_("organizations"),
    name="title",
    endpoints=Endpoints(LIST_ORGANIZATIONS, read=GET_ORGANIZATION, update=UPDATE_ORGANIZATION),
    settings=SettingsRules(_convert_organization_settings, unread=frozenset({"logo"})),
    lookup=Lookup(
        icon="building",
        extractors={Organization: _organization_mentions},
        parameter="organizationId",
        address_words=("orgs", "o"),
        page=PortalPage("organizations.show", "organization_id"),
    ),
)


def _user_mentions(answer: User, place: Place) -> Iterable[Mention]:
    yield Mention(
        "user", answer.id, answer.displayName, text_or_empty(answer.email), organization=get_organization(place)
    )


USER = Resource(
    kind="user",
    one=N_("person"),
    many=N_("people"),
    name="displayName",
    lookup=Lookup(icon="person", extractors={User: _user_mentions}, page=PortalPage("person.show", "user_id")),
    without={
        "address_words": "No address of the service is that of a person.",
        "verified_by": "The API has no read of a person.",
    },
)


MEMBERS_NOT_KNOWN = N_("number of members not known")


@dataclass(frozen=True, slots=True)
class Member:
    """A member as listed. Texts that the API doesn't report are empty, other values None, and `disabled` is False.

    `role` is the role in the team. `organization_role` is None for a guest, MISSING if it isn't reported. `user_id` is
    the id as an author, and often the same as `id`.
    """

    id: str
    name: str
    email: str
    role: str
    disabled: bool = False
    organization_role: str | MISSING | None = MISSING
    user_id: str = ""
    seen: datetime | None = None
    sso: bool | None = None


def _team_mentions(answer: Team, place: Place) -> Iterable[Mention]:
    yield Mention("team", answer.id, answer.title, _size_label(answer), organization=get_organization(place))


def _size_label(answer: Team) -> str:
    """Describe the numbers of members and spaces; empty if the response has neither."""
    members, spaces = _count_or_none(answer.members), _count_or_none(answer.spaces)
    words = [] if members is None else [ngettext("%(n)s member", "%(n)s members", members)]
    if spaces is not None:
        words = [*(words or [gettext(MEMBERS_NOT_KNOWN)]), ngettext("%(n)s space", "%(n)s spaces", spaces)]
    return ", ".join(words)


def _count_or_none(count: int | MISSING) -> int | None:
    return None if count is MISSING or count < 0 else count


TEAM = Resource(
    kind="team",
    one=N_("team"),
    many=N_("teams"),
    name="title",
    lookup=Lookup(
        icon="people",
        extractors={Team: _team_mentions},
        parameter="teamId",
        address_words=("teams",),
        verified_by=LIST_TEAM_MEMBERS,
        page=PortalPage("teams.show", "team_id"),
    ),
)
"""The API can't list teams."""


def _invite_mentions(answer: Invite, place: Place) -> Iterable[Mention]:
    yield Mention("invite", answer.id, "", text_or_empty(answer.role), organization=get_organization(place))


INVITE = Resource(
    kind="invite",
    one=N_("invite link"),
    many=N_("invite links"),
    endpoints=Endpoints(read=GET_INVITE, update=UPDATE_INVITE, delete=DELETE_INVITE),
    lookup=Lookup(
        icon="envelope",
        extractors={Invite: _invite_mentions},
        parameter="inviteId",
        address_words=("link-invites", "invites"),
        page=PortalPage("invites.show", "invite_id"),
    ),
    without={
        "name": "It has none.",
        "undo_delete": "The API has no call that makes one.",
    },
)
"""The API can't list them."""


def _convert_saml_provider_settings(provider: SamlProvider) -> dict[str, Any]:
    return {"defaultTeam": MISSING if provider.defaultTeam is MISSING else provider.defaultTeam.id}


def _saml_provider_mentions(answer: SamlProvider, place: Place) -> Iterable[Mention]:
    yield Mention("saml-provider", answer.id, answer.label, organization=get_organization(place))


SAML_PROVIDER = Resource(
    kind="saml-provider",
    one=N_("identity provider"),
    many=N_("identity providers"),
    name="label",
    endpoints=Endpoints(
        LIST_SAML_PROVIDERS, CREATE_SAML_PROVIDER, GET_SAML_PROVIDER, UPDATE_SAML_PROVIDER, DELETE_SAML_PROVIDER
    ),
    settings=SettingsRules(_convert_saml_provider_settings),
    undo_delete=N_(
        "Masthead creates a new provider with all settings. It gets other addresses: nobody can sign in "
        "before your identity provider has them."
    ),
    is_name_unique=True,
    lookup=Lookup(
        icon="key",
        extractors={SamlProvider: _saml_provider_mentions},
        parameter="samlProviderId",
        address_words=("saml",),
        page=PortalPage("sso.show", "provider_id"),
    ),
    without={
        "undo_create": N_("People may already sign in with it. The page of the provider shows who."),
    },
)
