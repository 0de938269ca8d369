"""Declares organizations and their settings."""

from collections.abc import Iterable
from typing import Any

from pydantic import MISSING

from contract.organization.organizations import GET_ORGANIZATION, LIST_ORGANIZATIONS, UPDATE_ORGANIZATION, Organization
from contract.schema.endpoint import is_omitted
from masthead.i18n import N_
from masthead.resources.resource import (
    Endpoints,
    Lookup,
    Mention,
    Place,
    PortalPage,
    Resource,
    SettingsRules,
    text_or_empty,
    value_unless_absent,
)


def _convert_settings(organization: Organization) -> dict[str, Any]:
    """Convert the default content. The request form of a logo is never in a response."""
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


def _mentions(answer: Organization, _: Place) -> Iterable[Mention]:
    yield Mention("organization", answer.id, answer.title, text_or_empty(answer.hostname), organization=answer.id)


ORGANIZATION = Resource(
    kind="organization",
    one=N_("organization"),
    many=N_("organizations"),
    name="title",
    endpoints=Endpoints(LIST_ORGANIZATIONS, read=GET_ORGANIZATION, update=UPDATE_ORGANIZATION),
    settings=SettingsRules(_convert_settings, unread=frozenset({"logo"})),
    lookup=Lookup(
        icon="building",
        extractors={Organization: _mentions},
        parameter="organizationId",
        address_words=("orgs", "o"),
        page=PortalPage("organizations.show", "organization_id"),
    ),
)
