"""Goals for inbox items: resolve comments, and set, update or review change requests."""

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
from masthead.bulk.goal import Contrast, StoredGoal
from masthead.bulk.goals.settings import SettingsGoal
from masthead.client import Api, Problem, Read
from masthead.store.bulk.steps import Step, StepState
from masthead.store.entries import Reason
from masthead.writes.send import sent_values

ITEMS, CALLS = "inbox", "change-requests"
CLOSED = ("merged", "archived")
"""Final statuses of a change request."""
Review = tuple[ChangeRequest, Sequence[RequestedReviewer]]


class InboxGoal(SettingsGoal):
    """Resolves comments, and sets statuses of change requests."""

    missing: ClassVar[Reason | None] = Reason.GONE_MEANWHILE

    def contrast(self, step: Step, now: Mapping[str, Any] | None) -> Contrast:
        status = str((now or {}).get("status"))
        expected = {step.intent.was.get("status"), sent_values(step.intent).get("status")}
        is_closed = status in CLOSED and status not in expected
        return super().contrast(step, now)._replace(skip=Reason.CLOSED_MEANWHILE if is_closed else None)


class ReviewGoal(StoredGoal):
    """Updates change requests from their spaces, and requests reviews; no undo."""

    missing: ClassVar[Reason | None] = Reason.GONE_MEANWHILE
    undone_states: ClassVar[Sequence[StepState]] = ()

    def read(self, api: Api, steps: Sequence[Step]) -> Sequence[Review | Problem]:
        """Read each change request once, with its reviewers if a step requests some."""
        calls: dict[tuple[Any, ...], Read[Any]] = {}
        for step in steps:
            ids = step.intent.ids
            calls[GET_CHANGE_REQUEST.name, ids] = Read(GET_CHANGE_REQUEST, ids)
            if step.intent.endpoint == REQUEST_REVIEWERS.name:
                calls[REQUEST_REVIEWERS.name, ids] = Read(LIST_REQUESTED_REVIEWERS, ids, ListQuery(limit=LIMIT_MAX))
        answers = dict(zip(calls, api.gather(*calls.values()), strict=True))
        return [_review(answers, step.intent.ids) for step in steps]

    def contrast(self, step: Step, now: Review) -> Contrast:
        request, reviewers = now
        skip = Reason.CLOSED_MEANWHILE if request.status in CLOSED else None
        if step.intent.endpoint != REQUEST_REVIEWERS.name:
            return Contrast(request.outdated, skip=skip)
        users = (value_or_none(each.user) for each in reviewers)
        return Contrast(not set(sent_values(step.intent)["users"]) <= {user.id for user in users if user}, skip=skip)


def _review(answers: Mapping[tuple[Any, ...], Any], ids: tuple[str, ...]) -> Review | Problem:
    request, listed = answers[GET_CHANGE_REQUEST.name, ids], answers.get((REQUEST_REVIEWERS.name, ids))
    if isinstance(request, Problem):
        return request
    if listed is None or isinstance(listed, Problem):
        return listed or (request, ())
    current = [each for each in listed.items if value_or_none(each.revision) in {None, request.revision}]
    return request, current
