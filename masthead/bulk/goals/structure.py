"""The goal to give a site the structure of a draft, recomputed from the current site."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from contract.publishing.section_groups import MOVE_SECTION_GROUP
from masthead.bulk.goal import OPEN_STATES, Goal, Replan
from masthead.client import Api
from masthead.store.bulk.steps import BulkChange, Step
from masthead.store.entries import MAYBE_SAVED, Cause, Entry, Reason, State, quote
from masthead.store.journal.journal import Journal
from masthead.structure.addresses import compare_addresses, first_look
from masthead.structure.attempts import (
    AttemptedCall,
    StructureGoal,
    attempted_calls,
    created_ids,
    done_call,
    parse_goal,
    read_goal,
    serialize_goal,
    settle_calls,
)
from masthead.structure.calls import Allowed, Planned, changes_both_defaults, consents_wanted, plan
from masthead.structure.describe import (
    describe_changed_since,
    describe_conflict,
    describe_lost,
    describe_missing,
    differences,
    question,
    title_of_undo,
)
from masthead.structure.draft import replay, replay_as_mine
from masthead.structure.edits import DEFAULT, GONE, REMOVAL, EditConflict, PlaceEdit, Set, edits_between
from masthead.structure.groups import (
    UnseenGroups,
    describe_unseen,
    empty_groups,
    groups_to_move,
    moved_groups,
)
from masthead.structure.observe import ADDS, is_overtaken, keys_set
from masthead.structure.progress import (
    Progress,
    changed_since,
    is_same,
    missing_items,
    progress_of,
)
from masthead.structure.read import Live, Scope, place_empty_groups, read, with_top_of
from masthead.structure.requests import PlannedCalls
from masthead.structure.tree import NEW, SiteStructure, copy_paths, is_new, match_ids, replace_ids, titles_in
from masthead.writes.send import Change

KIND = "structure"


def calls_for(
    goal: StructureGoal, live: Live, tried: Sequence[AttemptedCall] = (), conflicts: Sequence[EditConflict] = ()
) -> Planned:
    """Plan the next calls from the site to the goal; known `conflicts` are left to others."""
    now = with_top_of(live, goal.base)
    sent, empty = moved_groups(tried), empty_groups(now)
    if sent:  # hidden groups count as in place, except for those still to be moved
        drawn = replace_ids(goal.wanted, created_ids(goal.wanted, tried))
        place_empty_groups(now, drawn, [id_ for id_ in now.groups if id_ in sent or id_ not in drawn.moved])
    seen = [each for each in tried if each.endpoint != MOVE_SECTION_GROUP.name or each.ids[-1] not in empty]
    progress = progress_of(goal.base, goal.wanted, seen, now)
    edits = [edits_between(progress.base, progress.wanted)]
    found = replay(edits, now, {each.key: "theirs" for each in conflicts})
    conflicts = [*conflicts, *found.conflicts, *(EditConflict(f"{GONE}{item}", (item,)) for item in found.gone)]
    fits = mine = found.structure
    if conflicts:
        mine = replay_as_mine(edits, now, conflicts)
    begun, missing = replace_ids(goal.base, progress.names), {*missing_items(progress, now)}
    told = describe_progress(progress, goal.wanted, now)
    open_conflicts = [each for each in conflicts if _is_about(each, mine, now)]
    told += [describe_conflict(each, mine, now) for each in open_conflicts if each.items[0] not in missing]
    told += describe_lost(found.lost, now)
    left = [*map(quote, dict.fromkeys(told)), *describe_unseen(live.structure, fits, sent)]
    if live.published is None and fits.top != now.top:
        left.append(Cause(Reason.HIDDEN_ORDER))
        fits.top = [item for item in now.top if item in fits.top] + [item for item in fits.top if item not in now.top]
    to_move = groups_to_move(now, begun, replace(fits, moved=progress.wanted.moved), sent)
    calls = PlannedCalls(goal.organization, goal.site, goal.title, titles_in(now, fits), now)
    apart = any(not each.done and changes_both_defaults(each.endpoint, each.body) for each in tried)
    as_before = {each.key for each in changed_since(progress, now) if is_same(each.key, begun, now)}
    planned = plan(
        now, fits, calls, Allowed(goal.readd, goal.reorder), UnseenGroups(empty, to_move), defaults_apart=apart
    )
    return replace(
        planned, left=[*left, *planned.left], names=progress.names, conflicts=conflicts, not_kept=as_before | missing
    )


def _is_about(conflict: EditConflict, *sides: SiteStructure) -> bool:
    kind, (mine, now) = conflict.key.partition(":")[0] + ":", sides
    if kind in {REMOVAL, GONE, DEFAULT}:
        return conflict.items[0] in titles_in(mine if kind == GONE else now)
    if any(conflict.items[0] not in titles_in(each) for each in sides):
        return False
    asked = question(conflict, mine, now)
    return asked.mine != asked.theirs


def describe_progress(progress: Progress, wanted: SiteStructure, now: SiteStructure) -> list[str]:
    """List sentences on results of calls that are missing or were changed."""
    mine = replace_ids(wanted, progress.names)
    told = [sentence for item in missing_items(progress, now) for sentence in describe_missing(item, mine, now)]
    there = [
        each for each in progress.clashes if each.items[0] in progress.wanted.spaces
    ]  # others are added again first
    told += [describe_conflict(each, mine, progress.wanted) for each in there]
    return told + [describe_changed_since(each, progress.base, now) for each in changed_since(progress, now)]


def replan_on(live: Live, bulk: BulkChange, tried: Sequence[Step]) -> Replan:
    """Compare a site that was read with the goal, and return what is left."""
    goal = read_goal(bulk)
    known = {*goal.base.spaces, *goal.base.groups, *(step.outcome.made for step in tried if step.outcome)}
    calls = [*settle_calls(goal.earlier, live.structure)]
    calls += [each for step in tried for each in attempted_calls(step, live.structure, known)]
    first = (bulk.report or {}).get("conflicts", []) if tried else []  # until then, each read may find new conflicts
    conflicts = [EditConflict(key, tuple(items)) for key, items in first]
    planned = calls_for(goal, live, calls, conflicts)
    found = differences(with_top_of(live, goal.base), planned.after)
    title = title_of_undo(bulk.purpose.title, goal.title, found) if bulk.purpose.undoes else ""
    return Replan(
        planned.changes,
        [*goal.left, *planned.left],
        {"names": dict(planned.names)} | compare_addresses(bulk, live, planned.names, is_first=not tried),
        no_effect=[step.position for step in tried if keys_set(step) & {*planned.not_kept}],
        title=title,
        asks=bool(consents_wanted(planned.left)),
        first=None if tried else first_look(live) | {"conflicts": [[*each] for each in planned.conflicts]},
    )


def scope_of(base: SiteStructure, wanted: SiteStructure) -> Scope:
    """Return SPACES if edits only place spaces and set paths and conditions, else ALL."""
    edits = edits_between(base, wanted)
    is_of_spaces = all(isinstance(edit, (PlaceEdit, Set)) and edit.item in base.spaces for edit in edits)
    return Scope.SPACES if is_of_spaces and base.defaults == wanted.defaults else Scope.ALL


class SiteGoal(Goal):
    """Reads the site whenever the bulk change goes on and while it runs, and replans."""

    recomputes: ClassVar[bool] = True

    def replan(self, api: Api, journal: Journal, bulk: BulkChange, tried: Sequence[Step]) -> Replan:  # noqa: ARG002 - the site shows it
        """Read the site and plan what is left. Raises the Problem if a part can't be read."""
        goal = read_goal(bulk)
        scope = scope_of(goal.base, goal.wanted) if tried else Scope.NOTHING
        if (live := read(api, goal.organization, goal.site, scope)).groups_problem is not None:
            raise live.groups_problem
        return replan_on(live, bulk, tried)

    def is_overtaken(self, api: Api, step: Step) -> bool:
        return is_overtaken(api, step.intent)

    def can_replan_refused(self, step: Step) -> bool:
        """True if the call set both defaults: the contract leaves open how they have to match."""
        return step.entry is not None and changes_both_defaults(step.intent.endpoint, step.intent.body)

    def undo(
        self,
        bulk: BulkChange,
        entries: Sequence[Entry],
        journal: Journal | None = None,
        undoings: Collection[int] = (),
    ) -> tuple[Any, Sequence[Change[Any]]]:
        """Return a goal without calls, which depend on the site at that time.

        It includes the calls of earlier undos.
        """
        goal = _goal_back(bulk, entries)
        if goal is None or journal is None:
            return (serialize_goal(goal) if goal else None), ()
        standing = sorted(set(undoings) - journal.undone(list(undoings)).keys())
        found = journal.numbered(bulk.purpose.organization, bulk.purpose.owner, standing)[::-1]
        states = {State.SAVED: True, **dict.fromkeys(MAYBE_SAVED, False)}
        known = [each for each in found if each.outcome.state in states]
        earlier = tuple(replace(done_call(each), done=states[each.outcome.state]) for each in known)
        return serialize_goal(replace(goal, earlier=earlier)), ()

    def left_by_undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal) -> Sequence[Cause]:  # noqa: ARG002 - the same
        """Return items that may have been added; `replan` reports later changes."""
        return _left_by_undo(entries, read_goal(bulk), _names_at_end(bulk))

    def undo_title(self, bulk: BulkChange, wanted: Any) -> str:  # noqa: ANN401 - JSON
        """Count what is undone: a stopped bulk change did less than its title says."""
        goal = parse_goal(wanted)
        return title_of_undo(super().undo_title(bulk, wanted), goal.title, differences(goal.base, goal.wanted))


def unfinished_draft(
    bulk: BulkChange, entries: Sequence[Entry], live: SiteStructure
) -> tuple[SiteStructure, SiteStructure]:
    """Return the base of a draft and the wanted structure, for what was left undone."""
    goal = read_goal(bulk)
    saved = [done_call(each) for each in entries if each.outcome.state is State.SAVED]
    progress = progress_of(goal.base, goal.wanted, saved, live)
    base, wanted = copy_paths(live, progress.base), copy_paths(live, progress.wanted)
    # Items that the bulk change doesn't touch are no news of the draft.
    same = [id_ for id_, item in base.spaces.items() if wanted.spaces.get(id_) == item and id_ in live.spaces]
    for structure in (base, wanted):
        structure.spaces |= {id_: live.spaces[id_] for id_ in same}
    return base, wanted


def _names_at_end(bulk: BulkChange) -> Mapping[str, str]:
    names: Mapping[str, str] = (bulk.report or {}).get("names", {})
    return names


def _done_or_open(entry: Entry, goal: StructureGoal, names: Mapping[str, str]) -> list[AttemptedCall]:
    """Convert an entry to undo to a call; empty if it did nothing.

    A possible addition counts only if the bulk change had removed the item before.
    """
    if entry.outcome.state is not State.SAVED and entry.outcome.state not in OPEN_STATES:
        return []
    if not _may_have_added(entry):
        return [done_call(entry)]
    call = done_call(entry)
    shown = [id_ for id_, each in goal.wanted.spaces.items() if each.space == call.sent.get("spaceId")]
    return [replace(call, made=names[id_]) for id_ in shown if not is_new(id_) and id_ in names][:1]


def _may_have_added(entry: Entry) -> bool:
    return entry.outcome.state in MAYBE_SAVED and entry.intent.endpoint in ADDS


def _left_by_undo(entries: Iterable[Entry], goal: StructureGoal, names: Mapping[str, str]) -> list[Cause]:
    left = [each for each in entries if _may_have_added(each) and not _done_or_open(each, goal, names)]
    return [Cause(Reason.MAYBE_ADDED, {"summary": each.intent.summary}) for each in left]


def undo_draft(bulk: BulkChange, entries: Sequence[Entry], live: SiteStructure) -> StructureGoal | None:
    """Return a goal that undoes a bulk change; None if nothing of it is left.

    It begins from what the calls made of the site, so that later changes stay or become conflicts.
    """
    goal = _goal_back(bulk, entries)
    if goal is None:
        return None
    names = match_ids(goal.base, goal.wanted, live)
    base, wanted = (copy_paths(live, replace_ids(each, names)) for each in (goal.base, goal.wanted))
    found = replay([edits_between(base, wanted)], live)
    if not found.conflicts and not differences(live, found.structure):
        return None
    return replace(goal, base=replace(base, read_at=bulk.created_at), wanted=wanted)


def _goal_back(bulk: BulkChange, entries: Sequence[Entry]) -> StructureGoal | None:
    """Build a goal from what the calls did back to the base; removed items get new ids."""
    goal = read_goal(bulk)
    names = _names_at_end(bulk)
    calls = [call for each in entries for call in _done_or_open(each, goal, names)]
    progress = progress_of(goal.base, goal.wanted, calls, made_again=names)
    done, was = progress.base, replace_ids(goal.base, progress.names)
    was.spaces |= {id_: replace(was.spaces[id_], **fields) for id_, fields in progress.found.items()}
    gone = {*was.spaces, *was.groups} - {*done.spaces, *done.groups}
    again = {id_: f"{NEW}{number}" for number, id_ in enumerate(sorted(gone), 1)}
    hidden = [id_ for id_ in empty_groups(was) if id_ in gone]  # to be put back, wherever they are listed
    moved = [progress.names.get(id_, id_) for id_ in goal.wanted.moved]
    wanted = replace_ids(replace(was, moved=[*moved, *hidden]), again)
    left = tuple(_left_by_undo(entries, goal, names))
    return replace(goal, earlier=(), base=done, wanted=wanted, left=left) if differences(done, wanted) else None
