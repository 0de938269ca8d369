"""Reads reviewers of change requests and replies to comments, which the API lists for one item at a time."""

import time
from collections.abc import Sequence
from typing import Any

from blueprints.inbox.items import REQUEST, InboxItem, mark_replies, mark_reviewers, sort_items
from blueprints.inbox.reads import Inbox
from contract.authoring.change_requests import LIST_REQUESTED_REVIEWERS
from contract.authoring.comments import LIST_COMMENT_REPLIES, RepliesQuery
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem
from masthead.web.frame.organization import is_refresh_requested
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api

MAX_ITEMS = 200
"""Maximum number of items, latest first, since each costs a request a day."""
AT_ONCE = 8
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
    refused = _read_into(waiting, known, inbox)
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
    known = api().last_known_each([_detail_read(each) for each in items])
    return {item.key: found[0] for item, found in zip(items, known, strict=True) if found}


def _read_into(waiting: Sequence[InboxItem], known: dict[str, Detail], inbox: Inbox) -> set[str]:
    """Read details in this order into `known`. Return keys of items that the API denies."""
    refused: set[str] = set()
    done, most = 0, 0 if inbox.stopped else min(len(waiting), ITEMS_A_PAGE)
    while done < most and time.monotonic() < inbox.until:
        some = waiting[done : done + AT_ONCE]
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
