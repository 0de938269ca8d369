"""The forms of the sites pages: what people fill in, and how it becomes what the API takes."""

from collections.abc import Iterable
from typing import Any

from pydantic import MISSING

from contract.published import PublishedContentSite
from contract.section_groups import SiteSectionGroup
from contract.sections import SiteSection
from contract.site import Site
from contract.site_spaces import SiteSpace
from contract.sites import SiteCreate, SiteUpdate
from web.fields import Choice, NoneOrText, Switch, Text
from web.forms import ContractForm
from web.pickers import Picker, Spaces
from web.visibility import MEANINGS

VISIBILITY_CHANGES = "Changing this takes effect at once, for everyone."


class NewSiteForm(ContractForm):
    """What a new site starts with."""

    body = SiteCreate
    title = Text("Title", hint="What readers see at the top of every page. It can be changed later.")
    visibility = Choice("Who can read it", meanings=MEANINGS)
    spaces = Spaces("What it shows at first", hint="A site shows one or more spaces. More can be added later.")
    type = Choice("Type", drawn_as="select", hint="What the site can do depends on the plan of the organization.")


class EditSiteForm(ContractForm):
    """Everything that can be changed about a site itself."""

    body = SiteUpdate
    title = Text("Title", hint="What readers see at the top of every page.")
    basename = Text(
        "Base name", hint="The part of the site's address that names it. Changing it changes all its addresses."
    )
    visibility = Choice("Who can read it", hint=VISIBILITY_CHANGES, meanings=MEANINGS)
    proxy = NoneOrText(
        "Custom path",
        none="Not under a path of another domain",
        some="Under this path of one of your domains",
        hint="Your own web server has to pass requests for that path on to the service.",
        shape="It looks like example.com/docs: a domain, a slash, and a path of letters, digits, _ and -.",
    )
    agentsContext = Choice(
        "AI agents",
        meanings={
            "included": ("Included", "Agents of the service may use the site's content."),
            "excluded": ("Excluded", "Agents of the service cannot reach the site."),
        },
    )
    adaptiveContent = Switch(
        "Adapt content to visitors",
        key="enabled",
        hint="Conditions on spaces and pages then decide, by what is known of a visitor, what is shown.",
    )
    defaultSiteSection = Picker("First section", hint="Where readers arrive.")
    defaultSiteSpace = Picker(
        "First space",
        hint="What readers see first; on a site with sections, in the first section.",
    )


def values_of(site: Site, published: PublishedContentSite | None) -> dict[str, Any]:
    """A site's settings as its form has them; the defaults are told only by the published view."""
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


def _path(site: Site) -> str | MISSING | None:
    """The custom path as it is sent: the API answers it as an address."""
    if site.proxy is MISSING:
        return None
    target = site.proxy.target
    return MISSING if target is MISSING else target.removeprefix("https://")


def _default(items: Iterable[SiteSection | SiteSpace]) -> str | MISSING:
    return next((item.id for item in items if item.default is True), MISSING)
