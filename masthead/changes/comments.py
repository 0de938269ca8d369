"""Comments and replies: what was written is found again by its text and time."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from contract.authoring.comment import Comment, CommentReply, Reaction
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
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX
from masthead.changes.creations import CLOCKS_APART_SECONDS, concurrent_entries
from masthead.changes.undo import sent_values
from masthead.client import Api
from masthead.store import Cause, Entry, Journal, Outcome, Reason, State

ADDED, REMOVED = "addedReactions", "removedReactions"
REACTIONS = frozenset({ADDED, REMOVED})
PAGES = 2
"""Of the newest comments: what was written a moment ago is among them."""


def check_comment(api: Api, entry: Entry, journal: Journal | None = None) -> Outcome:
    """SAVED where one with this text was posted since. Raises the Problem of a failed read."""
    query = CommentsQuery(limit=LIMIT_MAX, format="markdown", order="desc")
    newest: Iterator[Comment] = api.walk(LIST_COMMENTS, *entry.intent.ids, query=query, pages=PAGES)
    return _check(entry, journal, newest)


def check_reply(api: Api, entry: Entry, journal: Journal | None = None) -> Outcome:
    """The same among the replies to a comment. Raises the Problem of a failed read."""
    query = RepliesQuery(limit=LIMIT_MAX, format="markdown")
    replies: Iterator[CommentReply] = api.walk(LIST_COMMENT_REPLIES, *entry.intent.ids, query=query)
    return _check(entry, journal, replies)


def _check(entry: Entry, journal: Journal | None, told: Iterable[Comment | CommentReply]) -> Outcome:
    sent = sent_values(entry)
    wanted = _squeezed(dict(sent.get("body") or {}).get("markdown"))
    taken = {other.outcome.made for other in concurrent_entries(journal, entry)} if journal else set()
    found = [
        each for each in told if each.id not in taken and _squeezed(_text_of(each)) == wanted and _is_near(each, entry)
    ]
    if len(found) == 1:
        return Outcome(State.SAVED, Cause(Reason.DONE_BY_SOMEBODY), became=sent, made=found[0].id)
    if found:
        return Outcome(State.UNKNOWN, Cause(Reason.MAYBE_DONE))
    return Outcome(State.NOT_SAVED, Cause(Reason.NOT_DONE))


def is_reaction(entry: Entry) -> bool:
    """Whether the entry gave an emoji or took one back, which shows in numbers alone."""
    return not sent_values(entry).keys().isdisjoint(REACTIONS)


def check_reaction(api: Api, entry: Entry, _: Journal | None = None) -> Outcome:
    """What the numbers and times say: the API doesn't report whose reactions are this person's.

    Raises the Problem of a failed read.
    """
    sent = sent_values(entry)
    (emoji,) = sent.get(ADDED) or sent[REMOVED]
    found = next((each for each in _reactions_now(api, entry) if each.emoji == emoji), None)
    done, not_done = Cause(Reason.DONE_BY_SOMEBODY), Cause(Reason.NOT_DONE)
    if found is None or not found.count:
        nobody = Outcome(State.NOT_SAVED, not_done) if ADDED in sent else Outcome(State.SAVED, done)
        return replace(nobody, became=sent)
    people = value_or_none(found.users) or []
    times = [at.timestamp() for each in people if isinstance(at := value_or_none(each.reactedAt), datetime)]
    since = [at for at in times if at >= entry.at - CLOCKS_APART_SECONDS]
    if ADDED in sent and len(since) == 1:
        return Outcome(State.SAVED, done, became=sent)
    if ADDED in sent and not since and len(times) == found.count:
        return Outcome(State.NOT_SAVED, not_done)
    return Outcome(State.UNKNOWN, Cause(Reason.MAYBE_DONE))


def _reactions_now(api: Api, entry: Entry) -> list[Reaction]:
    ids, of_reply = entry.intent.ids, entry.intent.endpoint == UPDATE_COMMENT_REPLY.name
    told: Comment | CommentReply = api.read(GET_COMMENT_REPLY, *ids) if of_reply else api.read(GET_COMMENT, *ids)
    return value_or_none(told.reactions) or []


def _text_of(told: Comment | CommentReply) -> object:
    body = value_or_none(told.body)
    return value_or_none(body.markdown) if body else None


def _squeezed(text: object) -> str:
    """Without differences of white space, which the API may write in its own way."""
    return " ".join(text.split()) if isinstance(text, str) else ""


def _is_near(told: Comment | CommentReply, entry: Entry) -> bool:
    at = value_or_none(told.postedAt)
    return isinstance(at, datetime) and at.timestamp() >= entry.at - CLOCKS_APART_SECONDS


COMMENT_CHECKS: Mapping[str, Callable[[Api, Entry, Journal | None], Outcome]] = {
    CREATE_COMMENT.name: check_comment,
    CREATE_COMMENT_REPLY.name: check_reply,
}
"""By the name of the endpoint."""
