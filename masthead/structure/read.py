"""Reads a site's structure in four requests, which may fail singly or disagree."""

import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, NamedTuple, TypeVar
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
    put_as_in,
)

MAX_PAGES = 5


@dataclass(frozen=True)
class Live:
    """The site as read; `groups_problem` and `published_problem` say why a read failed.

    Without the published view, the order at the top and the names of sections outside of groups are unknown. `stale`
    is the oldest part that came from an earlier read, if any: nothing is written based on it. `addresses` are readers'
    URLs by id of a site space or a section, as far as the API reports them. `conditions` are those of each section that
    was read, by id, None for none.
    """

    site: Site
    structure: SiteStructure
    published: PublishedContentSite | None = None
    groups_problem: Problem | None = None
    published_problem: Problem | None = None
    stale: Cached[Any] | None = None
    addresses: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """True if enough is known to rearrange the site."""
        return self.groups_problem is None

    @property
    def unread(self) -> list[Problem]:
        """Problems that may hide items; the missing view of an unpublished site is none."""
        published = None if isinstance(self.published_problem, NotFound) else self.published_problem
        stale = self.stale.problem if self.stale is not None else None
        return [problem for problem in (stale, self.groups_problem, published) if problem is not None]


@dataclass
class _Reported:
    sections: dict[str, SiteSection] = field(default_factory=dict)
    top: list[str] = field(default_factory=list)


class Scope(Enum):
    """Parts to read again: all four, the site spaces alone, or none read just now."""

    ALL = auto()
    SPACES = auto()
    NOTHING = auto()


def reads(organization: str, site: str, scope: Scope = Scope.ALL) -> tuple[CachedRead[Any], ...]:
    """Return the four reads, to gather with a page's own; `build_live` takes the answers."""
    ids, refresh = (organization, site), scope is Scope.ALL
    return (
        CachedRead(GET_SITE, ids, refresh=refresh),
        CachedRead(LIST_SITE_SPACES, ids, SiteSpacesQuery(limit=LIMIT_MAX), refresh=True),
        CachedRead(LIST_SECTION_GROUPS, ids, ListQuery(limit=LIMIT_MAX), refresh=refresh),
        CachedRead(GET_PUBLISHED, ids, refresh=refresh),
    )


def read(api: Api, organization: str, site: str, scope: Scope = Scope.ALL) -> Live:
    """Read a site; parts out of scope come from the page's last read.

    Read all if the page read nothing before, or if the spaces name an unknown section. Raises the Problem of the site
    or its spaces.
    """
    ids, known = (organization, site), _known.get(api)
    if known is not None and known.ids == ids and scope is not Scope.ALL:
        if scope is Scope.NOTHING and known.is_of_page and time.monotonic() - known.at < RECENT_SECONDS:
            return known.live
        if scope is Scope.SPACES and (live := _read_spaces(api, known)) is not None:
            return live
    answers = [_fresh_or_problem(each) for each in api.gather(*reads(*ids))]
    live = build_live(api, ids, answers)
    if live.stale is not None and live.stale.problem is not None:
        raise live.stale.problem
    return remember(api, ids, answers, live)


def _read_spaces(api: Api, known: "_Known") -> Live | None:
    (spaces,) = api.gather(reads(*known.ids)[1])
    site, _, *others = known.answers
    answers = [site, _fresh_or_problem(spaces), *others]
    live = build_live(api, known.ids, answers)
    if live.stale is not None or live.structure.sections.keys() != known.live.structure.sections.keys():
        return None
    return remember(api, known.ids, answers, live)


class _Known(NamedTuple):
    """The last read of a site; `at` is a time of the monotonic clock."""

    ids: tuple[str, str]
    at: float
    answers: Sequence[Any]
    live: Live
    is_of_page: bool


RECENT_SECONDS = 1.0
_known: WeakKeyDictionary[Api, _Known] = WeakKeyDictionary()


def remember(api: Api, ids: tuple[str, str], answers: Sequence[Any], live: Live, *, is_of_page: bool = False) -> Live:
    """Keep a read for later reads of the same page, unless it is stale."""
    if live.stale is None:
        _known[api] = _Known(ids, time.monotonic(), answers, live, is_of_page)
    return live


def _fresh_or_problem(answer: Cached[Any] | Problem) -> Cached[Any] | Problem:
    return answer if isinstance(answer, Problem) or answer.problem is None else answer.problem


def build_live(api: Api, ids: tuple[str, str], answers: Sequence[Any]) -> Live:
    """Combine the answers of the four reads. Raises the Problem of the site or its spaces."""
    found, spaces, groups, published = answers
    for needed in (found, spaces):
        if isinstance(needed, Problem):
            raise needed
    view = None if isinstance(published, Problem) else published.value
    known = [] if isinstance(groups, Problem) else groups.value.items
    pages = [spaces, *_read_further_pages(api, ids, spaces.value)]
    listed = [space for each in pages for space in each.value.items]
    told, sections = _build_reported_structure(listed, known, view), _combine_parts(known, view).sections
    return Live(
        found.value,
        remove_contradictions(told),
        view,
        groups if isinstance(groups, Problem) else None,
        published if isinstance(published, Problem) else None,
        max(filter(_is_stale, (found, *pages, groups, published)), key=lambda each: each.age, default=None),
        map_addresses([*listed, *sections.values()]),
        _map_conditions(sections),
    )


def map_addresses(items: Iterable[SiteSpace | SiteSection]) -> dict[str, str]:
    """Map ids to readers' URLs, as far as the API reports them."""
    urls = {item.id: item.urls.published for item in items if item.urls is not MISSING}
    return {id_: url for id_, url in urls.items() if url is not MISSING}


def _map_conditions(sections: Mapping[str, SiteSection]) -> dict[str, str | None]:
    """Treat an absent condition of a section that was read as none."""
    return {id_: None if each.condition is MISSING else each.condition or None for id_, each in sections.items()}


def fill_top_order(live: Live, base: SiteStructure) -> SiteStructure:
    """Take the order at the top from `base` where the API hides it.

    This is the whole order while the published view can't be read, else the places of groups without sections.
    """
    result = live.structure.copy()
    if live.published is None:
        result.top = [item for item in base.top if item in result.top]
        add_missing_items(result.top, live.structure.top)
        return result
    put_as_in(base, result, {*list_empty_groups(result)} & base.groups.keys())
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
    """Build one structure from the reads, with each item in one place."""
    return remove_contradictions(_build_reported_structure(spaces, groups, published))


def _build_reported_structure(
    spaces: Iterable[SiteSpace], groups: Iterable[SiteSectionGroup], published: PublishedContentSite | None
) -> SiteStructure:
    spaces, groups = list(spaces), list(groups)
    told = _combine_parts(groups, published)
    for space in spaces:  # a section that no other read names has only an id
        if space.section is not MISSING and space.section not in told.sections:
            told.sections[space.section] = SiteSection(id=space.section, title="")
    result = SiteStructure(
        groups={group.id: _build_group(group) for group in groups},
        members={group.id: [s.id for s in _list_sections(group)] for group in groups},
        sections={id_: _build_section(section) for id_, section in told.sections.items()},
        spaces={space.id: _build_space(space) for space in spaces},
    )
    result.held = {id_: [] for id_ in told.sections} or {ROOT: []}
    for space in spaces:
        result.held.setdefault(ROOT if space.section is MISSING else space.section, []).append(space.id)
    result.top = list(dict.fromkeys(told.top))  # adjacent sections of a group each name it
    _set_defaults(result, spaces, told.sections.values())
    return result


def _combine_parts(groups: Iterable[SiteSectionGroup], published: PublishedContentSite | None) -> _Reported:
    told = _Reported()
    for item in published.structure.structure if published else ():
        if isinstance(item, SiteSectionGroup):
            told.top.append(item.id)
            told.sections |= {section.id: section for section in _list_sections(item)}
        elif isinstance(item, SiteSection):
            in_group = item.sectionGroup is not MISSING
            told.top.append(str(item.sectionGroup) if in_group else item.id)
            told.sections[item.id] = item
    for group in groups:
        told.sections |= {section.id: section for section in _list_sections(group) if section.id not in told.sections}
    return told


def _list_sections(group: SiteSectionGroup) -> list[SiteSection]:
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
    shown = space.space
    created = MISSING if shown is MISSING else shown.createdAt
    return SpaceItem(
        space.title,
        space.path,
        None if space.condition is MISSING else space.condition,
        "" if shown is MISSING else shown.id,
        None if created is MISSING else created.timestamp(),
    )


def _set_defaults(result: SiteStructure, spaces: Iterable[SiteSpace], sections: Iterable[SiteSection]) -> None:
    """Pick the default space of the default section: some services mark one per section."""
    section = next((section.id for section in sections if section.default is True), None)
    marked = [space for space in spaces if space.default is True]
    opens = next((space for space in marked if space.section == section), next(iter(marked), None))
    result.default_space = opens.id if opens else ""
    of_opening = "" if opens is None or opens.section is MISSING else opens.section
    result.default_section = of_opening if section is None else section


T = TypeVar("T")


def remove_contradictions(told: SiteStructure) -> SiteStructure:
    """Drop contradictions: an item in two places stays in the first."""
    result = SiteStructure(sections=_filter_items(told.sections))
    result.groups = _filter_items(told.groups, told.sections)
    result.spaces = _filter_items(told.spaces, told.sections, result.groups)
    result.members = _deduplicate_lines(result.groups, told.members, set(result.sections))
    result.held = _spaces_by_section(told, result)
    free = dict.fromkeys(result.sections.keys() - {id_ for ids in result.members.values() for id_ in ids})
    result.top = [id_ for id_ in dict.fromkeys(told.top) if id_ in result.groups or id_ in free]
    add_missing_items(result.top, result.groups)
    add_missing_items(result.top, [id_ for id_ in result.sections if id_ in free])
    _keep_defaults(told, result)
    return result


def _filter_items(items: Mapping[str, T], *others: Mapping[str, object]) -> dict[str, T]:
    return {
        id_: item
        for id_, item in items.items()
        if id_ != ROOT and not is_new(id_) and not any(id_ in other for other in others)
    }


def _deduplicate_lines(keys: Iterable[str], lines: Mapping[str, list[str]], free: set[str]) -> dict[str, list[str]]:
    """Return the lines of `keys` with free items only, each in its first line."""
    result = {}
    for key in keys:
        result[key] = [id_ for id_ in dict.fromkeys(lines.get(key, ())) if id_ in free]
        free.difference_update(result[key])
    return result


def _spaces_by_section(told: SiteStructure, result: SiteStructure) -> dict[str, list[str]]:
    free = set(result.spaces)
    held = _deduplicate_lines([*result.sections, ROOT], told.held, free)
    held[ROOT] += [id_ for id_ in result.spaces if id_ in free]
    return held if held[ROOT] or not result.sections else {key: line for key, line in held.items() if key != ROOT}


def _keep_defaults(told: SiteStructure, result: SiteStructure) -> None:
    """Keep the default space only if it is in the default section."""
    space = told.default_space if told.default_space in result.spaces else ""
    section = told.default_section if told.default_section in result.sections else result.section_of(space)
    result.default_section = section
    result.default_space = space if result.section_of(space) == section else ""
