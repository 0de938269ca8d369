"""Change requests: what became of a write is seen by the request itself, its reviewers, or the list that it is in."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime

from contract.authoring.change_requests import (
    CREATE_CHANGE_REQUEST,
    GET_CHANGE_REQUEST,
    LIST_CHANGE_REQUESTS,
    LIST_REQUESTED_REVIEWERS,
    MERGE_CHANGE_REQUEST,
    PULL_INTO_CHANGE_REQUEST,
    REQUEST_REVIEWERS,
    ChangeRequest,
    ChangeRequestsQuery,
)
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.changes.creations import ARRIVES_WITHIN_SECONDS, CLOCKS_APART_SECONDS
from masthead.changes.undo import sent_values
from masthead.client import Api
from masthead.store import Cause, Entry, Journal, Outcome, Reason, State

MERGED = "merged"
STATUSES = ("draft", "open", "archived", MERGED)


def check_merge(api: Api, entry: Entry, _journal: Journal | None = None) -> Outcome:
    """SAVED where it is merged, by whomever. Raises the Problem of a failed read."""
    request = api.read(GET_CHANGE_REQUEST, *entry.intent.ids)
    if request.status == MERGED:
        revision = value_or_none(request.revisionMerged) or request.revision
        return Outcome(State.SAVED, Cause(Reason.DONE_BY_SOMEBODY), became={"revision": revision})
    if _may_arrive(entry):
        return Outcome(State.UNKNOWN, Cause(Reason.NOT_YET))
    return Outcome(State.NOT_SAVED, Cause(Reason.NOT_DONE))


def check_pull(api: Api, entry: Entry, _journal: Journal | None = None) -> Outcome:
    """SAVED where it has all that the space shows. Raises the Problem of a failed read."""
    request = api.read(GET_CHANGE_REQUEST, *entry.intent.ids)
    if not request.outdated:
        return Outcome(State.SAVED, Cause(Reason.DONE_BY_SOMEBODY), became={"revision": request.revision})
    if request.updatedAt.timestamp() >= entry.at - CLOCKS_APART_SECONDS or _may_arrive(entry):
        return Outcome(State.UNKNOWN, Cause(Reason.CHANGED_SINCE))
    return Outcome(State.NOT_SAVED, Cause(Reason.NOT_DONE))


def check_reviewers(api: Api, entry: Entry, _journal: Journal | None = None) -> Outcome:
    """SAVED where all were asked about then. Raises the Problem of a failed read."""
    wanted = set(sent_values(entry).get("users") or ())
    asked: dict[str, float] = {}
    for each in api.walk(LIST_REQUESTED_REVIEWERS, *entry.intent.ids, query=ListQuery(limit=LIMIT_MAX)):
        user, at = value_or_none(each.user), value_or_none(each.createdAt)
        if user and isinstance(at, datetime):
            asked[user.id] = max(at.timestamp(), asked.get(user.id, 0.0))
    since = {each for each in wanted if asked.get(each, 0.0) >= entry.at - CLOCKS_APART_SECONDS}
    if wanted and since == wanted:
        return Outcome(State.SAVED, Cause(Reason.DONE_BY_SOMEBODY))
    if since:
        return Outcome(State.UNKNOWN, Cause(Reason.MAYBE_DONE))
    return Outcome(State.NOT_SAVED, Cause(Reason.NOT_DONE))


def check_created(api: Api, entry: Entry, _journal: Journal | None = None) -> Outcome:
    """SAVED where one with this subject was made since then. Raises the Problem of a failed read."""
    subject = sent_values(entry).get("subject")
    found = [each for each in _with_subject(api, entry.intent.ids, subject) if _is_near(each, entry)]
    since = [each for each in found if each.createdAt.timestamp() >= entry.at]
    if len(found) == len(since) == 1:
        return Outcome(State.SAVED, Cause(Reason.DONE_BY_SOMEBODY), became=sent_values(entry), made=since[0].id)
    if found:
        return Outcome(State.UNKNOWN, Cause(Reason.MAYBE_DONE))
    return Outcome(State.NOT_SAVED, Cause(Reason.NOT_DONE))


def _with_subject(api: Api, ids: tuple[str, ...], subject: object) -> list[ChangeRequest]:
    return [
        each
        for status in STATUSES
        for each in api.walk(LIST_CHANGE_REQUESTS, *ids, query=ChangeRequestsQuery(limit=LIMIT_MAX, status=status))
        if each.subject == subject
    ]


def _is_near(request: ChangeRequest, entry: Entry) -> bool:
    return request.createdAt.timestamp() >= entry.at - CLOCKS_APART_SECONDS


def _may_arrive(entry: Entry) -> bool:
    """Whether the call may still be on its way; one that was answered is not."""
    return entry.outcome.state is not State.SAVED and time.time() - entry.at < ARRIVES_WITHIN_SECONDS


CHANGE_REQUEST_CHECKS: Mapping[str, Callable[[Api, Entry, Journal | None], Outcome]] = {
    MERGE_CHANGE_REQUEST.name: check_merge,
    PULL_INTO_CHANGE_REQUEST.name: check_pull,
    REQUEST_REVIEWERS.name: check_reviewers,
    CREATE_CHANGE_REQUEST.name: check_created,
}
"""By the name of the endpoint."""
