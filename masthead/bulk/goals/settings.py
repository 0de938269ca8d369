"""The goal of stored calls: settings, roles, inbox items, reviews and people. Each endpoint has its comparison."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pydantic import MISSING

from contract.authoring.change_requests import (
    GET_CHANGE_REQUEST,
    LIST_REQUESTED_REVIEWERS,
    PULL_INTO_CHANGE_REQUEST,
    REQUEST_REVIEWERS,
    UPDATE_CHANGE_REQUEST,
    ChangeRequest,
    RequestedReviewer,
)
from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from contract.schema.fields import value_or_none
from masthead.bulk.goal import MAYBE_DONE, Goal, Reversal
from masthead.client import Api, NotFound, Problem, Read, Refused, TokenRefused, TooMany, Unreadable
from masthead.resources import BY_DELETE, DELETIONS
from masthead.resources.values import is_same_value, parse_roles
from masthead.store.bulk.steps import BulkChange, Mark, Step, StepState
from masthead.store.entries import MAYBE_SAVED, NO_CAUSE, Cause, Entry, Intent, Outcome, Reason, State, Values
from masthead.store.journal.journal import Journal
from masthead.writes.observe import read_all
from masthead.writes.roles import ROLE_ASSIGNMENTS, Members, is_listed, leaves_no_owner, read_members, sent_role
from masthead.writes.send import sent_values, summary_of_undo
from masthead.writes.undo import undo_change

ITEMS, CALLS, PEOPLE, REVIEWED_ACCESS = "inbox", "change-requests", "people", "access-review"
CLOSED = ("merged", "archived")
"""Final statuses of a change request."""
PERMANENT = {REQUEST_REVIEWERS.name, PULL_INTO_CHANGE_REQUEST.name}
"""Calls that nothing takes back."""
Review = tuple[ChangeRequest, Sequence[RequestedReviewer]]
Reader = Callable[[Api, Sequence[Intent]], Sequence[Any]]


class Contrast(NamedTuple):
    """The current values compared with those that a step sends.

    `touched` are values that somebody else set since the person saw them. `is_hidden` means that the API doesn't report
    all values. `skip` is the reason to skip the step.
    """

    differs: bool = False
    touched: Values = {}  # noqa: RUF012 - read only
    is_hidden: bool = False
    skip: Reason | None = None


class CallComparison(NamedTuple):
    """Reads the current values of several calls, and compares those of each."""

    read: Reader
    compare: Callable[[Intent, Any], Contrast]


@dataclass(frozen=True, slots=True)
class SettingsGoal(Goal):
    """Keeps stored steps. Compares each with current values before sending it and at the end.

    `missing` is the reason to skip a step if its resource is gone; without one, the step fails. `undone_states` is
    empty if nothing can be undone. An undo has no wanted state, unless the goal `keeps_wanted`.
    """

    missing: Reason | None = None
    undone_states: Sequence[StepState] = MAYBE_DONE
    keeps_wanted: bool = False

    def check_steps(self, api: Api, steps: Sequence[Step]) -> Sequence[Mark | Problem | None]:
        return [self._check_step(step, now) for step, now in zip(steps, _read_values(api, steps), strict=True)]

    def differences(self, api: Api, steps: Sequence[Step]) -> Sequence[Cause]:
        return [_describe_difference(step, now) for step, now in zip(steps, _read_values(api, steps), strict=True)]

    def _check_step(self, step: Step, now: Any) -> Mark | Problem | None:  # noqa: ANN401 - as it is read
        missing = Reason.ALREADY_SO if step.intent.endpoint in BY_DELETE else self.missing
        if isinstance(now, NotFound) and missing:
            return Mark(step.position, StepState.SKIPPED, Cause(missing))
        if isinstance(now, Problem):
            not_read = Cause(Reason.NOT_READ, {"message": now.message})
            return Mark(step.position, StepState.FAILED, not_read) if _is_about_one_resource(now) else now
        found = _compare_values(step, now)
        skip = found.skip or (None if found.differs or found.is_hidden else Reason.ALREADY_SO)
        if skip:
            return Mark(step.position, StepState.SKIPPED, Cause(skip))
        changed = Mark(step.position, StepState.FAILED, Cause(Reason.CHANGED_MEANWHILE), found.touched)
        return changed if found.touched else None

    def is_no_op(self, step: Step, problem: Problem) -> bool:
        """True if a call to remove a role that the API didn't report finds no role."""
        is_role = step.intent.endpoint in ROLE_ASSIGNMENTS
        unreported = is_role and step.intent.body is None and step.intent.was.get("role") is None
        return unreported and isinstance(problem, NotFound)

    def undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal) -> Reversal:
        """Undo each entry, the last one first, except for values that somebody else set since.

        A call of unknown outcome counts as done: `check_steps` skips its undo if it did nothing.
        """
        back = [undo_change(_assume_saved(entry), journal) for entry in reversed(entries)]
        left = [_explain_omission(entry, journal) for entry in entries]
        return Reversal(
            summary_of_undo(bulk.purpose.title),
            bulk.purpose.wanted if self.keeps_wanted else None,
            [change for change in back if change is not None],
            [cause for cause in left if cause],
        )


def _describe_difference(step: Step, now: Any) -> Cause:  # noqa: ANN401 - as it is read
    summary = {"summary": step.intent.summary}
    if isinstance(now, NotFound) and step.intent.endpoint in BY_DELETE:
        return NO_CAUSE
    if isinstance(now, Problem):
        if not _is_about_one_resource(now):
            raise now
        return Cause(Reason.NOT_LOOKED_AT, {**summary, "why": now.message})
    return Cause(Reason.DIFFERENT, summary) if _compare_values(step, now).differs else NO_CAUSE


def _is_about_one_resource(problem: Problem) -> bool:
    """True if the problem is with a single resource, not with the person's access or the API."""
    return isinstance(problem, (Refused, Unreadable)) and not isinstance(problem, (TokenRefused, TooMany))


def _assume_saved(entry: Entry) -> Entry:
    # Except deletions: undoing one would create a resource that may still exist.
    if entry.outcome.state not in MAYBE_SAVED or entry.intent.endpoint in DELETIONS:
        return entry
    return replace(entry, outcome=Outcome(State.SAVED, became=sent_values(entry.intent)))


def _explain_omission(entry: Entry, journal: Journal) -> Cause:
    summary, done = entry.intent.summary, _assume_saved(entry)
    if entry.intent.endpoint in PERMANENT:
        return Cause(Reason.PERMANENT, {"of": summary})
    whole, possible = undo_change(done, None), undo_change(done, journal)
    if entry.outcome.state in MAYBE_SAVED and (entry.intent.endpoint in DELETIONS or whole is None):
        return Cause(Reason.NOT_UNDONE, {"summary": summary})
    if whole is None or (possible is not None and possible.sent == whole.sent):
        return NO_CAUSE
    is_undone = any(each.outcome.state is State.SAVED for each in journal.list_undos(entry.number))
    return NO_CAUSE if is_undone else Cause(Reason.CHANGED_AGAIN, {"summary": summary})


def _read_values(api: Api, steps: Sequence[Step]) -> list[Any]:
    """Read what each step's comparison needs; a failed read gives a Problem. Nothing is read twice."""
    found: dict[int, Any] = {}
    for reader in {_reader_of(step) for step in steps}:
        some = [step for step in steps if _reader_of(step) is reader]
        answers = reader(api, [step.intent for step in some])
        found |= {step.position: answer for step, answer in zip(some, answers, strict=True)}
    return [found[step.position] for step in steps]


def _compare_values(step: Step, now: Any) -> Contrast:  # noqa: ANN401 - as it is read
    return COMPARISONS.get(step.intent.endpoint, SETTINGS).compare(step.intent, now)


def _reader_of(step: Step) -> Reader:
    return COMPARISONS.get(step.intent.endpoint, SETTINGS).read


def _compare_settings(intent: Intent, now: Mapping[str, Any] | None) -> Contrast:
    if now is None:
        return Contrast(is_hidden=True)
    wanted, was, deletes = sent_values(intent), intent.was, intent.endpoint in BY_DELETE
    there = dict(now) if deletes else {name: now.get(name, MISSING) for name in wanted}
    others = {name: value for name, value in there.items() if deletes or not is_same_value(value, wanted[name])}
    known = {name: value for name, value in others.items() if value is not MISSING}
    touched = {name: value for name, value in known.items() if name in was and not is_same_value(value, was[name])}
    return Contrast(deletes or bool(known), touched, len(known) < len(others))


def _compare_role(intent: Intent, now: Mapping[str, Any] | None) -> Contrast:
    role = (now or {})["role"]
    return Contrast(
        differs=role != sent_role(intent),
        touched={} if role == intent.was.get("role") else {"role": role},
        is_hidden=not is_listed(intent, role),
    )


def _compare_status(intent: Intent, now: Mapping[str, Any] | None) -> Contrast:
    status = (now or {}).get("status")
    is_closed = status in CLOSED and status not in {intent.was.get("status"), sent_values(intent).get("status")}
    return _compare_settings(intent, now)._replace(skip=Reason.CLOSED_MEANWHILE if is_closed else None)


def _read_reviews(api: Api, intents: Sequence[Intent]) -> list[Review | Problem]:
    """Read each change request once, and its reviewers if a call requests some."""
    calls: dict[tuple[Any, ...], Read[Any]] = {}
    for intent in intents:
        calls[GET_CHANGE_REQUEST.name, intent.ids] = Read(GET_CHANGE_REQUEST, intent.ids)
        if intent.endpoint == REQUEST_REVIEWERS.name:
            listing = Read(LIST_REQUESTED_REVIEWERS, intent.ids, ListQuery(limit=LIMIT_MAX))
            calls[REQUEST_REVIEWERS.name, intent.ids] = listing
    answers = dict(zip(calls, api.gather(*calls.values()), strict=True))
    return [_build_review(answers, intent.ids) for intent in intents]


def _build_review(answers: Mapping[tuple[Any, ...], Any], ids: tuple[str, ...]) -> Review | Problem:
    request, listed = answers[GET_CHANGE_REQUEST.name, ids], answers.get((REQUEST_REVIEWERS.name, ids))
    if isinstance(request, Problem):
        return request
    if listed is None or isinstance(listed, Problem):
        return listed or (request, ())
    current = [each for each in listed.items if value_or_none(each.revision) in {None, request.revision}]
    return request, current


def _compare_review(intent: Intent, now: Review) -> Contrast:
    request, reviewers = now
    skip = Reason.CLOSED_MEANWHILE if request.status in CLOSED else None
    if intent.endpoint == PULL_INTO_CHANGE_REQUEST.name:
        return Contrast(request.outdated, skip=skip)
    users = (value_or_none(each.user) for each in reviewers)
    return Contrast(not set(sent_values(intent)["users"]) <= {user.id for user in users if user}, skip=skip)


def _read_team_members(api: Api, intents: Sequence[Intent]) -> list[Members | Problem]:
    found: list[Members | Problem] = []
    for intent in intents:
        try:
            found.append(read_members(api, *intent.ids))
        except Problem as problem:
            found.append(problem)
    return found


def _compare_members(intent: Intent, members: Members) -> Contrast:
    """Compare roles. A person who is only added may have any role, and a team keeps an owner."""
    sent = sent_values(intent)
    given, wanted = sent.get("memberships") or {}, parse_roles(sent)
    found = {name: members.find(name) for name in wanted}
    differs = any(
        (there is None) is not (wanted[name] is None)
        or (there is not None and name in given and there.role != wanted[name])
        for name, there in found.items()
    )
    skip = Reason.LAST_OWNER if differs and leaves_no_owner(members, wanted) else None
    return Contrast(differs, skip=skip)


SETTINGS, REVIEWS = CallComparison(read_all, _compare_settings), CallComparison(_read_reviews, _compare_review)
COMPARISONS = {
    **dict.fromkeys(ROLE_ASSIGNMENTS, CallComparison(read_all, _compare_role)),
    **dict.fromkeys(PERMANENT, REVIEWS),
    UPDATE_CHANGE_REQUEST.name: CallComparison(read_all, _compare_status),
    UPDATE_TEAM_MEMBERS.name: CallComparison(_read_team_members, _compare_members),
}
"""Comparisons by endpoint name; all other calls are compared as settings."""
