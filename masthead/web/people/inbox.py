"""Open change requests and comments in all spaces, as found by reading in the background."""

import time
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple
from urllib.parse import quote

from flask import url_for

from masthead.i18n import N_, gettext
from masthead.lookup.crawl import read_open_items
from masthead.resources.organization import Member
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.directory.open_lists import REQUESTS, OpenItem, OpenPerson
from masthead.store.journal.queries import JournalQuery
from masthead.store.store import REVIEWING
from masthead.web.directory.places import SPACE, AccessPlace, build_place
from masthead.web.markdown.blocks import markdown_excerpt
from masthead.web.person.portal import api, portal
from masthead.web.person.session import find_name, person

ASKED, ANSWERED, STARTED = N_("Your review is asked for"), N_("You were answered"), N_("You started it")
WAITING = (ASKED, ANSWERED)
"""Reasons for which an item waits for the person, in the order of the inbox."""
MAX_TITLE = 120
MAX_ENTRIES, MAX_SPACES = 200, 12
"""Journal entries that are looked at, and spaces that are read again because somebody wrote to them."""
DAY_SECONDS = 24 * 3600.0
MARGIN_SECONDS = 10.0
"""A reading that ends within this time after a write may have begun before the write."""


class InboxItem(NamedTuple):
    """An open change request or comment. `reason` is why it may concern the person; `on` is its request's title."""

    kind: str
    space: AccessPlace
    item: OpenItem
    reason: str = ""
    on: str = ""

    @property
    def id(self) -> str:
        """Return the item's id as used in URLs."""
        return str(self.item.number) if self.kind == REQUESTS else self.item.id

    @property
    def key(self) -> str:
        return f"{self.kind}/{quote(self.space.id, safe='')}/{quote(self.id, safe='')}"

    @property
    def title(self) -> str:
        if self.kind == REQUESTS:
            return _build_request_title(self.item)
        return _build_excerpt(self.item.text) or gettext("Written in the app")

    @property
    def author(self) -> str:
        return (self.item.author.name or self.item.author.id) if self.item.author else ""

    @property
    def is_waiting(self) -> bool:
        """Return whether the item is waiting for this person."""
        return self.reason in WAITING

    @property
    def seconds_old(self) -> float | None:
        """Return the seconds since the item was last changed or posted. None if unknown."""
        return None if self.item.at is None else max(0.0, time.time() - self.item.at)

    def address(self, organization_id: str, back_link: str | None = None) -> str:
        """Return the URL of the item's page, which links back to `back_link`."""
        here = partial(url_for, organization_id=organization_id, space_id=self.space.id, next=back_link)
        if self.kind == REQUESTS:
            return here("change_requests.show", change_request_id=self.id)
        return here("comments.show", comment_id=self.id)


def list_inbox(organization_id: str) -> list[InboxItem]:
    """List an organization's open items: those waiting for the person first, each group newest first.

    Spaces that somebody has written to since they were last read are read again. Raises StoreError.
    """
    name = find_name()
    items = [
        row._replace(reason=_find_reason(row.kind, row.item, people, name))
        for row, people in _list_open_items(organization_id)
    ]
    return sorted(items, key=lambda each: (_waiting_rank(each.reason), -(each.item.at or 0.0)))


class OpenWork(NamedTuple):
    """Open items of one person: reviews that are asked of them, and what they began or wrote."""

    reviews: list[InboxItem]
    requests: list[InboxItem]
    comments: list[InboxItem]

    @property
    def is_empty(self) -> bool:
        return not any(self)


def list_open_work(organization_id: str, ids: Collection[str]) -> OpenWork:
    """List the known open items of the person with these ids, newest first. Raises StoreError."""
    work = OpenWork([], [], [])
    for row, people in _list_open_items(organization_id):
        if row.kind == REQUESTS and any(each.id in ids for each in people):
            work.reviews.append(row)
        if row.item.author is not None and row.item.author.id in ids:
            (work.requests if row.kind == REQUESTS else work.comments).append(row)
    for rows in work:
        rows.sort(key=lambda each: -(each.item.at or 0.0))
    return work


def _list_open_items(organization_id: str) -> Iterator[tuple[InboxItem, Sequence[OpenPerson]]]:
    """Yield an organization's open items without a reason, each with its requested reviewers or last to reply."""
    _read_changed_spaces(organization_id)
    found = portal().store.open_lists.find(person().owner, organization_id)
    places = _find_places(organization_id, {space for space, _ in found.items})
    for (space, kind), listed in found.items.items():
        place, requests = places.get(space) or AccessPlace(SPACE, space), found.items.get((space, REQUESTS), ())
        for item in listed:
            people = found.people.get((space, f"{kind}/{item.id}"), ())
            yield InboxItem(kind, place, item, on=_find_request_title(item, requests)), people


def _waiting_rank(reason: str) -> int:
    return WAITING.index(reason) if reason in WAITING else len(WAITING)


def _read_changed_spaces(organization_id: str) -> None:
    lists, owner = portal().store.open_lists, person().owner
    wanted = JournalQuery(organization_id, endpoints=REVIEWING, since=time.time() - DAY_SECONDS)
    entries = portal().store.journal.entries(wanted, limit=MAX_ENTRIES)
    written = {each.intent.ids[0]: each.settled_at or each.at for each in reversed(entries)}
    read = lists.read_times(owner, organization_id, written) if written else {}
    changed = [space for space, at in reversed(written.items()) if read.get(space, 0.0) < at + MARGIN_SECONDS]
    if changed:
        read_open_items(api(), lists, organization_id, changed[:MAX_SPACES])


def _find_places(organization_id: str, spaces: set[str]) -> dict[str, AccessPlace]:
    query = DirectoryQuery(organization_id, (SPACE,), ids=sorted(spaces))
    found = portal().store.directory.find(person().owner, query, limit=len(spaces)) if spaces else []
    return {each.id: build_place(each) for each in found}


def _find_reason(kind: str, item: OpenItem, people: Sequence[OpenPerson], name: str) -> str:
    is_own = item.author is not None and may_be_named(item.author, name)
    if kind == REQUESTS:
        return ASKED if any(may_be_named(each, name) for each in people) else STARTED if is_own else ""
    if not is_own:
        return ""
    return ANSWERED if item.comments and not any(may_be_named(each, name) for each in people) else STARTED


def may_be_named(found: OpenPerson | Member, name: str) -> bool:
    """Return whether `found` may be the person with this name. The API doesn't report who is calling it."""
    if not name:
        return False
    called, words = name.casefold(), {*found.name.casefold().split()}
    return called in {found.id.casefold(), found.email.casefold()} or {*called.split()} <= words


def _find_request_title(item: OpenItem, requests: Sequence[OpenItem]) -> str:
    if not item.request:
        return ""
    titles = (_build_request_title(each) for each in requests if each.id == item.request)
    return next(titles, gettext("a change request"))


def _build_request_title(item: OpenItem) -> str:
    return f"#{item.number} {item.text.strip() or gettext('Without a subject')}"


@lru_cache(4096)
def _build_excerpt(text: str) -> str:
    return markdown_excerpt(text, MAX_TITLE)
