"""The goal that a site has the structure in a draft, recomputed from the current site."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, PlainSerializer, PlainValidator, TypeAdapter

from masthead.bulk.goal import OPEN_STATES, Goal, Replan, Reversal
from masthead.client import Api
from masthead.resources.values import WriteRequest
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.store.entries import MAYBE_SAVED, Cause, Entry, Outcome, Reason, State, parse_cause, quote
from masthead.store.journal.journal import Journal
from masthead.structure.calls import CONSENTS, Allowed, Planned, list_missing_consents, plan_next_calls
from masthead.structure.describe import (
    NOT_KEPT,
    build_initial_report,
    compare_addresses,
    describe_conflict,
    describe_missing,
    describe_sides,
    list_differences,
    title_of_undo,
)
from masthead.structure.draft import replay
from masthead.structure.edits import GONE, PLACE, EditConflict, PlaceEdit, Set, edits_between
from masthead.structure.observe import (
    ADDS,
    OVERWRITES,
    build_call,
    compute_progress,
    find_added,
    find_values_changed_since,
    list_missing_items,
    list_removed_items,
    list_set_keys,
)
from masthead.structure.read import Live, Scope, fill_top_order, read_structure
from masthead.structure.requests import PlannedCalls
from masthead.structure.tree import DEFERRED, NEW, SiteStructure, list_empty_groups, map_titles, replace_ids
from masthead.writes.send import summary_of_undo

KIND = "structure"


def _read_cause(kept: Cause | str) -> Cause:
    return kept if isinstance(kept, Cause) else parse_cause(kept)


KeptCause = Annotated[Cause, PlainValidator(_read_cause), PlainSerializer(Cause.to_json)]


@dataclass(frozen=True)
class StructureGoal:
    """The wanted structure. `base` is the draft's original, which distinguishes removed items from added ones.

    `left` are the causes of differences that an undo doesn't remove.
    """

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    organization: str
    site: str
    title: str
    base: SiteStructure
    wanted: SiteStructure
    readd: bool = False
    reorder: bool = False
    left: tuple[KeptCause, ...] = ()

    @property
    def consents(self) -> tuple[str, ...]:
        """Return the consents that the person gave, as fields of Allowed."""
        return tuple(name for name in CONSENTS.values() if getattr(self, name))


_goals = TypeAdapter(StructureGoal)


def serialize_goal(goal: StructureGoal) -> Any:  # noqa: ANN401 - JSON
    """Serialize a goal to store it in a bulk change."""
    return _goals.dump_python(goal, mode="json")


def read_goal(bulk: BulkChange) -> StructureGoal:
    return _goals.validate_python(bulk.purpose.wanted)


def add_consents(wanted: Any, consents: Collection[str]) -> Any:  # noqa: ANN401 - JSON
    """Add consents to a stored goal."""
    return wanted | dict.fromkeys(consents, True)


def plan_calls(
    goal: StructureGoal,
    live: Live,
    calls: Sequence[WriteRequest] = (),
    conflicts: Sequence[EditConflict] = (),
) -> Planned:
    """Plan the calls that come after `calls` to reach the goal; known `conflicts` stay as others set them."""
    progress = compute_progress(goal.base, goal.wanted, calls, live.structure)
    now = fill_top_order(live, progress.base)
    edits = edits_between(progress.base, progress.wanted, loose=progress.list_loose(now))
    found = replay([edits], now, {each.key: "theirs" for each in conflicts})
    gone = dict.fromkeys([*found.gone, *list_removed_items(progress, now)])
    conflicts = [*conflicts, *found.conflicts, *(EditConflict(f"{GONE}{item}", (item,)) for item in gone)]
    missing, changed = list_missing_items(progress, now), find_values_changed_since(progress, now)
    mine, fits = replace_ids(progress.wanted, found.names), found.structure
    told = describe_missing(missing, progress.wanted, found.lost, now)
    told += [describe_sides(NOT_KEPT, each, progress.base, now) for each in changed]
    told += [describe_conflict(each, mine, now) for each in conflicts if each.items[0] not in missing]
    hidden = [id_ for id_ in list_empty_groups(live.structure) if f"{PLACE}{id_}" in progress.done]
    fits.moved = [item for item in fits.moved if item not in hidden]  # each of their moves is sent once
    places = [Cause(Reason.HIDDEN_PLACE, {"group": live.structure.groups[id_].title}) for id_ in hidden]
    left = [*map(quote, dict.fromkeys(filter(None, told))), *places]
    if not live.is_ordered and fits.top != now.top:
        left.append(Cause(Reason.HIDDEN_ORDER))
        fits.top = [item for item in now.top if item in fits.top] + [item for item in fits.top if item not in now.top]
    builder = PlannedCalls(goal.organization, goal.site, goal.title, map_titles(now, fits), now)
    planned = plan_next_calls(now, fits, builder, Allowed(goal.readd, goal.reorder))
    not_kept = {*missing, *(each.key for each in changed)}
    return replace(planned, left=[*left, *planned.left], names=progress.names, conflicts=conflicts, not_kept=not_kept)


def replan_from(live: Live, bulk: BulkChange, tried: Sequence[Step]) -> Replan:
    """Compare the site as read with the goal, and return the remaining changes."""
    goal = read_goal(bulk)
    first = (bulk.report or {}).get("conflicts", []) if tried else []  # until then, each read may find new conflicts
    conflicts = [EditConflict(key, tuple(items)) for key, items in first]
    planned = plan_calls(goal, live, list_saved_calls(goal, live.structure, tried), conflicts)
    calls = [(step.position, build_call(step.intent, step.outcome)) for step in tried]
    found = list_differences(fill_top_order(live, goal.base), planned.after)
    title = title_of_undo(bulk.purpose.title, goal.title, found) if bulk.purpose.undoes else ""
    return Replan(
        planned.changes,
        [*goal.left, *planned.left],
        {"names": dict(planned.names)} | compare_addresses(bulk, live, planned.names, is_first=not tried),
        no_effect=[number for number, call in calls if {call.made, *list_set_keys(call)} & {*planned.not_kept}],
        title=title,
        asks=bool(list_missing_consents(planned.left)),
        first=None if tried else build_initial_report(live) | {"conflicts": [[*each] for each in planned.conflicts]},
    )


def list_saved_calls(goal: StructureGoal, live: SiteStructure, tried: Sequence[Step]) -> list[WriteRequest]:
    """Return the steps that took effect, as far as known.

    An unanswered addition took effect if its item is on the site now but wasn't when the bulk change began.
    """
    known = {*goal.base.spaces, *goal.base.groups, *(step.outcome.made for step in tried if step.outcome)}
    found = list[WriteRequest]()
    for step in tried:
        if step.outcome is not None and step.outcome.state in MAYBE_SAVED:
            made = next((id_ for id_ in find_added(live, step.intent) if id_ not in known), "")
            became = {"path": live.spaces[made].path} if made in live.spaces else {}
            found += [build_call(step.intent, Outcome(State.SAVED, made=made, became=became))] if made else []
        elif step.state is StepState.DONE:
            found.append(build_call(step.intent, step.outcome))
    return found


def choose_scope(base: SiteStructure, wanted: SiteStructure) -> Scope:
    """Return SPACES if the edits only place spaces or set their paths and conditions, else ALL."""
    edits = edits_between(base, wanted)
    is_of_spaces = all(isinstance(edit, (PlaceEdit, Set)) and edit.item in base.spaces for edit in edits)
    return Scope.SPACES if is_of_spaces and base.defaults == wanted.defaults else Scope.ALL


class SiteGoal(Goal):
    """Reads the site and replans when the bulk change resumes and while it runs."""

    recomputes: ClassVar[bool] = True

    def replan(self, api: Api, journal: Journal, bulk: BulkChange, tried: Sequence[Step]) -> Replan:  # noqa: ARG002 - the site shows it
        """Read the site and plan the remaining changes. Raises Problem if a part can't be read."""
        goal = read_goal(bulk)
        scope = choose_scope(goal.base, goal.wanted) if tried else Scope.NOTHING
        if (live := read_structure(api, goal.organization, goal.site, scope)).groups_problem is not None:
            raise live.groups_problem
        return replan_from(live, bulk, tried)

    def would_overwrite_newer(self, api: Api, step: Step) -> bool:  # noqa: ARG002 - the next comparison reads the site
        """True if the call overwrites values: the API has no conditional writes, so compare right before it."""
        return step.intent.endpoint in OVERWRITES and bool(step.intent.was)

    def undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal | None = None) -> Reversal:  # noqa: ARG002 - the site shows it
        """Return a goal without calls, which depend on the site at the time of the undo.

        The title counts what is undone, since a stopped bulk change did less than its own title says.
        """
        goal, title = _build_undo_goal(bulk, entries), summary_of_undo(bulk.purpose.title)
        if goal is not None:
            title = title_of_undo(title, goal.title, list_differences(goal.base, goal.wanted))
        return Reversal(title, serialize_goal(goal) if goal else None, left=_list_unconfirmed_additions(entries))


def build_unfinished_draft(
    bulk: BulkChange, entries: Sequence[Entry], live: SiteStructure
) -> tuple[SiteStructure, SiteStructure]:
    """Return a draft's base and wanted structure, for the changes that remain."""
    goal = read_goal(bulk)
    saved = [build_call(each.intent, each.outcome) for each in entries if each.outcome.state is State.SAVED]
    progress = compute_progress(goal.base, goal.wanted, saved, live)
    return progress.base, progress.wanted


def undo_draft(bulk: BulkChange, entries: Sequence[Entry], live: SiteStructure) -> StructureGoal | None:
    """Return a goal that undoes a bulk change; None if none of its effects remain.

    It starts from the structure after the calls, so that later changes are preserved or become conflicts.
    """
    goal = _build_undo_goal(bulk, entries)
    if goal is None:
        return None
    now = compute_progress(goal.base, goal.wanted, (), live)  # with current ids
    found = replay([edits_between(now.base, now.wanted)], live)
    if not found.conflicts and not list_differences(live, found.structure):
        return None
    return replace(goal, base=replace(now.base, read_at=bulk.created_at), wanted=now.wanted)


def _build_undo_goal(bulk: BulkChange, entries: Sequence[Entry]) -> StructureGoal | None:
    """Build a goal that reverts what the calls did to the base. Removed items get new ids."""
    goal = read_goal(bulk)
    done = [each for each in entries if each.outcome.state in {State.SAVED, *OPEN_STATES} and not _may_have_added(each)]
    calls = [build_call(each.intent, each.outcome) for each in done]
    progress = compute_progress(goal.base, goal.wanted, calls, names=(bulk.report or {}).get("names", {}))
    was = replace(progress.start, moved=progress.wanted.moved)
    gone = {*was.spaces, *was.groups} - {*progress.base.spaces, *progress.base.groups}
    wanted = replace_ids(was, {id_: f"{NEW}{number}" for number, id_ in enumerate(sorted(gone), 1)})
    if not list_differences(progress.base, wanted):
        return None
    return replace(goal, base=progress.base, wanted=wanted, left=tuple(_list_unconfirmed_additions(entries)))


def _may_have_added(entry: Entry) -> bool:
    return entry.outcome.state in MAYBE_SAVED and entry.intent.endpoint in ADDS


def _list_unconfirmed_additions(entries: Iterable[Entry]) -> list[Cause]:
    """List unanswered additions, which an undo keeps, since they may be a colleague's."""
    added = [each.intent.summary for each in entries if _may_have_added(each)]
    return [Cause(Reason.MAYBE_ADDED, {"summary": summary}) for summary in added]
