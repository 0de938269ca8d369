"""The kind of plan that brings a site into the structure of a draft: what is left is worked out from what there is."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from contract.publishing.section_groups import ADD_SECTION, MOVE_SECTION_GROUP
from contract.publishing.site_spaces import MOVE_SITE_SPACE
from i18n import N_, gettext
from masthead.changes.change import Change
from masthead.changes.late_outcomes import OPEN_STATES
from masthead.changes.plan_kinds import PlanKind, Remaining
from masthead.changes.structure.added_late import (
    describe_added_late,
    describe_possible_additions,
    left_now,
    may_have_added,
    possible_additions,
    sent_again,
)
from masthead.changes.structure.addresses import compare_addresses, first_look
from masthead.changes.structure.attempts import attempted_calls, created_ids, done_call, earlier_calls, settle_calls
from masthead.changes.structure.conflicts import describe_conflict, describe_lost, describe_moved_within
from masthead.changes.structure.effect import effect_of
from masthead.changes.structure.fitting import containers, copy_paths, replace_ids
from masthead.changes.structure.goal import StructureGoal, parse_goal, read_goal, serialize_goal
from masthead.changes.structure.in_vain import keys_in_vain, steps_in_vain
from masthead.changes.structure.lines import map_items_to_lines, replay_moves
from masthead.changes.structure.made_upon import as_made_upon, keep_made_upon
from masthead.changes.structure.merging import merge
from masthead.changes.structure.met import MetItems, describe_met, match_met_items, with_met_items, without_own_removals
from masthead.changes.structure.overtaking import is_overtaken
from masthead.changes.structure.places import names_met, places_of, put_in_places, serialize_places
from masthead.changes.structure.planned import Allowed, Planned, consents_wanted
from masthead.changes.structure.planning import plan
from masthead.changes.structure.reading import Live, read, with_top_of
from masthead.changes.structure.resuming import resume_goal, under_ids_of_now
from masthead.changes.structure.service_moves import AttemptedCall, Ways, changes_both_defaults, detect_ways
from masthead.changes.structure.since import entries_on_site, keys_overtaken, numbers_by_key
from masthead.changes.structure.steps import PlannedCalls
from masthead.changes.structure.telling import differences, title_of_undo
from masthead.changes.structure.tree import NEW, SiteStructure, is_new, titles_in
from masthead.changes.structure.unseen import (
    NOT_SHOWN,
    UnseenGroups,
    describe_shown,
    describe_unseen,
    empty_groups,
    filled_groups,
    groups_to_move,
    moved_groups,
    place_as_shown,
    place_as_wanted,
)
from masthead.changes.structure.unsure import keys_unsure
from masthead.client import Api
from masthead.store import Entry, Journal, Plan, State, Step

KIND = "structure"
UNKNOWN_TOP = N_(
    "The order of the groups: Masthead can't read the published view, which shows it, so it was not changed."
)


def calls_for(
    goal: StructureGoal,
    live: Live,
    tried: Sequence[AttemptedCall] = (),
    overtaken: Collection[str] = (),
    in_vain: Collection[str] = (),
    unsure: Collection[str] = (),
) -> Planned:
    """The next calls from what there is to the goal; what was `overtaken` stays, by the keys of conflicts.

    `in_vain` are those of what calls left as it was, and the ids of what they added and is not there. `unsure` are
    those of what the plan that this one undoes may have set.
    """
    now = with_top_of(live, goal.base)
    sent, empty = moved_groups(tried), empty_groups(now)
    place_as_wanted(now, goal.base, replace_ids(goal.wanted, created_ids(goal.wanted, tried)), sent)
    filled = filled_groups(goal.base, goal.wanted, now, sent)
    shown = describe_shown(filled, goal.wanted, now)
    base, wanted = (place_as_shown(each, now, filled) for each in (goal.base, goal.wanted))
    goal = replace(goal, base=base, wanted=wanted)
    told = [each for each in tried if each.endpoint != MOVE_SECTION_GROUP.name or each.ids[-1] not in empty]
    begun = resume_goal(goal, now, told, overtaken, in_vain)
    merged = merge(begun.base, begun.wanted, now, own=begun.found.owned)
    ways = detect_ways(tried, goal.wanted, Ways(crosses=goal.crosses), begun.found.service)
    fits = merged.structure
    known = merged.mine, now, in_vain, unsure, begun.found.owned.since
    left = [*begun.lost, *(describe_conflict(each, *known) for each in merged.conflicts)]
    left += [*describe_lost(merged), *describe_unseen(live.structure, fits, sent), *shown]
    left += describe_moved_within(begun.found.stayed, begun.base, now)
    if live.published is None and fits.top != now.top:
        left.append(gettext(UNKNOWN_TOP))
        fits.top = [item for item in now.top if item in fits.top] + [item for item in fits.top if item not in now.top]
    to_move = groups_to_move(now, begun.base, replace(fits, moved=begun.wanted.moved), sent)
    calls = PlannedCalls(goal.organization, goal.site, goal.title, titles_in(now, fits), now)
    planned = plan(now, fits, calls, ways, Allowed(goal.readd, goal.reorder), UnseenGroups(empty, to_move))
    return replace(planned, left=[*left, *planned.left], places=places_of(begun.found.owned, now, begun.again))


class StructurePlan(PlanKind):
    """Reads the site whenever it goes on, and again while it runs, and plans from there."""

    recomputes: ClassVar[bool] = True
    looks_again: ClassVar[bool] = True
    needs_outcomes: ClassVar[bool] = True
    unconfirmed: ClassVar[Sequence[str]] = (NOT_SHOWN, UNKNOWN_TOP)

    def replan_beside_others(self, api: Api, journal: Journal, plan: Plan, tried: Sequence[Step]) -> Remaining:
        """What is left. Raises the Problem where the site cannot be read whole."""
        goal = read_goal(plan)
        if (live := read(api, goal.organization, goal.site)).groups_problem is not None:
            raise live.groups_problem
        own = [Entry(step.entry or 0, 0.0, "", step.intent, step.outcome) for step in tried if step.outcome]
        numbers = {**goal.set_by, **numbers_by_key(own)}
        mine = {*numbers.values(), *(each.number for each in own)}
        site = goal.organization, goal.site
        overtaken = keys_overtaken(journal, site, numbers, mine, plan.purpose.undoes)
        later = entries_on_site(journal, site, min(mine)) if mine else []
        known = {*goal.base.spaces, *goal.base.groups, *(each.outcome.made for each in later)}
        sent = [each for step in tried for each in attempted_calls(step, live.structure, later, known)]
        calls = [*settle_calls(goal.earlier, live.structure), *sent]
        vain = steps_in_vain(tried, live.structure, later)
        unsure = keys_unsure(live.structure, goal.maybe) - overtaken
        planned = calls_for(goal, live, calls, overtaken, keys_in_vain(vain), unsure)
        found = differences(with_top_of(live, goal.base), planned.after)
        title = title_of_undo(plan.purpose.title, goal.title, found) if plan.purpose.undoes else ""
        known = {*goal.base.spaces, *goal.base.groups, *(each.made for each in calls)}
        late = describe_added_late(live.structure, goal.again, known)
        asks, in_vain = bool(consents_wanted(planned.left)), [step.position for step in vain]
        left = [*left_now(goal.left, goal.maybe, live.structure), *late, *planned.left]
        names = created_ids(goal.wanted, calls)
        upon = keep_made_upon(plan, live.structure, is_first=not tried)
        report = serialize_places(planned.places) | compare_addresses(plan, live, names, is_first=not tried) | upon
        first = None if tried else first_look(live) | upon
        return Remaining(planned.changes, left, report, in_vain, title, asks, first)

    def is_overtaken(self, api: Api, step: Step) -> bool:
        return is_overtaken(api, step.intent)

    def can_replan_refused(self, step: Step) -> bool:
        """The contract leaves open what the position of a move names, and what a default space has to be in."""
        endpoint, body = step.intent.endpoint, step.intent.body
        moves = endpoint in {MOVE_SITE_SPACE.name, MOVE_SECTION_GROUP.name}
        return step.entry is not None and (moves or changes_both_defaults(endpoint, body))

    def compensate(self, plan: Plan, step: Step) -> Change[Any] | None:
        """A section that left its group and was not taken in by another one goes back."""
        if step.intent.endpoint != ADD_SECTION.name:
            return None
        goal, section = read_goal(plan), step.intent.subject.id
        home = goal.base.group_of(section)
        if not home or home == step.intent.ids[-1]:
            return None
        return PlannedCalls(goal.organization, goal.site, goal.title, titles_in(goal.base, goal.wanted)).join(
            section, home
        )

    def undo(
        self,
        plan: Plan,
        entries: Sequence[Entry],
        journal: Journal | None = None,
    ) -> tuple[Any, Sequence[Change[Any]]]:
        """Back from what its own calls did; what was removed is added again, under a new id."""
        effects = _effects_of(read_goal(plan), plan, _maybe_saved(entries))
        goal, done = effects.goal, effects.done
        gone = {*goal.base.spaces, *goal.base.groups} - {*done.spaces, *done.groups}
        names = {id_: f"{NEW}{number}" for number, id_ in enumerate(sorted(gone), 1)}
        hidden = [id_ for id_ in empty_groups(goal.base) if id_ in gone]  # to be put back, wherever they are listed
        wanted = replace_ids(replace(goal.base, moved=[*goal.wanted.moved, *hidden]), names)
        again = sent_again(plan, entries, journal) if journal else ()
        left = _left_by_undo(plan, entries, effects)
        maybe, numbers = possible_additions(entries), numbers_by_key(entries)
        back = replace(goal, base=done, wanted=wanted, left=left, again=again, maybe=maybe, earlier=(), set_by=numbers)
        return (serialize_goal(back) if differences(done, wanted) else None), ()

    def undo_beside_others(
        self, plan: Plan, entries: Sequence[Entry], journal: Journal, undoings: Collection[int]
    ) -> tuple[Any, Sequence[Change[Any]]]:
        """The same; what earlier undos of the plan did, and was not undone singly, is its own too."""
        wanted, changes = self.undo(plan, entries, journal)
        standing = sorted(set(undoings) - journal.undone(list(undoings)).keys())
        found = journal.numbered(plan.purpose.organization, plan.purpose.owner, standing)[::-1]
        earlier = earlier_calls(found)
        if wanted is None or not earlier:
            return wanted, changes
        goal = parse_goal(wanted)
        numbers = goal.set_by | numbers_by_key(found)
        return serialize_goal(replace(goal, earlier=earlier, set_by=numbers)), changes

    def left_by_undo(self, plan: Plan, entries: Sequence[Entry], journal: Journal) -> Sequence[str]:  # noqa: ARG002 - the same
        """Items that somebody else added, or may have added. `replan` reports what was changed since."""
        return _left_by_undo(plan, entries, _effects_of(read_goal(plan), plan, _maybe_saved(entries)))

    def undo_title(self, plan: Plan, wanted: Any) -> str:  # noqa: ANN401 - JSON
        """With what it undoes in numbers: a plan that was stopped has done less than its own title says."""
        goal = parse_goal(wanted)
        return title_of_undo(super().undo_title(plan, wanted), goal.title, differences(goal.base, goal.wanted))


def unfinished_draft(plan: Plan, entries: Sequence[Entry], live: SiteStructure) -> tuple[SiteStructure, SiteStructure]:
    """What a plan has not brought about, as a draft: what it is begun from, and what it wants of that."""
    goal = read_goal(plan)
    base, wanted = as_made_upon(plan.report, goal.base, goal.wanted)
    saved = [each for each in entries if each.outcome.state is State.SAVED]
    effects = _effects_of(replace(goal, base=base, wanted=wanted), plan, saved)
    goal, done = effects.goal, effects.done
    was, now, there = (map_items_to_lines(containers(each)) for each in (goal.base, done, live))
    # Some services accept a move into another section, and leave the space in its own.
    stayed = {item for item in now if now[item] != there.get(item) == was.get(item)}
    lines = containers(done)
    for key, line in replay_moves(lines, containers(live), stayed).items():
        lines[key][:] = line
    return copy_paths(live, done), copy_paths(live, goal.wanted)


@dataclass(frozen=True)
class _Effects:
    """A goal under the ids that things have now, what the plan's own calls made of its base, and what they met."""

    goal: StructureGoal
    done: SiteStructure
    met: MetItems


def _effects_of(goal: StructureGoal, plan: Plan, entries: Sequence[Entry]) -> _Effects:
    calls = [done_call(each) for each in entries]
    names = created_ids(goal.wanted, calls)
    base, wanted, _ = under_ids_of_now(goal, names, calls)
    again = names_met(plan.report)
    base, wanted = replace_ids(base, again), replace_ids(wanted, again)
    met = match_met_items(base, wanted, calls, names)
    base, wanted = with_met_items(base, wanted, calls, met.names), replace_ids(wanted, met.names)
    has_ended = plan.finished_at is not None and not plan.message
    own, known = without_own_removals(calls, met.names), {**names, **again, **met.names}
    if has_ended:  # what was met stands where somebody else had put it
        sent = {each.ids[-1] for each in calls if each.endpoint == MOVE_SECTION_GROUP.name}
        theirs = {new for id_, new in met.names.items() if is_new(id_)}
        put_in_places(base, plan.report, theirs - sent)
    done = effect_of(own, base, wanted, known, ended=has_ended)
    if has_ended:
        put_in_places(done, plan.report)
    return _Effects(replace(goal, base=base, wanted=wanted), done, met)


def _left_by_undo(plan: Plan, entries: Sequence[Entry], effects: _Effects) -> tuple[str, ...]:
    maybe = possible_additions(entries)
    met = describe_met(read_goal(plan).wanted, effects.met, maybe)
    return (*describe_possible_additions(maybe, read_goal(plan).base, entries), *met)


def _maybe_saved(entries: Sequence[Entry]) -> list[Entry]:
    """What an undo takes for done: a call that did nothing left all as it was, so there is nothing to send for it."""
    states = {State.SAVED, *OPEN_STATES}
    return [each for each in entries if each.outcome.state in states and not may_have_added(each)]
