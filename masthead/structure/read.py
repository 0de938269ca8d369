"""Reads a site's structure in four requests, each of which may fail, and which may disagree."""

import time
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from pydantic import MISSING

from contract.publishing.section_groups import LIST_SECTION_GROUPS, SiteSection, SiteSectionGroup
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpace, SiteSpacesQuery
from contract.publishing.sites import GET_PUBLISHED, GET_SITE, PublishedContentSite, Site
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery
from masthead.client import Api, Cached, CachedRead, NotFound, Problem
from masthead.client.reads import walk
from masthead.structure.tree import (
    ROOT,
    GroupItem,
    SectionItem,
    SiteStructure,
    SpaceItem,
    add_missing_items,
    is_new,
    list_empty_groups,
    place_items_as_in,
)

MAX_PAGES = 5


@dataclass(frozen=True)
class Live:
    """The site as read; without `site`, as shown on a page.

    `groups_problem` and `published_problem` say why a read failed. Without the published view, the structure isn't
    ordered: the top-level order and the names of sections outside of groups are unknown. `stale` is the oldest part
    that came from an earlier read, if any: nothing is written based on it. `addresses` maps ids of site spaces and
    sections to the URLs for readers that the API reports.
    """

    site: Site | None
    structure: SiteStructure
    is_ordered: bool = False
    groups_problem: Problem | None = None
    published_problem: Problem | None = None
    stale: Cached[Any] | None = None
    addresses: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return self.site.title if self.site else ""

    @property
    def conditions(self) -> dict[str, str | None]:
        """The conditions of sections, None if unset. Sections of which only the id is known are left out."""
        return {id_: each.condition for id_, each in self.structure.sections.items() if each.title}

    @property
    def is_whole(self) -> bool:
        """True if enough is known to rearrange the site."""
        return self.groups_problem is None

    @property
    def unread(self) -> list[Problem]:
        """Problems that may hide items. An unpublished site's missing view isn't one."""
        published = None if isinstance(self.published_problem, NotFound) else self.published_problem
        stale = self.stale.problem if self.stale is not None else None
        return [problem for problem in (stale, self.groups_problem, published) if problem is not None]


class Scope(Enum):
    """The parts to read again: all four, the site spaces alone, or nothing if they were read just now."""

    ALL = auto()
    SPACES = auto()
    NOTHING = auto()


def structure_reads(organization: str, site: str, scope: Scope = Scope.ALL) -> tuple[CachedRead[Any], ...]:
    """Build a structure's four reads, to send with a page's own reads. Pass the answers to `build_live`."""
    ids, refresh = (organization, site), scope is Scope.ALL
    return (
        CachedRead(GET_SITE, ids, refresh=refresh),
        CachedRead(LIST_SITE_SPACES, ids, SiteSpacesQuery(limit=LIMIT_MAX), refresh=True),
        CachedRead(LIST_SECTION_GROUPS, ids, ListQuery(limit=LIMIT_MAX), refresh=refresh),
        CachedRead(GET_PUBLISHED, ids, refresh=refresh),
    )


def read_structure(api: Api, organization: str, site: str, scope: Scope = Scope.ALL) -> Live:
    """Read a site. Parts that aren't in `scope` come from the page's last read.

    Reads everything if the page has read nothing before, or if the spaces are in an unknown section. Raises Problem if
    the site or its spaces can't be read.
    """
    ids, known = (organization, site), _known.get(api)
    if known is not None and known.ids == ids and scope is not Scope.ALL:
        if scope is Scope.NOTHING and known.is_page and time.monotonic() - known.at < RECENT_SECONDS:
            return known.live
        if scope is Scope.SPACES and (live := _read_spaces(api, known)) is not None:
            return live
    answers = [_fresh_or_problem(each) for each in api.gather(*structure_reads(*ids))]
    live = build_live(api, ids, answers)
    if live.stale is not None and live.stale.problem is not None:
        raise live.stale.problem
    return remember_read(api, ids, answers, live)


def _read_spaces(api: Api, known: "_Known") -> Live | None:
    (spaces,) = api.gather(structure_reads(*known.ids)[1])
    site, _, *others = known.answers
    answers = [site, _fresh_or_problem(spaces), *others]
    live = build_live(api, known.ids, answers)
    if live.stale is not None or live.structure.sections.keys() != known.live.structure.sections.keys():
        return None
    return remember_read(api, known.ids, answers, live)


class _Known(NamedTuple):
    """The last read of a site; `at` is on the monotonic clock."""

    ids: tuple[str, str]
    at: float
    answers: Sequence[Any]
    live: Live
    is_page: bool


RECENT_SECONDS = 1.0
_known: WeakKeyDictionary[Api, _Known] = WeakKeyDictionary()


def remember_read(api: Api, ids: tuple[str, str], answers: Sequence[Any], live: Live, *, is_page: bool = False) -> Live:
    """Remember a read for later reads of the same page, unless it is stale."""
    if live.stale is None:
        _known[api] = _Known(ids, time.monotonic(), answers, live, is_page)
    return live


def _fresh_or_problem(answer: Cached[Any] | Problem) -> Cached[Any] | Problem:
    return answer if isinstance(answer, Problem) or answer.problem is None else answer.problem


def build_live(api: Api, ids: tuple[str, str], answers: Sequence[Any]) -> Live:
    """Combine the answers to the four reads. Raises Problem if the site or its spaces couldn't be read."""
    found, spaces, groups, published = answers
    for needed in (found, spaces):
        if isinstance(needed, Problem):
            raise needed
    view = None if isinstance(published, Problem) else published.value
    known = [] if isinstance(groups, Problem) else groups.value.items
    pages = [spaces, *_read_further_pages(api, ids, spaces.value)]
    listed = [space for each in pages for space in each.value.items]
    sections, _ = _combine_parts(known, view)
    return Live(
        found.value,
        combine_reads(listed, known, view),
        view is not None,
        groups if isinstance(groups, Problem) else None,
        published if isinstance(published, Problem) else None,
        max(filter(_is_stale, (found, *pages, groups, published)), key=lambda each: each.age, default=None),
        map_addresses([*listed, *sections.values()]),
    )


def map_addresses(items: Iterable[SiteSpace | SiteSection]) -> dict[str, str]:
    """Map ids to the URLs for readers that the API reports."""
    urls = {item.id: item.urls.published for item in items if item.urls is not MISSING}
    return {id_: url for id_, url in urls.items() if url is not MISSING}


def fill_top_order(live: Live, base: SiteStructure) -> SiteStructure:
    """Copy from `base` the part of the top-level order that the API hides.

    Without the published view this is the whole order; otherwise it is the places of groups without sections.
    """
    result = live.structure.copy()
    if not live.is_ordered:
        result.top = [item for item in base.top if item in result.top]
        add_missing_items(result.top, live.structure.top)
        return result
    place_items_as_in(base, result, {*list_empty_groups(result)} & base.groups.keys())
    return result


def _is_stale(answer: Cached[Any] | Problem) -> bool:
    return isinstance(answer, Cached) and answer.problem is not None


def _read_further_pages(api: Api, ids: tuple[str, ...], first: Listing[SiteSpace]) -> list[Cached[Listing[SiteSpace]]]:
    pages: list[Cached[Listing[SiteSpace]]] = []

    def read_page(query: ListQuery) -> Listing[SiteSpace]:
        pages.append(api.read_cached(LIST_SITE_SPACES, *ids, query=query, refresh=True))
        return pages[-1].value

    if first.next is not MISSING:
        onward = SiteSpacesQuery(limit=LIMIT_MAX, page=first.next.page)
        deque(walk(read_page, onward, MAX_PAGES - 1), maxlen=0)
    return pages


def combine_reads(
    spaces: Iterable[SiteSpace], groups: Iterable[SiteSectionGroup], published: PublishedContentSite | None
) -> SiteStructure:
    """Build one structure from the reads. If an item is in several places, the first one counts."""
    spaces, groups = list(spaces), list(groups)
    sections, top = _combine_parts(groups, published)
    for space in spaces:  # a section that no other read names has only an id
        if space.section is not MISSING:
            sections.setdefault(space.section, SiteSection(id=space.section, title=""))
    result, known = SiteStructure(), {ROOT}
    result.sections = {id_: _build_section(each) for id_, each in sections.items() if _is_unknown(id_, known)}
    result.groups = {each.id: _build_group(each) for each in groups if _is_unknown(each.id, known | {*result.sections})}
    known |= {*result.sections, *result.groups}
    result.spaces = {each.id: _build_space(each) for each in spaces if _is_unknown(each.id, known)}
    members = [(section.id, group.id) for group in groups for section in _group_sections(group)]
    result.members = _build_lines(result.groups, members, result.sections)
    held = [(each.id, each.section if each.section in result.sections else ROOT) for each in spaces]
    result.held = _build_lines([*result.sections, ROOT], held, result.spaces)
    if result.sections and not result.held[ROOT]:
        del result.held[ROOT]
    free = [id_ for id_ in result.sections if not result.group_of(id_)]
    # Adjacent sections of a group each name it.
    result.top = [id_ for id_ in dict.fromkeys(top) if id_ in result.groups or id_ in free]
    add_missing_items(result.top, result.groups)
    add_missing_items(result.top, free)
    _set_defaults(result, spaces, sections)
    return result


def _is_unknown(id_: str, known: Collection[str]) -> bool:
    return id_ not in known and not is_new(id_)


def _build_lines(
    keys: Iterable[str], places: Iterable[tuple[str, str]], known: Collection[str]
) -> dict[str, list[str]]:
    """Build the lines with these keys from the places of items. A known item goes into its first line only."""
    lines, there = {key: list[str]() for key in keys}, set[str]()
    for item, key in places:
        if item in known and item not in there and key in lines:
            lines[key].append(item)
            there.add(item)
    return lines


def _combine_parts(
    groups: Iterable[SiteSectionGroup], published: PublishedContentSite | None
) -> tuple[dict[str, SiteSection], list[str]]:
    """Return the sections by id, and the top-level ids, as far as the published view shows them."""
    sections, top = dict[str, SiteSection](), list[str]()
    for item in published.structure.structure if published else ():
        if isinstance(item, SiteSectionGroup):
            top.append(item.id)
            sections |= {section.id: section for section in _group_sections(item)}
        elif isinstance(item, SiteSection):
            top.append(item.id if item.sectionGroup is MISSING else str(item.sectionGroup))
            sections[item.id] = item
    for group in groups:
        for section in _group_sections(group):
            sections.setdefault(section.id, section)
    return sections, top


def _group_sections(group: SiteSectionGroup) -> list[SiteSection]:
    return [] if group.sections is MISSING else group.sections


def _build_group(group: SiteSectionGroup) -> GroupItem:
    return GroupItem(group.title, None if group.icon is MISSING else group.icon)


def _build_section(section: SiteSection) -> SectionItem:
    path, icon, condition = section.path, section.icon, section.condition
    return SectionItem(
        section.title,
        "" if path is MISSING else path,
        None if icon is MISSING else icon,
        None if condition is MISSING else condition or None,
    )


def _build_space(space: SiteSpace) -> SpaceItem:
    condition = None if space.condition is MISSING else space.condition
    return SpaceItem(space.title, space.path, condition, "" if space.space is MISSING else space.space.id)


def _set_defaults(result: SiteStructure, spaces: Iterable[SiteSpace], sections: Mapping[str, SiteSection]) -> None:
    """Set the default section, and the default space in it: some services mark one space per section."""
    section = next((id_ for id_ in result.sections if sections[id_].default is True), ROOT)
    homes = {item: key for key, line in result.held.items() for item in line}
    marked = [each.id for each in spaces if each.default is True and each.id in homes]
    space = next((id_ for id_ in marked if not section or homes[id_] == section), "")
    result.default_section, result.default_space = section or homes.get(space, ROOT), space
