"""What can be set of a resource, in the form in which its update takes it: told of what a read answers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import MISSING, BaseModel

from contract.endpoint import Endpoint
from contract.left_out import is_left_out
from contract.organizations import (
    GET_INVITE,
    GET_ORGANIZATION,
    UPDATE_INVITE,
    UPDATE_ORGANIZATION,
    Invite,
    Organization,
)
from contract.published import PublishedContentSite
from contract.saml import GET_SAML_PROVIDER, UPDATE_SAML_PROVIDER, SamlProvider
from contract.section_groups import SiteSectionGroup
from contract.sections import SiteSection
from contract.share_links import LIST_SHARE_LINKS, UPDATE_SHARE_LINK, ShareLink
from contract.site import Site
from contract.site_spaces import LIST_SITE_SPACES, UPDATE_SITE_SPACE, SiteSpace
from contract.sites import (
    GET_ADAPTIVE_SCHEMA,
    GET_PUBLISHED,
    GET_SITE,
    REPLACE_ADAPTIVE_SCHEMA,
    UPDATE_SITE,
    SiteAdaptiveSchema,
)
from resources import RESOURCES, Resource


@dataclass(frozen=True)
class EditableSettings:
    """How a resource's settings are read. `values` takes what `read` answers, then what `also` answered, or None.

    A field with MISSING is not told: it is not there, or, for those in `unread`, nobody can know how to send it back.
    `listed` says that the resource has no read of its own: `read` lists it among others, and its id is the last one.
    `optional` says that a read which finds nothing tells of a resource that is not set yet.
    """

    read: Endpoint[Any]
    values: Callable[..., Mapping[str, Any]]
    also: Endpoint[Any] | None = None
    unread: frozenset[str] = frozenset()
    listed: bool = False
    optional: bool = False


def organization_settings(organization: Organization) -> dict[str, Any]:
    """An organization's settings. A logo cannot be read back as it was sent."""
    content = organization.defaultContent
    urls = organization.urls
    no_logo = not is_left_out(organization, "urls") and (
        urls is MISSING or (urls.logo is MISSING and not is_left_out(urls, "logo"))
    )
    return {
        "title": organization.title,
        "hostname": organization.hostname,
        "logo": None if no_logo else MISSING,
        "emailDomains": organization.emailDomains,
        "defaultRole": organization.defaultRole,
        "inviteLinks": organization.inviteLinks,
        "defaultContent": _none_when_absent(organization, "defaultContent")
        if content is MISSING
        else content.model_dump(),
        "ai": organization.ai,
        "sso": organization.sso,
    }


def site_settings(site: Site, published: PublishedContentSite | None = None) -> dict[str, Any]:
    """A site's settings; the defaults are told only by the published view."""
    sections, spaces = parts(published) if published else ([], [])
    enabled = site.adaptiveContent
    return {
        "title": site.title,
        "basename": site.basename,
        "visibility": site.visibility,
        "proxy": _path(site),
        "agentsContext": site.agentsContext,
        "adaptiveContent": MISSING if enabled is MISSING else enabled.model_dump() or MISSING,
        "defaultSiteSection": _default(sections),
        "defaultSiteSpace": _default(spaces),
    }


def invite_settings(invite: Invite) -> dict[str, Any]:
    """An invite link's settings."""
    return {"role": invite.role}


def share_link_settings(link: ShareLink) -> dict[str, Any]:
    """A share link's settings."""
    return {"name": link.name, "active": link.active}


def site_space_settings(site_space: SiteSpace) -> dict[str, Any]:
    """A site space's settings; a condition that is not there is none."""
    return {
        "path": site_space.path,
        "condition": None if site_space.condition is MISSING else site_space.condition,
    }


def adaptive_schema_settings(schema: SiteAdaptiveSchema) -> dict[str, Any]:
    """The schema of what is known of a site's visitors."""
    return {"jsonSchema": schema.jsonSchema}


def saml_provider_settings(provider: SamlProvider) -> dict[str, Any]:
    """An identity provider's settings; the team by its id."""
    team = provider.defaultTeam
    return {
        "label": provider.label,
        "entityID": provider.entityID,
        "ssoURL": provider.ssoURL,
        "certificate": provider.certificate,
        "defaultRole": provider.defaultRole,
        "defaultTeam": MISSING if team is MISSING else team.id,
    }


def parts(published: PublishedContentSite) -> tuple[list[SiteSection], list[SiteSpace]]:
    """All sections and all site spaces of a published site, in its order."""
    sections: list[SiteSection] = []
    spaces: list[SiteSpace] = []
    for item in published.structure.structure:
        if isinstance(item, SiteSectionGroup):
            sections += [] if item.sections is MISSING else item.sections
        elif isinstance(item, SiteSection):
            sections.append(item)
        elif isinstance(item, SiteSpace):
            spaces.append(item)
    for section in sections:
        spaces += [] if section.siteSpaces is MISSING else section.siteSpaces
    return sections, spaces


def _none_when_absent(resource: BaseModel, name: str) -> MISSING | None:
    """None for a field that is not there; a value that could not be read is there, and not known."""
    return MISSING if is_left_out(resource, name) else None


def _path(site: Site) -> str | MISSING | None:
    """The custom path as it is sent."""
    return _none_when_absent(site, "proxy") if site.proxy is MISSING else site.proxy.origin


def _default(items: Iterable[SiteSection | SiteSpace]) -> str | MISSING:
    return next((item.id for item in items if item.default is True), MISSING)


def _settings_of(resource: Resource) -> EditableSettings | None:
    """How the settings of a resource are read: by its own read, else in its listing."""
    read, settings = resource.endpoints.read or resource.endpoints.listing, resource.settings
    if read is None or settings is None:
        return None
    listed = resource.endpoints.read is None
    return EditableSettings(read, settings.values, settings.also, settings.unread, listed, settings.optional)


EDITABLE_SETTINGS: dict[str, EditableSettings] = {
    UPDATE_ORGANIZATION.name: EditableSettings(GET_ORGANIZATION, organization_settings, unread=frozenset({"logo"})),
    UPDATE_SITE.name: EditableSettings(
        GET_SITE, site_settings, also=GET_PUBLISHED, unread=frozenset({"defaultSiteSection", "defaultSiteSpace"})
    ),
    UPDATE_INVITE.name: EditableSettings(GET_INVITE, invite_settings),
    UPDATE_SAML_PROVIDER.name: EditableSettings(GET_SAML_PROVIDER, saml_provider_settings),
    UPDATE_SHARE_LINK.name: EditableSettings(LIST_SHARE_LINKS, share_link_settings, listed=True),
    UPDATE_SITE_SPACE.name: EditableSettings(LIST_SITE_SPACES, site_space_settings, listed=True),
    REPLACE_ADAPTIVE_SCHEMA.name: EditableSettings(GET_ADAPTIVE_SCHEMA, adaptive_schema_settings, optional=True),
    **{
        resource.endpoints.update.name: found
        for resource in RESOURCES
        if resource.endpoints.update and (found := _settings_of(resource))
    },
}
"""By the name of the update."""
