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
from i18n import N_, gettext
from masthead.changes.creations import ARRIVES_WITHIN_SECONDS, BY_WHOM, CLOCKS_APART_SECONDS
from masthead.changes.undo import sent_values
from masthead.client import Api
from masthead.store import Entry, Journal, Outcome, State

MERGED = "merged"
STATUSES = ("draft", "open", "archived", MERGED)
SHOWN = 5
MERGED_BY = N_("You or somebody else merged it.")
UPDATED_BY = N_("You or somebody else updated it.")
ASKED_BY = N_("You or somebody else asked them.")
SEVERAL = N_(
    "It isn't known whether this was created. Change requests with this subject were made then: %(numbers)s. "
    "You or somebody else created them."
)


def check_merge(api: Api, entry: Entry, _journal: Journal | None = None) -> Outcome:
    """SAVED where it is merged, by whomever. Raises the Problem of a failed read."""
    request = api.read(GET_CHANGE_REQUEST, *entry.intent.ids)
    if request.status == MERGED:
        revision = value_or_none(request.revisionMerged) or request.revision
        merged = gettext("The change request is merged, as revision %(revision)s.", revision=revision)
        return Outcome(State.SAVED, f"{merged} {gettext(MERGED_BY)}", became={"revision": revision})
    if _may_arrive(entry):
        return Outcome(State.UNKNOWN, gettext("It is not merged yet. Check again in a minute."))
    return Outcome(State.NOT_SAVED, gettext("The change request is not merged."))


def check_pull(api: Api, entry: Entry, _journal: Journal | None = None) -> Outcome:
    """SAVED where it has all that the space shows. Raises the Problem of a failed read."""
    request = api.read(GET_CHANGE_REQUEST, *entry.intent.ids)
    if not request.outdated:
        told = gettext("The change request is up to date: revision %(revision)s.", revision=request.revision)
        return Outcome(State.SAVED, f"{told} {gettext(UPDATED_BY)}", became={"revision": request.revision})
    if request.updatedAt.timestamp() >= entry.at - CLOCKS_APART_SECONDS or _may_arrive(entry):
        return Outcome(
            State.UNKNOWN,
            gettext("The change request is outdated. The space or the change request may have changed since."),
        )
    return Outcome(State.NOT_SAVED, gettext("The change request was not changed since then."))


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
        told = gettext("They were asked for a review.")
        return Outcome(State.SAVED, f"{told} {gettext(ASKED_BY)}")
    if since:
        return Outcome(
            State.UNKNOWN, gettext("Some of them were asked for a review about then, by you or somebody else.")
        )
    return Outcome(State.NOT_SAVED, gettext("None of them was asked for a review since then."))


def check_created(api: Api, entry: Entry, _journal: Journal | None = None) -> Outcome:
    """SAVED where one with this subject was made since then. Raises the Problem of a failed read."""
    subject = sent_values(entry).get("subject")
    found = [each for each in _with_subject(api, entry.intent.ids, subject) if _is_near(each, entry)]
    since = [each for each in found if each.createdAt.timestamp() >= entry.at]
    if len(found) == len(since) == 1:
        told = gettext("The change request #%(number)s %(subject)s exists.", number=since[0].number, subject=subject)
        return Outcome(State.SAVED, f"{told} {gettext(BY_WHOM)}", became=sent_values(entry), made=since[0].id)
    if found:
        numbers = ", ".join(f"#{each.number}" for each in found[:SHOWN])
        return Outcome(State.UNKNOWN, gettext(SEVERAL, numbers=numbers))
    return Outcome(State.NOT_SAVED, gettext("There is no change request with this subject from then."))


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
