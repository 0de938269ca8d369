"""Results of a bulk change: changed pages and URLs, groups of equal outcomes, and concurrent changes by others."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from flask import g, url_for

from blueprints.bulk_changes.labels import BETWEEN, STATES, is_unstarted, split_differences, step_message, was_stopped
from contract.authoring.custom_fields import UPDATE_CUSTOM_FIELD_VALUES
from contract.publishing.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, UPDATE_SHARE_LINK
from masthead.bulk.goals.members import KIND as MEMBERS
from masthead.bulk.goals.members import MemberState
from masthead.bulk.goals.organization import KIND as ORGANIZATION
from masthead.bulk.goals.settings import CALLS, ITEMS, PEOPLE, REVIEWED_ACCESS
from masthead.bulk.goals.structure import KIND as STRUCTURE
from masthead.bulk.goals.structure import read_goal
from masthead.client import Problem
from masthead.i18n import N_, gettext, join_some, ngettext
from masthead.rosters.comparison import Correction, RosterAction, RosterLine, list_corrections, parse_wanted
from masthead.rosters.roster import parse_stored_text
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.store.entries import Cause, Entry, Reason, State, parse_cause
from masthead.structure.describe import AddressChange, address_change_message, get_addresses, list_differences
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.writes.timeline import is_conflicting

SHARE_LINK_CALLS = {each.name for each in (CREATE_SHARE_LINK, DELETE_SHARE_LINK, UPDATE_SHARE_LINK)}
PAGES = {
    STRUCTURE: (N_("View structure"), "structure.show"),
    MEMBERS: (N_("View team"), "teams.show"),
    ORGANIZATION: (N_("View organization"), "organizations.show"),
    "roles": (N_("View access"), "access_matrix.index"),
    ITEMS: (N_("View inbox"), "inbox.index"),
    CALLS: (N_("View inbox"), "inbox.index"),
    REVIEWED_ACCESS: (N_("View review"), "access_reviews.show"),
    PEOPLE: (N_("View people"), "people.index"),
}
"""Label and endpoint of the changed page, by kind of bulk change."""
OBJECTS = {STRUCTURE: "site", MEMBERS: "team", REVIEWED_ACCESS: "review"}
"""Key of the changed object in the wanted state, by kind of bulk change. With `_id`, it is the endpoint's parameter."""
MAX_NAMED = 10
UNCHANGED = N_("No reader's address changed.")
NOT_KNOWN = N_("It isn't known whether readers' addresses changed: nothing shows them.")
SOME_NOT_KNOWN = N_("It isn't known whether the address of %(spaces)s changed: nothing shows it.")
NOT_COMPARED = N_(
    "It isn't known whether readers' addresses changed: Masthead compares them when a bulk change ends by itself."
)
MESSAGES = {
    State.SAVED: N_("%(author)s: %(summary)s."),
    State.UNDER_WAY: N_("%(author)s: %(summary)s. This is under way."),
}
MAYBE = N_("%(author)s: %(summary)s. It isn't known whether this was saved.")
LOOK_SECONDS = 3
DIFFERENT, UNCONFIRMED, NOT_POSSIBLE, UNUSABLE = "different", "unconfirmed", "not-possible", "unusable"
COUNTED: dict[str, Callable[[int], str]] = {
    RosterAction.ADD: lambda n: ngettext("%(n)s added", "%(n)s added", n),
    RosterAction.CHANGE: lambda n: ngettext("%(n)s role changed", "%(n)s roles changed", n),
    RosterAction.REMOVE: lambda n: ngettext("%(n)s removed", "%(n)s removed", n),
    NOT_POSSIBLE: lambda n: ngettext("%(n)s not possible", "%(n)s not possible", n),
    RosterAction.SAME: lambda n: ngettext("%(n)s without a change", "%(n)s without a change", n),
    UNUSABLE: lambda n: ngettext("%(n)s row unusable", "%(n)s rows unusable", n),
    DIFFERENT: lambda n: ngettext("%(n)s difference from what you wanted", "%(n)s differences from what you wanted", n),
    UNCONFIRMED: lambda n: ngettext("%(n)s result could not be checked", "%(n)s results could not be checked", n),
}
"""Counts by the kind of outcome, in the order of a summary. Steps have their state as kind."""
LOOKS: dict[str, str] = {
    **dict.fromkeys((RosterAction.ADD, RosterAction.CHANGE, RosterAction.REMOVE, StepState.DONE), "good"),
    **dict.fromkeys((RosterAction.SAME, StepState.SKIPPED, StepState.WAITING), "quiet"),
}
OUTCOME_STATES = [state for state in STATES if state not in {StepState.REFUSED, StepState.NOT_SAVED}]
"""States of steps that count as outcomes: not those of requests that others replaced."""


class ShownOutcome(NamedTuple):
    """The outcome of a change or for a person, with the reason."""

    kind: str
    title: str
    reason: str = ""


class OutcomeGroup(NamedTuple):
    """Equal outcomes, which share their `reason`. Groups that `look` like a warning are open.

    `are_missing`: these are the addresses of people who aren't members of the organization.
    """

    heading: str
    look: str
    titles: Sequence[str]
    reason: str
    are_missing: bool


class Outcomes(NamedTuple):
    """A line that counts the outcomes, their groups, and the rows of the list to correct."""

    summary: str = ""
    groups: Sequence[OutcomeGroup] = ()
    corrections: Sequence[Correction] = ()


def build_result_context(bulk: BulkChange, steps: Sequence[Step]) -> dict[str, Any]:
    """Build the page's context of results, with links that are empty if missing; `steps` are some of the steps.

    The page refreshes after `look` seconds.
    """
    here, wanted = {"organization_id": bulk.purpose.organization, **_changed_page_ids(bulk)}, bulk.purpose.wanted
    is_list, is_structure = bulk.purpose.kind == MEMBERS, bulk.purpose.kind == STRUCTURE
    ended, (at_once, look) = bulk.finished_at is not None, _list_concurrent_changes(bulk)
    listed = {"list": wanted.get("list"), "mode": wanted.get("mode")} if is_list else {}
    is_left = ended and (was_stopped(bulk) or bool(bulk.differences))
    return {
        "place": _changed_page_link(bulk, steps),
        "outcomes": _group_outcomes(bulk),
        "addresses": _build_address_report(bulk),
        "at_once": at_once,
        "look": look,
        "report": url_for("roster.report", **here, number=bulk.number) if is_list else "",
        "anew": url_for("roster.ask", **here, **listed) if is_list and ended and not bulk.purpose.undoes else "",
        "again": url_for("structure.redraft", **here) if is_structure and is_left else "",
        "keeps_unsent": is_structure,  # as a draft, once it has ended
    }


def _changed_page_link(bulk: BulkChange, steps: Sequence[Step]) -> tuple[str, str]:
    label, endpoint = PAGES.get(bulk.purpose.kind) or _changed_settings_link(steps)
    ids = {"site_id": steps[0].intent.ids[1]} if endpoint == "sites.show" else _changed_page_ids(bulk)
    return gettext(label), url_for(endpoint, organization_id=bulk.purpose.organization, **ids)


def _changed_page_ids(bulk: BulkChange) -> dict[str, Any]:
    key = OBJECTS.get(bulk.purpose.kind)
    return {f"{key}_id": bulk.purpose.wanted[key]} if key else {}


def _changed_settings_link(steps: Sequence[Step]) -> tuple[str, str]:
    endpoints = {step.intent.endpoint for step in steps}
    if endpoints & SHARE_LINK_CALLS:
        return N_("View share links"), "link_register.index"
    if UPDATE_CUSTOM_FIELD_VALUES.name in endpoints:
        return N_("View values"), "field_values.index"
    is_one = len({step.intent.ids[1] for step in steps}) == 1
    return (N_("View site"), "sites.show") if is_one else (N_("View sites"), "sites.index")


def _build_address_report(bulk: BulkChange) -> tuple[str, Sequence[AddressChange] | None]:
    """Return a sentence on readers' addresses, or an empty text, and the changed ones; None if not compared."""
    if bulk.purpose.kind != STRUCTURE:
        return "", None
    if is_unstarted(bulk) and bulk.steps:
        goal = read_goal(bulk)
        return address_change_message(list_differences(goal.base, goal.wanted)), None
    if bulk.finished_at is None or not bulk.counts.get(StepState.DONE):
        return "", None
    found = get_addresses(bulk)
    if found is None or not (found.changed or found.same):
        return gettext(NOT_COMPARED if found is None else NOT_KNOWN), None
    n, told = len(found.changed), [gettext(UNCHANGED)]
    if n:
        told = [ngettext("The address of %(n)s space changed.", "The addresses of %(n)s spaces changed.", n)]
    if found.unknown:
        told.append(gettext(SOME_NOT_KNOWN, spaces=join_some(found.unknown, MAX_NAMED)))
    return " ".join(told), found.changed


def _list_concurrent_changes(bulk: BulkChange) -> tuple[list[str], int | None]:
    """List others' changes concurrent with a bulk change that has ended, for administrators only.

    The page refreshes after the returned number of seconds.
    """
    if bulk.finished_at is None:
        return [], None
    pairs = portal().store.journal.list_concurrent_pairs(bulk.purpose.organization, bulk.number)
    found = {other.number: other for own, other in pairs if is_conflicting(own, other)}.values()
    if not found or not _is_administrator(bulk.purpose.organization):
        return [], None
    goes_on = any(each.outcome.state is State.UNDER_WAY for each in found)
    return [*map(_describe_change, found)], LOOK_SECONDS if goes_on else None


def _describe_change(entry: Entry) -> str:
    author = entry.name or gettext("Somebody else")
    return gettext(MESSAGES.get(entry.outcome.state, MAYBE), author=author, summary=entry.intent.summary)


def _is_administrator(organization_id: str) -> bool:
    try:
        if "organization" not in g:  # a part of the page is shown without a read of the organization
            load_organization(organization_id)
    except Problem:
        return False
    return has_permission("admin")


def _group_outcomes(bulk: BulkChange) -> Outcomes:
    """Group the outcomes of a bulk change; there are none before its end."""
    if bulk.finished_at is None:
        return Outcomes()
    results = bulk.report if bulk.purpose.kind == MEMBERS else None
    if not results or any(len(each) < 4 for each in results.values()):  # noqa: PLR2004 - as stored until then
        return Outcomes("", [*_build_groups(bulk, [*_list_differences(bulk), *_list_steps(bulk)])])
    lines = parse_wanted(bulk.purpose.wanted).lines
    found = [_member_outcome(line, results[line.key]) for line in lines if line.key in results]
    corrections = _list_corrections(bulk, lines)
    counts = Counter(NOT_POSSIBLE if each.kind == Reason.NOT_MEMBER else each.kind for each in found)
    counts[UNUSABLE] = len(corrections)
    summary = BETWEEN.join(counted(counts[kind]) for kind, counted in COUNTED.items() if counts[kind])
    return Outcomes(summary, [*_build_groups(bulk, found)], corrections)


def _build_groups(bulk: BulkChange, outcomes: Iterable[ShownOutcome]) -> Iterator[OutcomeGroup]:
    groups: dict[tuple[str, str], list[ShownOutcome]] = {}
    for each in outcomes:  # a reason may name the person
        same = each.reason.replace(each.title, "…") if each.title else each.reason
        groups.setdefault((each.kind, same), []).append(each)
    for (kind, same), found in groups.items():
        reason, titles = found[0].reason if len(found) == 1 else same, [each.title for each in found]
        heading = _group_heading(bulk, kind, len(found))
        yield OutcomeGroup(heading, LOOKS.get(kind, "warn"), titles, reason, kind == Reason.NOT_MEMBER)


def _group_heading(bulk: BulkChange, kind: str, n: int) -> str:
    if kind == Reason.NOT_MEMBER:
        of = gettext("the organization")
        with suppress(Problem):
            of = load_organization(bulk.purpose.organization).value.title  # from the cache
        return ngettext("%(n)s isn't a member of %(of)s", "%(n)s aren't members of %(of)s", n, of=of)
    return COUNTED[kind](n) if kind in COUNTED else f"{n} {gettext(STATES[StepState(kind)][0]).lower()}"


def _list_differences(bulk: BulkChange) -> list[ShownOutcome]:
    both = zip((DIFFERENT, UNCONFIRMED), split_differences(bulk), strict=True)
    return [ShownOutcome(kind, sentence) for kind, sentences in both for sentence in sentences]


def _list_steps(bulk: BulkChange) -> list[ShownOutcome]:
    told = {(StepState.FAILED, each.facts.get("summary")) for each in bulk.differences}
    steps = portal().store.bulk_changes.steps(bulk, states=OUTCOME_STATES, limit=bulk.steps)
    return [
        ShownOutcome(step.state, step.intent.summary, step_message(step))
        for step in steps
        if (step.state, step.intent.summary) not in told
    ]


def _member_outcome(line: RosterLine, result: Sequence[Any]) -> ShownOutcome:
    state, _, _, stored = result
    cause = parse_cause(stored or "")
    if state in {MemberState.DONE, MemberState.ALREADY}:
        kind = line.action if state == MemberState.DONE else RosterAction.SAME
        return ShownOutcome(kind, line.given, cause_text(cause))
    if cause.reason is Reason.NOT_MEMBER:
        return ShownOutcome(cause.reason, line.given)
    return ShownOutcome(NOT_POSSIBLE, line.given, cause_text(cause or Cause(Reason.NOT_SENT)))


def _list_corrections(bulk: BulkChange, lines: Sequence[RosterLine]) -> list[Correction]:
    wanted = bulk.purpose.wanted
    page = url_for("roster.ask", organization_id=bulk.purpose.organization, team_id=wanted["team"])
    stored = portal().store.temporary_texts.get(person().owner, page, str(wanted.get("list", "")))
    return list_corrections(lines, parse_stored_text(stored))
