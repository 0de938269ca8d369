"""Compares the pages and files of two revisions: added, removed, renamed, moved or edited.

A revision doesn't contain the pages' texts. A text may differ if the API reports another document or time for it.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pydantic import MISSING

from contract.authoring.pages import SpaceFile, SpacePage

FACTS: Final = (
    *("description", "emoji", "icon", "type", "hidden", "noIndex", "noRobotsIndex", "layout", "cover"),
    *("href", "target", "computed"),
)
"""Settings of a page that are compared besides title, place and text."""
_OF_TEXT: Final = ("documentId", "computedSeed", "updatedAt")
_NO_TEXT: Final = frozenset({"group", "link"})
_FILE_FACTS: Final = ("name", "contentType", "size", "dimensions")


class PagePosition(NamedTuple):
    """A page in the tree; `above` are the titles of its ancestors from the root."""

    page: SpacePage
    parent: str
    above: tuple[str, ...]


class PageChange(NamedTuple):
    """A changed page. `before` is None if it was added, `after` is None if it was removed.

    `facts` are the names of changed settings. `is_text` means that the text may differ.
    """

    before: PagePosition | None
    after: PagePosition | None
    is_renamed: bool = False
    is_moved: bool = False
    is_readdressed: bool = False
    is_text: bool = False
    facts: tuple[str, ...] = ()

    @property
    def page(self) -> SpacePage:
        """Return the page after the change, or before it if it was removed."""
        return self.spot.page

    @property
    def spot(self) -> PagePosition:
        """Return the position after the change, or before it if it was removed."""
        found = self.after or self.before
        assert found is not None  # noqa: S101 - one of them is there
        return found

    @property
    def is_added(self) -> bool:
        """True if the page is only in the second revision."""
        return self.before is None

    @property
    def is_removed(self) -> bool:
        """True if the page is only in the first revision."""
        return self.after is None

    @property
    def has_texts(self) -> bool:
        """True if the page has texts that may differ."""
        return self.is_text and any(each.page.type not in _NO_TEXT for each in (self.before, self.after) if each)


class FileChange(NamedTuple):
    """A changed file; a side is None if the file isn't in that revision."""

    before: SpaceFile | None
    after: SpaceFile | None

    @property
    def file(self) -> SpaceFile:
        """Return the file after the change, or before it if it was removed."""
        found = self.after or self.before
        assert found is not None  # noqa: S101 - one of them is there
        return found


@dataclass(frozen=True, slots=True)
class ContentDifference:
    """Changed pages in the order of the second revision, then removed pages; and changed files."""

    pages: Sequence[PageChange]
    files: Sequence[FileChange]

    def __bool__(self) -> bool:
        return bool(self.pages or self.files)


def compare_content(
    old_pages: Sequence[SpacePage],
    new_pages: Sequence[SpacePage],
    old_files: Sequence[SpaceFile],
    new_files: Sequence[SpaceFile],
) -> ContentDifference:
    """Compare page trees and file lists by id."""
    old, new = dict(_list_positions(old_pages)), dict(_list_positions(new_pages))
    moved = _find_moved(old, new)
    changes = [_page_change(old.get(id_), spot, id_ in moved) for id_, spot in new.items()]
    gone = [PageChange(spot, None, is_text=True) for id_, spot in old.items() if id_ not in new]
    return ContentDifference([*filter(None, changes), *gone], list(_file_changes(old_files, new_files)))


def _list_positions(pages: Sequence[SpacePage]) -> Iterator[tuple[str, PagePosition]]:
    """Yield each page with its position, in tree order."""
    # Not recursive: a tree can be deeper than the stack.
    waiting: list[tuple[SpacePage, str, tuple[str, ...]]] = [(page, "", ()) for page in reversed(pages)]
    while waiting:
        page, parent, above = waiting.pop()
        yield page.id, PagePosition(page, parent, above)
        below = page.pages
        if below is not MISSING and below:
            titles = (*above, page.title.strip() or page.id)
            waiting += [(each, page.id, titles) for each in reversed(below)]


def _page_change(old: PagePosition | None, new: PagePosition, moved: bool) -> PageChange | None:  # noqa: FBT001 - one of its marks
    if old is None:
        return PageChange(None, new, is_text=True)
    before, after = old.page, new.page
    facts = tuple(name for name in FACTS if getattr(before, name) != getattr(after, name))
    change = PageChange(
        old,
        new,
        is_renamed=before.title != after.title,
        is_moved=moved,
        is_readdressed=_page_slug(before) != _page_slug(after),
        is_text=_may_differ(before, after),
        facts=facts,
    )
    differs = change.is_renamed or moved or change.is_readdressed or change.has_texts or facts
    return change if differs else None


def _page_slug(page: SpacePage) -> str:
    """Return the last part of the page's path, which is its own."""
    if page.slug is not MISSING:
        return page.slug
    return "" if page.path is MISSING else page.path.strip("/").rpartition("/")[2]


def _may_differ(before: SpacePage, after: SpacePage) -> bool:
    """Return True if the properties reported by the API show that the texts may differ, or if it reports none."""
    reported = [(getattr(before, name), getattr(after, name)) for name in _OF_TEXT]
    known = [(old, new) for old, new in reported if old is not MISSING or new is not MISSING]
    return not known or any(old != new for old, new in known)


def _find_moved(old: Mapping[str, PagePosition], new: Mapping[str, PagePosition]) -> set[str]:
    """Find pages with a new parent, and a minimal set of siblings whose moves explain the new order."""
    places = {id_: place for place, id_ in enumerate(old)}
    unmoved: dict[str, list[str]] = {}
    moved: set[str] = set()
    for id_, spot in new.items():
        if id_ in old and old[id_].parent == spot.parent:
            unmoved.setdefault(spot.parent, []).append(id_)
        elif id_ in old:
            moved.add(id_)
    for siblings in unmoved.values():
        moved.update(
            set(siblings) - {siblings[each] for each in _longest_increasing([places[id_] for id_ in siblings])}
        )
    return moved


def _longest_increasing(numbers: Sequence[int]) -> list[int]:
    """Return the indexes of a longest increasing subsequence."""
    ends: list[int] = []  # the lowest end of an increasing subsequence of each length
    at: list[int] = []
    before: list[int] = []
    for index, number in enumerate(numbers):
        length = bisect_left(ends, number)
        before.append(at[length - 1] if length else -1)
        ends[length : length + 1] = [number]
        at[length : length + 1] = [index]
    found: list[int] = []
    index = at[-1] if at else -1
    while index >= 0:
        found.append(index)
        index = before[index]
    return found


def _file_changes(old: Sequence[SpaceFile], new: Sequence[SpaceFile]) -> Iterator[FileChange]:
    before, after = {each.id: each for each in old}, {each.id: each for each in new}
    for id_, file in after.items():
        was = before.get(id_)
        if was is None or _file_facts(was) != _file_facts(file):
            yield FileChange(was, file)
    yield from (FileChange(file, None) for id_, file in before.items() if id_ not in after)


def _file_facts(file: SpaceFile) -> list[Any]:
    return [getattr(file, name) for name in _FILE_FACTS]
