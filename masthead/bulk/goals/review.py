"""The kinds of bulk change that settle items of the inbox: what somebody settled meanwhile is left as it is."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from contract.authoring.change_requests import (
    GET_CHANGE_REQUEST,
    LIST_REQUESTED_REVIEWERS,
    REQUEST_REVIEWERS,
    ChangeRequest,
    RequestedReviewer,
)
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.bulk.goal import Goal, SettingsGoal, describe_unverified, mark_unreadable, tell_difference
from masthead.client import Api, NotFound, Problem, Read
from masthead.store.bulk.steps import Mark, Step, StepState
from masthead.store.causes import NO_CAUSE, Cause, Reason
from masthead.writes.change import sent_values
from masthead.writes.reading import Now

ITEMS, CALLS = "inbox", "change-requests"
CLOSED = ("merged", "archived")
"""The statuses of a change request that end it."""
Found = tuple[ChangeRequest | Problem, Sequence[RequestedReviewer] | Problem]


class InboxGoal(SettingsGoal):
    """Comments that are resolved, and change requests that get another status."""

    def check_step(self, step: Step, now: Now) -> Mark | Problem | None:
        """Leave what somebody has merged, archived or deleted since."""
        if isinstance(now, NotFound):
            return Mark(step.position, StepState.SKIPPED, Cause(Reason.GONE_MEANWHILE))
        status = str(now.get("status")) if isinstance(now, Mapping) else ""
        expected = {step.intent.was.get("status"), sent_values(step.intent).get("status")}
        if status in CLOSED and status not in expected:
            return Mark(step.position, StepState.SKIPPED, Cause(Reason.CLOSED_MEANWHILE))
        return super().check_step(step, now)


class ReviewGoal(Goal):
    """Updates of change requests from their spaces, and requests of reviews: the API has no call that undoes either."""

    undone_states: ClassVar[Sequence[StepState]] = ()

    def look(self, api: Api, steps: Sequence[Step]) -> Sequence[Mark | Problem | None]:
        """Leave what somebody has closed, updated or requested since."""
        return [_check_step(step, found) for step, found in zip(steps, _read(api, steps), strict=True)]

    def differences(self, api: Api, steps: Sequence[Step]) -> Sequence[Cause]:
        """What the API doesn't report as it was sent."""
        return [_describe_difference(step, found) for step, found in zip(steps, _read(api, steps), strict=True)]


def _read(api: Api, steps: Sequence[Step]) -> list[Found]:
    """The change request of each step, read once for several, and where that matters whose review was requested."""
    calls: dict[tuple[Any, ...], Read[Any]] = {}
    for step in steps:
        ids = step.intent.ids
        calls[GET_CHANGE_REQUEST.name, ids] = Read(GET_CHANGE_REQUEST, ids)
        if _requests_review(step):
            calls[REQUEST_REVIEWERS.name, ids] = Read(LIST_REQUESTED_REVIEWERS, ids, ListQuery(limit=LIMIT_MAX))
    answers = dict(zip(calls, api.gather(*calls.values()), strict=True))
    return [_found(answers, step.intent.ids) for step in steps]


def _found(answers: Mapping[tuple[Any, ...], Any], ids: tuple[str, ...]) -> Found:
    listed = answers.get((REQUEST_REVIEWERS.name, ids))
    return answers[GET_CHANGE_REQUEST.name, ids], listed if isinstance(
        listed, Problem
    ) else listed.items if listed else []


def _requests_review(step: Step) -> bool:
    return step.intent.endpoint == REQUEST_REVIEWERS.name


def _check_step(step: Step, found: Found) -> Mark | Problem | None:
    request, reviewers = found
    if isinstance(request, NotFound):
        return Mark(step.position, StepState.SKIPPED, Cause(Reason.GONE_MEANWHILE))
    if isinstance(request, Problem):
        return mark_unreadable(step, request)
    if isinstance(reviewers, Problem):
        return mark_unreadable(step, reviewers)
    if request.status in CLOSED:
        return Mark(step.position, StepState.SKIPPED, Cause(Reason.CLOSED_MEANWHILE))
    if not _requests_review(step):
        return None if request.outdated else Mark(step.position, StepState.SKIPPED, Cause(Reason.ALREADY_SO))
    asked = [each for each in reviewers if value_or_none(each.revision) in {None, request.revision}]
    return Mark(step.position, StepState.SKIPPED, Cause(Reason.ALREADY_SO)) if _are_among(step, asked) else None


def _are_among(step: Step, reviewers: Sequence[RequestedReviewer]) -> bool:
    users = (value_or_none(each.user) for each in reviewers)
    return set(sent_values(step.intent)["users"]) <= {user.id for user in users if user}


def _describe_difference(step: Step, found: Found) -> Cause:
    request, reviewers = found
    problem = next((each for each in found if isinstance(each, Problem)), None)
    if problem is not None:
        return describe_unverified(step, problem)
    if _requests_review(step):
        is_there = not isinstance(reviewers, Problem) and _are_among(step, reviewers)
        return NO_CAUSE if is_there else tell_difference(step)
    is_outdated = isinstance(request, ChangeRequest) and request.outdated
    return tell_difference(step) if is_outdated else NO_CAUSE
