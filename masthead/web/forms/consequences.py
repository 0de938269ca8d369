"""Consequences that a change has for dependent objects, found by reading if needed."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from flask import url_for
from pydantic import MISSING

from contract.organization.organizations import Organization
from contract.publishing.sites import GET_ADAPTIVE_SCHEMA, Site, SiteAdaptiveSchema
from contract.schema.endpoint import Endpoint, Listing
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem, Read
from masthead.conditions import UNKNOWN_CLAIMS, Claims, LintResult, parse_claims
from masthead.conditions.linting import NOBODY
from masthead.i18n import N_, gettext, ngettext
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.errors import StoreError
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person


class Check(StrEnum):
    """Results of checking a consequence. FAILED may be temporary; UNREPORTED is permanent."""

    CHECKED = N_("checked now")
    UNREPORTED = N_("can't be checked")
    FAILED = N_("not checked")


@dataclass(frozen=True, slots=True)
class Consequence:
    """A consequence of a change in a sentence, or the reason why it isn't known. `links` are (label, URL) pairs.

    `is_affected` means that people or objects are affected. `is_serious` requires a review before the change is sent.
    """

    text: str
    check: Check = Check.CHECKED
    links: Sequence[tuple[str, str]] = ()
    is_affected: bool = False
    is_serious: bool = False


def serious_consequence(text: str, links: Sequence[tuple[str, str]] = ()) -> Consequence:
    """Build a consequence that requires a review before the change is sent."""
    return Consequence(text, links=links, is_affected=True, is_serious=True)


def notable_consequence(text: str, links: Sequence[tuple[str, str]] = ()) -> Consequence:
    """Build a consequence that is shown only on request."""
    return Consequence(text, links=links, is_affected=True)


def unreported_consequence(text: str, links: Sequence[tuple[str, str]] = ()) -> Consequence:
    """Build a consequence that the API doesn't report."""
    return Consequence(text, Check.UNREPORTED, links)


def severity_key(consequence: Consequence) -> tuple[bool, bool]:
    """Return the key by which consequences are sorted."""
    return (not consequence.is_serious, not consequence.is_affected)


def list_unchecked(consequences: Iterable[Consequence]) -> list[Consequence]:
    return [each for each in consequences if each.check is Check.FAILED]


T = TypeVar("T")
BETWEEN = re.compile(r"[./:?#]+")


def unread_consequence(what: str, problem: Problem, *, is_affected: bool = False) -> Consequence:
    """Build a consequence for something that could not be read, including the reason."""
    check = Check.UNREPORTED if isinstance(problem, Forbidden) else Check.FAILED
    return Consequence(f"{what[:1].upper()}{what[1:]}: {gettext(problem.words)}", check, is_affected=is_affected)


def hostname_dependents(organization: Organization, sites: Listing[Site] | Problem) -> list[Consequence]:
    """List the sites whose public URL contains the organization's hostname."""
    if isinstance(sites, Problem):
        return [unread_consequence(gettext("addresses of the sites"), sites)]
    hostname = "" if organization.hostname is MISSING else organization.hostname
    published = [site for site in sites.items if site.published]
    having = [site for site in published if hostname and hostname in BETWEEN.split(site_address(site))]
    own = [site for site in having if site.hostname is not MISSING or site.proxy is not MISSING]
    changing = [site for site in having if site not in own]
    silent = [site for site in published if not site_address(site)]
    text = gettext("No sites have the hostname in the address")
    if changing:
        text = ngettext(
            "%(n)s site has the hostname in the address", "%(n)s sites have the hostname in the address", len(changing)
        )
    found = [Consequence(text, links=_site_links(organization, changing), is_affected=bool(changing))]
    if own:
        text = ngettext(
            "%(n)s site has it in its own hostname or path, which doesn't change",
            "%(n)s sites have it in their own hostname or path, which doesn't change",
            len(own),
        )
        found.append(Consequence(text, links=_site_links(organization, own)))
    if silent:
        text = ngettext(
            "%(n)s site has a hidden address",
            "%(n)s sites have a hidden address",
            len(silent),
        )
        found.append(unreported_consequence(text, _site_links(organization, silent)))
    return [*found, *describe_truncation(sites, "sites")]


def landing_content_dependents(organization: Organization, sites: Listing[Site] | Problem) -> list[Consequence]:
    """Name the site that members currently see first."""
    content = organization.defaultContent
    if content is MISSING or content.site is MISSING:
        return [Consequence(gettext("Members currently see no particular site first"))]
    titles = {} if isinstance(sites, Problem) else {site.id: site.title for site in sites.items}
    place = url_for("sites.show", organization_id=organization.id, site_id=content.site)
    links = [(titles.get(content.site, content.site), place)]
    return [notable_consequence(gettext("Members currently see this site first"), links)]


def describe_truncation(listing: Listing[T], what: str) -> list[Consequence]:
    """Add a consequence if a listing has more than one page; `what` names the listed items."""
    if listing.next is MISSING:
        return []
    text = gettext("There are more %(what)s than the %(count)s that Masthead read", what=what, count=len(listing.items))
    return [unreported_consequence(text)]


def _site_links(organization: Organization, sites: Iterable[Site]) -> list[tuple[str, str]]:
    return [(site.title, url_for("sites.show", organization_id=organization.id, site_id=site.id)) for site in sites]


def site_address(site: Site) -> str:
    """Return the site's address for readers, or an empty string if the API reports none."""
    urls = site.urls
    return "" if urls is MISSING or urls.published is MISSING else urls.published


MAX_SPACES = 20
NO_SPACES = N_("Masthead knows no space of this organization, so it can't look through any")


def space_dependents(
    organization_id: str, what: str, endpoint: Endpoint[T], query: Any, line: Callable[[str, T], Consequence]
) -> list[Consequence]:
    """Read an endpoint for each known space and describe each answer in a line; `what` names the subject."""
    sought = DirectoryQuery(organization_id, ("space",))
    try:
        spaces = portal().store.directory.find(person().owner, sought, limit=MAX_SPACES + 1)
    except StoreError:
        return [Consequence(what, Check.FAILED)]
    if not spaces:
        return [unreported_consequence(gettext(NO_SPACES))]
    asked = [Read(endpoint, (each.id,), query) for each in spaces[:MAX_SPACES]]
    found = zip(spaces, api().gather(*asked), strict=False)
    lines = _merge_unaffected([_describe_space(space, read, line) for space, read in found])
    if len(spaces) > MAX_SPACES:
        more = gettext("There are more spaces than the %(most)s that Masthead looked through", most=MAX_SPACES)
        lines.append(unreported_consequence(more))
    return lines


def _merge_unaffected(lines: list[Consequence]) -> list[Consequence]:
    """Merge unaffected spaces into one line."""
    quiet = [each for each in lines if each.check is Check.CHECKED and not each.is_affected]
    if len(quiet) <= 1:
        return lines
    text = ngettext("%(n)s other space isn't affected", "%(n)s other spaces aren't affected", len(quiet))
    if len(quiet) == len(lines):
        text = ngettext("%(n)s space isn't affected", "%(n)s spaces aren't affected", len(quiet))
    return [*(each for each in lines if each not in quiet), Consequence(text)]


def _describe_space(space: KnownObject, read: T | Problem, line: Callable[[str, T], Consequence]) -> Consequence:
    name = space.title or space.id
    if isinstance(read, Problem):
        return Consequence(gettext("%(name)s: %(why)s", name=name, why=gettext(read.words)), Check.FAILED)
    return line(name, read)


def condition_consequences(judged: LintResult) -> list[Consequence]:
    """List the effects of a condition on readers. An invalid condition has serious consequences."""
    tell = serious_consequence if judged.state == "wrong" else notable_consequence
    nobody = [serious_consequence(gettext(NOBODY))] if judged.hides_from_all else []
    return [*nobody, *(tell(each.sentence) for each in judged.findings if each.code != "never")]


def read_claims(organization_id: str, site_id: str) -> Claims:
    """Read the claims that visitors of a site may have."""
    return claims_of_schema(api().gather(CachedRead(GET_ADAPTIVE_SCHEMA, (organization_id, site_id)))[0])


def claims_of_schema(schema: Cached[SiteAdaptiveSchema] | Problem | None) -> Claims:
    """Return a schema's claims. There are none without a schema, and unknown ones if it can't be read."""
    if isinstance(schema, Cached):
        return parse_claims(schema.value.jsonSchema)
    return parse_claims({"additionalProperties": False}) if isinstance(schema, NotFound) else UNKNOWN_CLAIMS
