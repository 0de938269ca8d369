"""Outcomes of a bulk change that has ended: equal changes and equal reasons are one group."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from flask import url_for

from blueprints.bulk_changes.labels import BETWEEN, STATES, split_differences, step_message
from masthead.bulk.goals.members import KIND as MEMBERS
from masthead.bulk.goals.members import MemberState
from masthead.client import Problem
from masthead.i18n import gettext, ngettext
from masthead.rosters.comparison import Correction, RosterAction, RosterLine, list_corrections, parse_wanted
from masthead.rosters.text import parse_stored_text
from masthead.store.bulk.steps import BulkChange, StepState
from masthead.store.entries import Cause, Reason, parse_cause
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.frame.organization import load_organization
from masthead.web.person.portal import portal
from masthead.web.person.session import person

LOOKS = {"good": "check-circle", "warn": "exclamation-triangle", "quiet": "info-circle"}
LOG_STATES = (StepState.REFUSED, StepState.NOT_SAVED)
"""States of requests that others replaced, so they are no outcomes."""
NOT_SENT = Cause(Reason.NOT_SENT)


class OutcomeGroup(NamedTuple):
    """Equal outcomes, which share their `reason`; `rows` are the changes or people.

    `look` is its color; groups with differences are open. `missing` are the addresses of people who aren't members.
    """

    heading: str
    look: str
    rows: Sequence[str]
    reason: str = ""
    missing: Sequence[str] = ()

    @property
    def icon(self) -> str:
        return LOOKS[self.look]


class Outcomes(NamedTuple):
    """A line that counts the outcomes, their groups, and the rows of the list to correct."""

    summary: str
    groups: Sequence[OutcomeGroup]
    corrections: Sequence[Correction] = ()


def group_outcomes(bulk: BulkChange) -> Outcomes | None:
    """Group the outcomes; None before the end."""
    if bulk.finished_at is None:
        return None
    results = bulk.report if bulk.purpose.kind == MEMBERS else None
    if not results or any(len(each) < 4 for each in results.values()):  # noqa: PLR2004 - as stored until then
        return Outcomes("", [*_group_differences(bulk), *_group_steps(bulk)])
    lines = parse_wanted(bulk.purpose.wanted).lines
    found = [_member_outcome(line, results[line.key]) for line in lines if line.key in results]
    corrections = _list_corrections(bulk, lines)
    return Outcomes(
        _summarize(found, len(corrections)), [*_group_members(found, bulk.purpose.organization)], corrections
    )


def _group_differences(bulk: BulkChange) -> Iterator[OutcomeGroup]:
    left, unconfirmed = split_differences(bulk)
    if left:
        heading = ngettext("%(n)s difference from what you wanted", "%(n)s differences from what you wanted", len(left))
        yield OutcomeGroup(heading, "warn", left)
    if unconfirmed:
        heading = ngettext("%(n)s result could not be checked", "%(n)s results could not be checked", len(unconfirmed))
        yield OutcomeGroup(heading, "warn", unconfirmed)


def _group_steps(bulk: BulkChange) -> Iterator[OutcomeGroup]:
    told = {each.facts.get("summary") for each in bulk.differences}
    for state, (label, look, _) in STATES.items():
        if state in LOG_STATES or not bulk.counts.get(state):
            continue
        groups: dict[str, list[str]] = {}
        for step in portal().store.bulk_changes.steps(bulk, states=[state], limit=bulk.steps):
            if state is not StepState.FAILED or step.intent.summary not in told:
                groups.setdefault(step_message(step), []).append(step.intent.summary)
        for reason, titles in groups.items():
            heading = f"{len(titles)} {gettext(label).lower()}"
            yield OutcomeGroup(heading, look if look in LOOKS else "warn", titles, reason)


class MemberOutcome(NamedTuple):
    """The outcome for a person: a `word` for it, and the cause if it isn't as wanted."""

    line: RosterLine
    word: str
    cause: Cause

    @property
    def reason(self) -> str:
        return cause_text(self.cause)

    @property
    def key(self) -> tuple[str, str]:
        """Equal for people with the same outcome: a message may name the person."""
        if self.cause.reason is Reason.NOT_MEMBER:
            return self.word, self.cause.reason
        return self.word, self.reason.replace(self.line.given, "…") if self.line.given else self.reason


def _member_outcome(line: RosterLine, result: Sequence[Any]) -> MemberOutcome:
    state, _, _, stored = result
    cause = parse_cause(stored or "")
    if state == MemberState.DONE:
        return MemberOutcome(line, line.action, cause)
    if state == MemberState.ALREADY:
        return MemberOutcome(line, RosterAction.SAME, cause)
    return MemberOutcome(line, "", cause or NOT_SENT)


COUNTED: dict[str, Callable[[int], str]] = {
    RosterAction.ADD: lambda n: ngettext("%(n)s added", "%(n)s added", n),
    RosterAction.CHANGE: lambda n: ngettext("%(n)s role changed", "%(n)s roles changed", n),
    RosterAction.REMOVE: lambda n: ngettext("%(n)s removed", "%(n)s removed", n),
    "": lambda n: ngettext("%(n)s not possible", "%(n)s not possible", n),
    RosterAction.SAME: lambda n: ngettext("%(n)s without a change", "%(n)s without a change", n),
}
"""In the order in which outcomes are counted."""


def _summarize(found: Sequence[MemberOutcome], unusable: int) -> str:
    counts = {word: sum(each.word == word for each in found) for word in COUNTED}
    parts = [counted(counts[word]) for word, counted in COUNTED.items() if counts[word]]
    parts += [ngettext("%(n)s row unusable", "%(n)s rows unusable", unusable)] if unusable else []
    return BETWEEN.join(parts)


def _group_members(found: Sequence[MemberOutcome], organization_id: str) -> Iterator[OutcomeGroup]:
    """Group people, those with a difference first."""
    groups: dict[tuple[str, str], list[MemberOutcome]] = {}
    for each in found:
        groups.setdefault(each.key, []).append(each)
    for (word, reason), people in sorted(groups.items(), key=lambda group: group[0][0] != ""):
        rows = [each.line.given for each in people]
        if reason == Reason.NOT_MEMBER:
            of = _title(organization_id)
            heading = ngettext("%(n)s isn't a member of %(of)s", "%(n)s aren't members of %(of)s", len(rows), of=of)
            yield OutcomeGroup(heading, "warn", (), "", rows)
        else:
            look = "warn" if not word else "quiet" if word == RosterAction.SAME else "good"
            yield OutcomeGroup(COUNTED[word](len(rows)), look, rows, people[0].reason if len(people) == 1 else reason)


def _title(organization_id: str) -> str:
    with suppress(Problem):
        return load_organization(organization_id).value.title  # from the cache
    return gettext("the organization")


def _list_corrections(bulk: BulkChange, lines: Sequence[RosterLine]) -> list[Correction]:
    wanted = bulk.purpose.wanted
    page = url_for("roster.ask", organization_id=bulk.purpose.organization, team_id=wanted["team"])
    stored = portal().store.temporary_texts.get(person().owner, page, str(wanted.get("list", "")))
    return list_corrections(lines, parse_stored_text(stored))
