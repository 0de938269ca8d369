"""Checks lost calls about comments and change requests, which only times can identify."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from contract.authoring.change_requests import (
    CREATE_CHANGE_REQUEST,
    GET_CHANGE_REQUEST,
    LIST_CHANGE_REQUESTS,
    LIST_REQUESTED_REVIEWERS,
    MERGE_CHANGE_REQUEST,
    PULL_INTO_CHANGE_REQUEST,
    REQUEST_REVIEWERS,
    ChangeRequestsQuery,
)
from contract.authoring.comments import (
    CREATE_COMMENT,
    CREATE_COMMENT_REPLY,
    LIST_COMMENT_REPLIES,
    LIST_COMMENTS,
    Comment,
    CommentReply,
    CommentsQuery,
    RepliesQuery,
)
from contract.authoring.openapi_specs import REPLACE_SPEC
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.client import Api
from masthead.store.entries import Entry, Outcome
from masthead.store.journal.journal import Journal
from masthead.writes.creations import observe_created
from masthead.writes.observe import DONE_BY_SOMEBODY, MAYBE_DONE, NOT_DONE, NOT_YET, is_near, may_come
from masthead.writes.undo import sent_values

REACTIONS = frozenset({"addedReactions", "removedReactions"})
PAGES = 2
"""Of the newest comments: what was written a moment ago is among them."""
MERGED = "merged"
STATUSES = ("draft", "open", "archived", MERGED)


def _check_comment(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    if entry.intent.endpoint == CREATE_COMMENT_REPLY.name:
        replies = RepliesQuery(limit=LIMIT_MAX, format="markdown")
        told: Iterable[Any] = api.walk(LIST_COMMENT_REPLIES, *entry.intent.ids, query=replies)
    else:
        newest = CommentsQuery(limit=LIMIT_MAX, format="markdown", order="desc")
        told = api.walk(LIST_COMMENTS, *entry.intent.ids, query=newest, pages=PAGES)
    wanted = _squeezed(dict(sent_values(entry).get("body") or {}).get("markdown"))
    same_text = [each for each in told if _squeezed(_text_of(each)) == wanted]
    return observe_created(entry, journal, [(each.id, value_or_none(each.postedAt)) for each in same_text])


def _text_of(told: Comment | CommentReply) -> object:
    body = value_or_none(told.body)
    return value_or_none(body.markdown) if body else None


def _squeezed(text: object) -> str:
    """Without differences of white space, which the API may write in its own way."""
    return " ".join(text.split()) if isinstance(text, str) else ""


def _check_merge(api: Api, entry: Entry, _: Journal | None) -> Outcome:
    request = api.read(GET_CHANGE_REQUEST, *entry.intent.ids)
    if request.status == MERGED:
        return replace(DONE_BY_SOMEBODY, became={"revision": value_or_none(request.revisionMerged) or request.revision})
    return NOT_YET if may_come(entry) else NOT_DONE


def _check_pull(api: Api, entry: Entry, _: Journal | None) -> Outcome:
    """It was done where the change request has all that the space shows."""
    request = api.read(GET_CHANGE_REQUEST, *entry.intent.ids)
    if not request.outdated:
        return replace(DONE_BY_SOMEBODY, became={"revision": request.revision})
    return MAYBE_DONE if is_near(request.updatedAt, entry) or may_come(entry) else NOT_DONE


def _check_reviewers(api: Api, entry: Entry, _: Journal | None) -> Outcome:
    """It was done where all were asked about then."""
    wanted = set(sent_values(entry).get("users") or ())
    asked = api.walk(LIST_REQUESTED_REVIEWERS, *entry.intent.ids, query=ListQuery(limit=LIMIT_MAX))
    near = [each for each in asked if is_near(each.createdAt, entry)]
    times = {user.id: each.createdAt for each in near if (user := value_or_none(each.user)) and user.id in wanted}
    if times.keys() == wanted and all(isinstance(at, datetime) for at in times.values()):
        return DONE_BY_SOMEBODY
    return MAYBE_DONE if times else NOT_DONE


def _check_change_request(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    subject = sent_values(entry).get("subject")
    found = [
        (each.id, each.createdAt)
        for status in STATUSES
        for each in api.walk(
            LIST_CHANGE_REQUESTS, *entry.intent.ids, query=ChangeRequestsQuery(limit=LIMIT_MAX, status=status)
        )
        if each.subject == subject
    ]
    return observe_created(entry, journal, found)


def shows_nowhere(entry: Entry) -> bool:
    """True for calls that no read can confirm: reactions are only counted, and rereading a source changes no value."""
    sent = sent_values(entry)
    source = sent.get("source") if entry.intent.endpoint == REPLACE_SPEC.name else None
    is_address = isinstance(source, dict) and isinstance(source.get("url"), str)
    return not sent.keys().isdisjoint(REACTIONS) or (is_address and "source" not in entry.intent.was)


CONTENT_CHECKS: Mapping[str, Callable[[Api, Entry, Journal | None], Outcome]] = {
    CREATE_COMMENT.name: _check_comment,
    CREATE_COMMENT_REPLY.name: _check_comment,
    CREATE_CHANGE_REQUEST.name: _check_change_request,
    MERGE_CHANGE_REQUEST.name: _check_merge,
    PULL_INTO_CHANGE_REQUEST.name: _check_pull,
    REQUEST_REVIEWERS.name: _check_reviewers,
}
"""By the name of the endpoint; each raises the Problem of a failed read."""
