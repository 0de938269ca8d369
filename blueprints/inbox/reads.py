"""Reads open items of known spaces, and details that the API lists for one item at a time.

Items come from the cache, and as many from the API as time allows.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from blueprints.inbox.items import (
    REQUEST,
    InboxItem,
    build_comment_item,
    build_request_item,
    mark_replies,
    mark_reviewers,
    sort_items,
)
from contract.authoring.change_requests import (
    LIST_CHANGE_REQUESTS,
    LIST_REQUESTED_REVIEWERS,
    ChangeRequest,
    ChangeRequestsQuery,
)
from contract.authoring.comments import LIST_COMMENT_REPLIES, LIST_COMMENTS, Comment, CommentsQuery, RepliesQuery
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery, NextPage
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem
from masthead.store.errors import StoreError
from masthead.web.descriptions.labels import request_title
from masthead.web.directory.places import SPACE, AccessPlace, list_places
from masthead.web.frame.organization import is_refresh_requested, load_organization
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api
from masthead.web.person.session import current_name

MAX_SPACES = 200
MAX_PLACES = 2 * MAX_SPACES
"""Places of the directory to search for spaces, since some are collections."""
ITEMS = 100
"""Items of one kind per space, as many as the space's lists request, so that they share the cache."""
SPACES_AT_ONCE = 4
"""Spaces read in parallel, with two requests each; more would queue."""
SPACES_A_PAGE = 24
SECONDS_A_PAGE = 3.0
Listings = tuple[Cached[Listing[ChangeRequest]] | None, Cached[Listing[Comment]] | None]


@dataclass(frozen=True, slots=True)
class ReadSpace:
    """A space that was read: its number of open items, and their age in seconds."""

    space: AccessPlace
    count: int
    age: float
    more: bool = False
    refused: bool = False


@dataclass(slots=True)
class Inbox:
    """Open items of known spaces. `unread` are spaces not read yet; `stopped` is the reason if reading ended early.

    `more_spaces` means that there are more than the inbox reads. `name` is the person's name in Masthead.
    Reading ends at `until`, a time of the monotonic clock. `unasked` counts items whose details aren't read
    yet, `left_out` items whose details are never read.
    """

    spaces: Sequence[AccessPlace]
    until: float
    name: str = ""
    items: list[InboxItem] = field(default_factory=list)
    read: list[ReadSpace] = field(default_factory=list)
    unread: list[AccessPlace] = field(default_factory=list)
    stopped: str = ""
    more_spaces: bool = False
    unasked: int = 0
    left_out: int = 0

    @property
    def age(self) -> float:
        return max((each.age for each in self.read), default=0.0)

    @property
    def is_unfinished(self) -> bool:
        return bool(self.unread or self.unasked) and not self.stopped

    @property
    def cut(self) -> list[AccessPlace]:
        """Return spaces with more items than are listed here."""
        return [each.space for each in self.read if each.more]

    @property
    def refused(self) -> list[AccessPlace]:
        return [each.space for each in self.read if each.refused]


def read_inbox(organization_id: str) -> Inbox:
    """Set the organization, and read uncached spaces (all when refreshing) while there is time."""
    load_organization(organization_id)
    everywhere = [each for each in list_places(organization_id, MAX_PLACES) if each.kind == SPACE]
    until = time.monotonic() + SECONDS_A_PAGE
    inbox = Inbox(everywhere[:MAX_SPACES], until, _person_name(), more_spaces=len(everywhere) > MAX_SPACES)
    known = _cached_listings(inbox.spaces)
    waiting = [space for space in inbox.spaces if None in known[space.id] or is_refresh_requested()]
    waiting.sort(key=lambda space: -_older_age(known[space.id]))
    refused = _read_spaces(waiting, known, inbox)
    for space in inbox.spaces:
        requests, comments = known[space.id]
        if space.id in refused:
            inbox.read.append(ReadSpace(space, 0, 0.0, refused=True))
        elif requests is None or comments is None:
            inbox.unread.append(space)
        if requests is not None or comments is not None:
            _add_listings(inbox, space, requests, comments)
    return inbox


def _person_name() -> str:
    try:
        return " ".join(current_name().split())
    except StoreError:
        return ""


def _requests_read(space: AccessPlace) -> CachedRead[Listing[ChangeRequest]]:
    query = ChangeRequestsQuery(limit=ITEMS, status="open")
    return CachedRead(LIST_CHANGE_REQUESTS.tolerant_listing, (space.id,), query, is_refresh_requested())


def _comments_read(space: AccessPlace) -> CachedRead[Listing[Comment]]:
    query = CommentsQuery(limit=ITEMS, status="open", order="desc", format="markdown")
    return CachedRead(LIST_COMMENTS.tolerant_listing, (space.id,), query, is_refresh_requested())


def _cached_listings(spaces: Sequence[AccessPlace]) -> dict[str, Listings]:
    requests = api().get_last_responses([_requests_read(each) for each in spaces])
    comments = api().get_last_responses([_comments_read(each) for each in spaces])
    return {
        space.id: (request[0] if request else None, comment[0] if comment else None)
        for space, request, comment in zip(spaces, requests, comments, strict=True)
    }


def _older_age(known: Listings) -> float:
    """Return the age of the older part; infinite if one was never read."""
    return float("inf") if None in known else max(each.age for each in known if each is not None)


def _read_spaces(waiting: Sequence[AccessPlace], known: dict[str, Listings], inbox: Inbox) -> set[str]:
    """Read spaces in this order into `known`, while there is time. Return ids of spaces that the API denies."""
    refused: set[str] = set()
    done = 0
    while done < min(len(waiting), SPACES_A_PAGE) and time.monotonic() < inbox.until and not inbox.stopped:
        some = waiting[done : done + SPACES_AT_ONCE]
        asked: list[CachedRead[Any]] = [read for each in some for read in (_requests_read(each), _comments_read(each))]
        answers = api().gather(*asked)
        for space, *both in zip(some, answers[::2], answers[1::2], strict=True):
            problem = _store_answers(space, both, known)
            if isinstance(problem, (Forbidden, NotFound)):
                refused.add(space.id)
            elif problem:
                inbox.stopped = unread_message(problem)
        done += len(some)
    return refused


def _store_answers(
    space: AccessPlace, both: Sequence[Cached[Any] | Problem], known: dict[str, Listings]
) -> Problem | None:
    """Store the results for a space and return the problem, if any. Older results stay unless access is denied."""
    requests, comments = both
    if isinstance(requests, Problem) or isinstance(comments, Problem):
        problem = next(each for each in both if isinstance(each, Problem))
        if isinstance(problem, (Forbidden, NotFound)):
            known[space.id] = (None, None)
        return problem
    known[space.id] = (requests, comments)
    return requests.problem or comments.problem


def _add_listings(
    inbox: Inbox,
    space: AccessPlace,
    requests: Cached[Listing[ChangeRequest]] | None,
    comments: Cached[Listing[Comment]] | None,
) -> None:
    items = list(_build_items(inbox, space, requests, comments))
    inbox.items += items
    if requests is not None and comments is not None:
        more = isinstance(requests.value.next, NextPage) or isinstance(comments.value.next, NextPage)
        inbox.read.append(ReadSpace(space, len(items), max(requests.age, comments.age), more))


def _build_items(
    inbox: Inbox,
    space: AccessPlace,
    requests: Cached[Listing[ChangeRequest]] | None,
    comments: Cached[Listing[Comment]] | None,
) -> Iterator[InboxItem]:
    titles = {request.id: request_title(request) for request in requests.value.items} if requests else {}
    for request in requests.value.items if requests else ():
        yield build_request_item(inbox.name, space, request)
    for comment in comments.value.items if comments else ():
        yield build_comment_item(inbox.name, space, comment, titles)


MAX_ITEMS = 200
"""Maximum number of items, latest first, since each costs a request a day."""
DETAILS_AT_ONCE = 8
"""Parallel requests; more would queue."""
ITEMS_A_PAGE = 48
"""Maximum number of items read per page: as many requests as for spaces."""
Detail = Cached[Listing[Any]]


def read_details(inbox: Inbox) -> None:
    """Mark items that concern the person. Reads uncached details (all when refreshing) while there is time.

    Reads nothing if the person has no name, since nothing can be recognized as theirs.
    """
    wanted = sort_items([each for each in inbox.items if _has_detail(each)]) if inbox.name else []
    some, inbox.left_out = wanted[:MAX_ITEMS], len(wanted[MAX_ITEMS:])
    known = _cached_details(some)
    waiting = [each for each in some if each.key not in known or is_refresh_requested()]
    waiting.sort(key=lambda each: -known[each.key].age if each.key in known else float("-inf"))
    refused = _read_item_details(waiting, known, inbox)
    inbox.unasked = sum(each.key not in known and each.key not in refused for each in some)
    inbox.items = [_mark_item(inbox.name, each, known.get(each.key)) for each in inbox.items]


def _has_detail(item: InboxItem) -> bool:
    return item.kind == REQUEST or item.is_answered


def _detail_read(item: InboxItem) -> CachedRead[Listing[Any]]:
    ids = (item.space.id, item.id)
    if item.kind == REQUEST:
        return CachedRead(
            LIST_REQUESTED_REVIEWERS.tolerant_listing, ids, ListQuery(limit=LIMIT_MAX), is_refresh_requested()
        )
    query = RepliesQuery(limit=LIMIT_MAX, format="markdown")
    return CachedRead(LIST_COMMENT_REPLIES.tolerant_listing, ids, query, is_refresh_requested())


def _cached_details(items: Sequence[InboxItem]) -> dict[str, Detail]:
    known = api().get_last_responses([_detail_read(each) for each in items])
    return {item.key: found[0] for item, found in zip(items, known, strict=True) if found}


def _read_item_details(waiting: Sequence[InboxItem], known: dict[str, Detail], inbox: Inbox) -> set[str]:
    """Read details in this order into `known`. Return keys of items that the API denies."""
    refused: set[str] = set()
    done, most = 0, 0 if inbox.stopped else min(len(waiting), ITEMS_A_PAGE)
    while done < most and time.monotonic() < inbox.until:
        some = waiting[done : done + DETAILS_AT_ONCE]
        for item, answer in zip(some, api().gather(*[_detail_read(each) for each in some]), strict=True):
            if isinstance(answer, (Forbidden, NotFound)):
                refused.add(item.key)
            elif isinstance(answer, Problem):
                inbox.stopped = unread_message(answer)
            else:
                known[item.key] = answer
                inbox.stopped = unread_message(answer.problem) if answer.problem else inbox.stopped
        done += len(some)
    return refused


def _mark_item(name: str, item: InboxItem, known: Detail | None) -> InboxItem:
    if known is None:
        return item
    return (mark_reviewers if item.kind == REQUEST else mark_replies)(name, item, known.value.items)
