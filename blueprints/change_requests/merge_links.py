"""Checks the links that a merge would break, and removed pages that others link to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import MISSING

from blueprints.change_requests.comparison import ContentComparison
from contract.authoring.content import LIST_PAGE_LINKS, LIST_PROPOSED_PAGE_LINKS, PageLinksQuery
from contract.authoring.pages import SpacePage
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, ListQuery
from contract.schema.references import EmbeddedResource, PageLinks
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.lookup.link_scan import BROKEN, build_link_target, iterate_pages
from masthead.store.link_scans.reads import BrokenLink
from masthead.web.frame.organization import is_refresh_requested
from masthead.web.person.portal import api

PAGES_AT_ONCE = 40
MAX_PAGES = 400
"""Maximum number of pages read for a check. A link scan reads all."""


@dataclass(frozen=True, slots=True)
class AffectedPage:
    """A page with links that would break; `targets` are the names of their targets, if reported."""

    page: SpacePage
    count: int
    targets: Sequence[str]


class VanishingPage(NamedTuple):
    """A page that would be removed, and the remaining pages that link to it."""

    page: SpacePage
    linked_from: Sequence[SpacePage]


@dataclass(frozen=True, slots=True)
class LinkCheck:
    """Results for `read` of `total` pages. `unread` counts pages whose links couldn't be read."""

    read: int = 0
    total: int = 0
    unread: int = 0
    broken: Sequence[AffectedPage] = ()
    vanishing: Sequence[VanishingPage] = ()

    @property
    def onward(self) -> int:
        """Return the number of pages to read next time; 0 if all are read or the limit is reached."""
        goes_on = self.read < min(self.total, MAX_PAGES)
        return min(self.read + PAGES_AT_ONCE, MAX_PAGES) if goes_on else 0

    @property
    def count(self) -> int:
        return sum(each.count for each in self.broken)


def pages_with_links(comparison: ContentComparison) -> list[SpacePage]:
    """List pages whose links a merge may break, changed pages first.

    Links of unchanged pages can break only if something is removed or gets another address.
    """
    changed = {each.page.id: each.page for each in comparison.difference.pages if each.after is not None}
    proposed = comparison.proposed
    everything = list(iterate_pages((value_or_none(proposed.pages) if proposed else None) or []))
    having = {each.id for each in everything}
    first = [page for id_, page in changed.items() if id_ in having]
    moves = any(each.is_removed or each.is_moved or each.is_readdressed for each in comparison.difference.pages)
    moves = moves or any(each.after is None or each.before for each in comparison.difference.files)
    return first + [each for each in everything if each.id not in changed] if moves else first


def check_links(space_id: str, request_id: str, comparison: ContentComparison, wanted: int) -> LinkCheck:
    """Check the proposed links of that many pages; compare broken ones with the page's current links."""
    pages = pages_with_links(comparison)
    some = pages[: min(max(wanted, PAGES_AT_ONCE), MAX_PAGES)]
    query = ListQuery(limit=LIMIT_MAX)
    proposed = _gather(
        [
            CachedRead(LIST_PROPOSED_PAGE_LINKS, (space_id, request_id, each.id), query, is_refresh_requested())
            for each in some
        ]
    )
    told = [(page, each) for page, each in zip(some, proposed, strict=True) if not isinstance(each, Problem)]
    doubtful = [(page, each.value) for page, each in told if _may_break(each.value)]
    now = PageLinksQuery(limit=LIMIT_MAX)
    current = _gather(
        [CachedRead(LIST_PAGE_LINKS, (space_id, page.id), now, is_refresh_requested()) for page, _ in doubtful]
    )
    removed = {each.page.id: each.page for each in comparison.difference.pages if each.is_removed}
    unread, broken = len(some) - len(told), list[AffectedPage]()
    leading: dict[str, list[SpacePage]] = {}
    for (page, links), was in zip(doubtful, current, strict=True):
        if isinstance(was, Problem) and not isinstance(was, NotFound):  # an added page doesn't exist in the space yet
            unread += 1
            continue
        before = PageLinks(items=[]) if isinstance(was, Problem) else was.value
        found = _newly_broken(space_id, links, before)
        if found:
            broken.append(AffectedPage(page, max(len(found), _reported_breaks(links)), found))
            for id_ in _linked_pages(before) & removed.keys():
                leading.setdefault(id_, []).append(page)
    vanishing = [VanishingPage(removed[id_], leading[id_]) for id_ in removed if id_ in leading]
    return LinkCheck(len(some), len(pages), unread, broken, vanishing)


def _gather(reads: Sequence[CachedRead[PageLinks]]) -> Sequence[Cached[PageLinks] | Problem]:
    return api().gather(*reads) if reads else ()


def _may_break(links: PageLinks) -> bool:
    """Return whether a link may break: one is broken, unless the API reports that the change request breaks none."""
    stats = value_or_none(links.stats)
    counted = value_or_none(stats.broken) if stats else None
    if counted is None:
        return any(each.status == BROKEN for each in links.items)
    return counted.total > 0 and value_or_none(counted.changeRequest) != 0


def _reported_breaks(links: PageLinks) -> int:
    """Return the number of links that the change request breaks; 0 if the API doesn't report it."""
    stats = value_or_none(links.stats)
    counted = value_or_none(stats.broken) if stats else None
    return (value_or_none(counted.changeRequest) if counted else None) or 0


def _newly_broken(space_id: str, links: PageLinks, before: PageLinks) -> list[str]:
    """Return targets of links that are broken in the change request but not in the space."""
    old = {each.digest for each in _broken(space_id, before)}
    new = {each.digest: each for each in _broken(space_id, links) if each.digest not in old}
    return [f"{each.name}#{each.anchor}" if each.anchor else each.name for each in new.values()]


def _broken(space_id: str, links: PageLinks) -> Iterator[BrokenLink]:
    return (build_link_target(space_id, each) for each in links.items if each.status == BROKEN)


def _linked_pages(links: PageLinks) -> set[str]:
    found: set[str] = set()
    for each in links.items:
        page = MISSING if each.targetReference is MISSING else each.targetReference.page
        id_ = page.id if isinstance(page, EmbeddedResource) else page
        if id_ is not MISSING:
            found.add(id_)
    return found
