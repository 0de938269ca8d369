"""Where a plan of a structure stands: its goal under the ids of now, and what its calls have made of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from masthead.changes.structure.attempts import created_ids
from masthead.changes.structure.conflicts import describe_conflict, describe_removed
from masthead.changes.structure.fitting import match_ids, remove_item, replace_ids
from masthead.changes.structure.goal import StructureGoal
from masthead.changes.structure.on_the_way import keep_places_of_others
from masthead.changes.structure.own import CallEffects, keep_settings_of_others, trace_effects
from masthead.changes.structure.service_moves import AttemptedCall
from masthead.changes.structure.tree import SiteStructure


@dataclass(frozen=True)
class ResumedGoal:
    """A goal under the ids that things have now, and what the calls so far have made of it.

    `lost` tells what is wanted no more: what calls have added and somebody has removed since, and the settings that
    somebody else had given what calls have added again. `again` are the ids of groups that somebody has made again, by
    those that they had in the goal.
    """

    base: SiteStructure
    wanted: SiteStructure
    found: CallEffects
    lost: Sequence[str] = ()
    again: Mapping[str, str] = field(default_factory=dict)


def resume_goal(
    goal: StructureGoal,
    now: SiteStructure,
    tried: Sequence[AttemptedCall],
    overtaken: Collection[str] = (),
    in_vain: Collection[str] = (),
) -> ResumedGoal:
    """Where a plan stands that has tried these calls, of which somebody has set since what was `overtaken`."""
    names = created_ids(goal.wanted, tried)
    base, wanted, clashes = under_ids_of_now(goal, names, tried)
    made = {each.made for each in tried}
    again = {id_: new for id_, new in match_ids(base, wanted, now).items() if id_ in base.groups and id_ not in made}
    base, wanted = replace_ids(base, again), replace_ids(wanted, again)
    found = trace_effects(tried, base, wanted, now, {**names, **again}, overtaken)
    lost = [item for item in found.lost if item in wanted.spaces or item in wanted.groups]
    told = [sentence for item in lost for sentence in describe_removed(item, wanted, now, in_vain)]
    for item in lost:
        remove_item(wanted, item)
    return ResumedGoal(base, wanted, found, [*clashes, *told], again)


def under_ids_of_now(
    goal: StructureGoal, names: Mapping[str, str], tried: Sequence[AttemptedCall]
) -> tuple[SiteStructure, SiteStructure, list[str]]:
    """Base and wanted with what others had set of what calls have added again, and what of that is not as wanted."""
    base, mine = replace_ids(goal.base, names), replace_ids(goal.wanted, names)
    wanted = mine.copy()
    settings = keep_settings_of_others(tried, base, wanted, names)
    places = keep_places_of_others(tried, base, wanted, names)
    return base, wanted, [describe_conflict(each, mine, wanted) for each in [*settings, *places]]
