"""What nothing tells by value: comments, change requests, imports and specifications, found again by their times."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from math import inf
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
from contract.authoring.comment import Comment, CommentReply
from contract.authoring.comments import (
    CREATE_COMMENT,
    CREATE_COMMENT_REPLY,
    GET_COMMENT,
    GET_COMMENT_REPLY,
    LIST_COMMENT_REPLIES,
    LIST_COMMENTS,
    UPDATE_COMMENT_REPLY,
    CommentsQuery,
    RepliesQuery,
)
from contract.authoring.content import (
    GET_CONTENT,
    GET_PROPOSED_CONTENT,
    IMPORT_CONTENT,
    IMPORT_PROPOSED_CONTENT,
    ContentQuery,
)
from contract.authoring.openapi_specs import GET_SPEC, REPLACE_SPEC
from contract.authoring.revisions import Revision
from contract.schema.endpoint import Endpoint
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.changes.creations import observe_created
from masthead.changes.undo import sent_values
from masthead.client import Api
from masthead.store import Entry, Journal, Outcome
from masthead.writes.observe import (
    ARRIVES_WITHIN_SECONDS,
    DONE_BY_SOMEBODY,
    MAYBE_DONE,
    NOT_DONE,
    is_near,
    may_come,
    observe_made,
)

ADDED, REMOVED = "addedReactions", "removedReactions"
REACTIONS = frozenset({ADDED, REMOVED})
PAGES = 2
"""Of the newest comments: what was written a moment ago is among them."""
MERGED = "merged"
STATUSES = ("draft", "open", "archived", MERGED)
UNREAD = ("pending", "progress")
IMPORTS: Mapping[str, Endpoint[Revision]] = {
    IMPORT_CONTENT.name: GET_CONTENT,
    IMPORT_PROPOSED_CONTENT.name: GET_PROPOSED_CONTENT,
}
"""By the name of the endpoint: the read of what it changes."""
TAKES_SECONDS = 600.0
"""For how long an import may go on at the API after nobody waits for it any more."""


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


def is_reaction(entry: Entry) -> bool:
    """Whether the entry gave an emoji or took one back, which shows in numbers alone."""
    return not sent_values(entry).keys().isdisjoint(REACTIONS)


def check_reaction(api: Api, entry: Entry, _: Journal | None = None) -> Outcome:
    """What the numbers and times say: the API doesn't report whose reactions are this person's.

    Raises the Problem of a failed read.
    """
    sent, ids = sent_values(entry), entry.intent.ids
    (emoji,) = sent.get(ADDED) or sent[REMOVED]
    of_reply = entry.intent.endpoint == UPDATE_COMMENT_REPLY.name
    told: Comment | CommentReply = api.read(GET_COMMENT_REPLY, *ids) if of_reply else api.read(GET_COMMENT, *ids)
    found = next((each for each in value_or_none(told.reactions) or [] if each.emoji == emoji), None)
    times = [value_or_none(each.reactedAt) for each in (value_or_none(found.users) or [])] if found else []
    unnamed = [None] * (found.count - len(times)) if found else []
    if ADDED in sent:
        return replace(observe_made(entry, [*times, *unnamed], within=inf), became=sent)
    return replace(MAYBE_DONE if found and found.count else DONE_BY_SOMEBODY, became=sent)


def _check_merge(api: Api, entry: Entry, _: Journal | None) -> Outcome:
    request = api.read(GET_CHANGE_REQUEST, *entry.intent.ids)
    if request.status == MERGED:
        return replace(DONE_BY_SOMEBODY, became={"revision": value_or_none(request.revisionMerged) or request.revision})
    return observe_made(entry, (), takes=ARRIVES_WITHIN_SECONDS)


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


def _check_import(api: Api, entry: Entry, _: Journal | None) -> Outcome:
    """A newer revision may be of anybody's edit, so it proves nothing."""
    query = ContentQuery(metadata=False, computed=False)
    revision = api.read(IMPORTS[entry.intent.endpoint], *entry.intent.ids, query=query)
    return observe_made(entry, [revision.createdAt], shared=True, within=inf, takes=TAKES_SECONDS)


def is_sent_again(entry: Entry) -> bool:
    """Whether the address that the entry sent may have been the source before, so that its value shows nothing."""
    is_address = isinstance(_address(entry), str)
    return entry.intent.endpoint == REPLACE_SPEC.name and "source" not in entry.intent.was and is_address


def check_read_again(api: Api, entry: Entry) -> Outcome | None:
    """What came of having a source read again, by when the API last read it; None where it is not the source.

    Raises the Problem of a failed read.
    """
    spec = api.read(GET_SPEC, *entry.intent.ids)
    if spec.sourceURL != _address(entry):
        return None
    is_read = spec.processingState not in UNREAD
    return observe_made(entry, [spec.lastProcessedAt], within=inf) if is_read else DONE_BY_SOMEBODY


def _address(entry: Entry) -> object:
    source = sent_values(entry).get("source")
    return source.get("url") if isinstance(source, dict) else None


CONTENT_CHECKS: Mapping[str, Callable[[Api, Entry, Journal | None], Outcome]] = {
    CREATE_COMMENT.name: _check_comment,
    CREATE_COMMENT_REPLY.name: _check_comment,
    CREATE_CHANGE_REQUEST.name: _check_change_request,
    MERGE_CHANGE_REQUEST.name: _check_merge,
    PULL_INTO_CHANGE_REQUEST.name: _check_pull,
    REQUEST_REVIEWERS.name: _check_reviewers,
    **dict.fromkeys(IMPORTS, _check_import),
}
"""By the name of the endpoint; each raises the Problem of a failed read."""
