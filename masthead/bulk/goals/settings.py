"""The goals whose steps are stored: settings, roles, and inbox items."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from pydantic import MISSING

from contract.authoring.change_requests import (
    GET_CHANGE_REQUEST,
    LIST_REQUESTED_REVIEWERS,
    REQUEST_REVIEWERS,
    ChangeRequest,
    RequestedReviewer,
)
from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from contract.schema.fields import value_or_none
from masthead.bulk.goal import Contrast, Reversal, StoredGoal
from masthead.client import Api, NotFound, Problem, Read
from masthead.resources import BY_DELETE
from masthead.resources.values import is_same_value, parse_roles
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.store.entries import Cause, Entry, Reason
from masthead.store.journal.journal import Journal
from masthead.writes.roles import ROLE_ASSIGNMENTS, Members, is_listed, leaves_no_owner, read_members, sent_role
from masthead.writes.send import sent_values

ITEMS, CALLS, PEOPLE, REVIEWED_ACCESS = "inbox", "change-requests", "people", "access-review"
CLOSED = ("merged", "archived")
"""Final statuses of a change request."""
Review = tuple[ChangeRequest, Sequence[RequestedReviewer]]
StepReader = Callable[[Api, Sequence[Step]], Sequence[Any]]


class SettingsGoal(StoredGoal):
    """Updates and deletes resources whose settings `read_all` reads, and sets the roles in `ROLE_ASSIGNMENTS`."""

    def compare_values(self, step: Step, now: Mapping[str, Any] | None) -> Contrast:
        if now is not None and step.intent.endpoint in ROLE_ASSIGNMENTS:
            return _compare_role(step, now["role"])
        if now is None:
            return Contrast(is_hidden=True)
        wanted, was, deletes = sent_values(step.intent), step.intent.was, step.intent.endpoint in BY_DELETE
        there = dict(now) if deletes else {name: now.get(name, MISSING) for name in wanted}
        others = {name: value for name, value in there.items() if deletes or not is_same_value(value, wanted[name])}
        known = {name: value for name, value in others.items() if value is not MISSING}
        touched = {name: value for name, value in known.items() if name in was and not is_same_value(value, was[name])}
        return Contrast(deletes or bool(known), touched, len(known) < len(others))

    def is_no_op(self, step: Step, problem: Problem) -> bool:
        """True if a call to remove a role that the API didn't report finds no role."""
        is_role = step.intent.endpoint in ROLE_ASSIGNMENTS
        unreported = is_role and step.intent.body is None and step.intent.was.get("role") is None
        return unreported and isinstance(problem, NotFound)


def _compare_role(step: Step, role: str | None) -> Contrast:
    return Contrast(
        differs=role != sent_role(step.intent),
        touched={} if role == step.intent.was.get("role") else {"role": role},
        is_hidden=not is_listed(step.intent, role),
    )


class InboxGoal(SettingsGoal):
    """Resolves comments, and sets the status of change requests."""

    missing: ClassVar[Reason | None] = Reason.GONE_MEANWHILE

    def compare_values(self, step: Step, now: Mapping[str, Any] | None) -> Contrast:
        status = str((now or {}).get("status"))
        expected = {step.intent.was.get("status"), sent_values(step.intent).get("status")}
        is_closed = status in CLOSED and status not in expected
        return super().compare_values(step, now)._replace(skip=Reason.CLOSED_MEANWHILE if is_closed else None)


class AccessReviewGoal(SettingsGoal):
    """Carries out an access review, whose number is the `review` in the wanted state."""

    missing: ClassVar[Reason | None] = Reason.GONE_MEANWHILE

    def undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal) -> Reversal:
        return super().undo(bulk, entries, journal)._replace(wanted=bulk.purpose.wanted)


class ReviewGoal(StoredGoal):
    """Updates change requests from their spaces, and requests reviews. It can't be undone."""

    missing: ClassVar[Reason | None] = Reason.GONE_MEANWHILE
    undone_states: ClassVar[Sequence[StepState]] = ()

    def read(self, api: Api, steps: Sequence[Step]) -> Sequence[Review | Problem]:
        """Read each change request once, and its reviewers if a step requests some."""
        calls: dict[tuple[Any, ...], Read[Any]] = {}
        for step in steps:
            ids = step.intent.ids
            calls[GET_CHANGE_REQUEST.name, ids] = Read(GET_CHANGE_REQUEST, ids)
            if step.intent.endpoint == REQUEST_REVIEWERS.name:
                calls[REQUEST_REVIEWERS.name, ids] = Read(LIST_REQUESTED_REVIEWERS, ids, ListQuery(limit=LIMIT_MAX))
        answers = dict(zip(calls, api.gather(*calls.values()), strict=True))
        return [_build_review(answers, step.intent.ids) for step in steps]

    def compare_values(self, step: Step, now: Review) -> Contrast:
        request, reviewers = now
        skip = Reason.CLOSED_MEANWHILE if request.status in CLOSED else None
        if step.intent.endpoint != REQUEST_REVIEWERS.name:
            return Contrast(request.outdated, skip=skip)
        users = (value_or_none(each.user) for each in reviewers)
        return Contrast(not set(sent_values(step.intent)["users"]) <= {user.id for user in users if user}, skip=skip)


def _build_review(answers: Mapping[tuple[Any, ...], Any], ids: tuple[str, ...]) -> Review | Problem:
    request, listed = answers[GET_CHANGE_REQUEST.name, ids], answers.get((REQUEST_REVIEWERS.name, ids))
    if isinstance(request, Problem):
        return request
    if listed is None or isinstance(listed, Problem):
        return listed or (request, ())
    current = [each for each in listed.items if value_or_none(each.revision) in {None, request.revision}]
    return request, current


class PeopleGoal(SettingsGoal):
    """Removes somebody from teams and hands over their work, or adds people to several teams."""

    missing: ClassVar[Reason | None] = Reason.GONE_MEANWHILE
    _reviews = ReviewGoal()

    def read(self, api: Api, steps: Sequence[Step]) -> Sequence[Any]:
        """Read reviewers, members or settings, depending on the step."""
        others: StepReader = super().read
        readers: Mapping[str, StepReader] = {
            REQUEST_REVIEWERS.name: self._reviews.read,
            UPDATE_TEAM_MEMBERS.name: _read_members,
        }
        found: dict[int, Any] = {}
        for endpoint in {step.intent.endpoint for step in steps}:
            some = [step for step in steps if step.intent.endpoint == endpoint]
            answers = readers.get(endpoint, others)(api, some)
            found |= {step.position: answer for step, answer in zip(some, answers, strict=True)}
        return [found[step.position] for step in steps]

    def compare_values(self, step: Step, now: Any) -> Contrast:  # noqa: ANN401 - as `read` gives it
        if step.intent.endpoint == REQUEST_REVIEWERS.name:
            return self._reviews.compare_values(step, now)
        return _compare_members(step, now) if isinstance(now, Members) else super().compare_values(step, now)

    def undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal) -> Reversal:
        """Undo everything but requests for reviews, which nobody can withdraw."""
        asked = [each for each in entries if each.intent.endpoint == REQUEST_REVIEWERS.name]
        back = super().undo(bulk, [each for each in entries if each not in asked], journal)
        left = [Cause(Reason.PERMANENT, {"of": each.intent.summary}) for each in asked]
        return back._replace(left=[*back.left, *left])


def _read_members(api: Api, steps: Sequence[Step]) -> list[Members | Problem]:
    found: list[Members | Problem] = []
    for step in steps:
        try:
            found.append(read_members(api, *step.intent.ids))
        except Problem as problem:
            found.append(problem)
    return found


def _compare_members(step: Step, members: Members) -> Contrast:
    """Compare roles. A person who is only added may have any role, and a team keeps an owner."""
    sent = sent_values(step.intent)
    given, wanted = sent.get("memberships") or {}, parse_roles(sent)
    found = {name: members.find(name) for name in wanted}
    differs = any(
        (there is None) is not (wanted[name] is None)
        or (there is not None and name in given and there.role != wanted[name])
        for name, there in found.items()
    )
    skip = Reason.LAST_OWNER if differs and leaves_no_owner(members, wanted) else None
    return Contrast(differs, skip=skip)
