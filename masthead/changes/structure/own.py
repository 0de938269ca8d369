"""What a plan has itself changed in a site's structure so far, and whether it still is as its calls left it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from contract.publishing.section_groups import CREATE_SECTION_GROUP, UPDATE_SECTION_GROUP
from contract.publishing.site_spaces import ADD_SITE_SPACE, REMOVE_SITE_SPACE, UPDATE_SITE_SPACE
from contract.publishing.sites import UPDATE_SITE
from masthead.changes.structure.effect import Effect
from masthead.changes.structure.fitting import containers, remove_item
from masthead.changes.structure.lines import keeps_its_side, map_items_to_lines, replay_moves
from masthead.changes.structure.merged import CONDITION, DEFAULT, GONE, ICON, NAME, PATH, PLACE, REMOVAL, MergeConflict
from masthead.changes.structure.owned import Owned
from masthead.changes.structure.service_moves import AttemptedCall, Behaviour
from masthead.changes.structure.steps import DEFAULTS
from masthead.changes.structure.tree import SiteStructure, SpaceItem

USUAL = (True, False)
KEYS = {"path": PATH, "condition": CONDITION}


@dataclass(frozen=True, slots=True)
class CallEffects:
    """What is the plan's own, and how the service must behave for as much of it as can be to be as the calls left it.

    No answer tells where in its line something went: a service that puts it elsewhere is told from a colleague who
    did by what explains more of what there is. `lost` are things that calls have made and that are gone.
    `stayed` are spaces that a move was to take into another section.
    """

    owned: Owned
    service: Behaviour
    lost: Sequence[str]
    stayed: AbstractSet[str] = frozenset()


def trace_effects(
    tried: Iterable[AttemptedCall],
    base: SiteStructure,
    wanted: SiteStructure,
    live: SiteStructure,
    names: Mapping[str, str],
    overtaken: Collection[str] = (),
) -> CallEffects:
    """Hold the site against what calls have made of `base`. All structures have the ids that things have now.

    `names` are those ids, by the ids that things had when a call was made. `overtaken` are the keys of what somebody
    has set since, though it may look as the calls left it.
    """
    calls = [each for each in tried if each.done]
    best, misplaced, effect = Behaviour(), set[str](), Effect(base, wanted, names).of(calls)
    theirs = {key.removeprefix(PLACE) for key in overtaken if key.startswith(PLACE)}
    starts, homes = [base, _without_calls(base, live, effect, calls)], map_items_to_lines(containers(live))
    for number, service in enumerate(_possible_behaviours(effect)):
        played = [Effect(start, wanted, names, service, homes).of(calls) for start in starts]
        found = set.intersection(*(misplaced_items(each, live) for each in played)) - theirs
        if not number or len(found) < len(misplaced):
            best, misplaced, effect = service, found, played[0]
        if not misplaced:
            break
    keys = {
        **_owned_places(effect, wanted, live, misplaced),
        **_owned_values(calls, effect.now, live),
        **_owned_removals(calls, base, wanted, live),
        **dict.fromkeys(overtaken, False),
    }
    owned = Owned({key for key, same in keys.items() if same}, {key for key, same in keys.items() if not same})
    lost = [each.made for each in calls if each.made and each.made not in live.spaces | live.groups]
    removed = {each.ids[-1] for each in calls if each.endpoint == REMOVE_SITE_SPACE.name}
    service = replace(best, crosses=best.crosses and not effect.stayed)
    return CallEffects(owned, service, [item for item in lost if item not in removed], effect.stayed)


def _possible_behaviours(effect: Effect) -> Iterator[Behaviour]:
    """The usual one first, then what would be another outcome."""
    spaces, groups = effect.moved & effect.now.spaces.keys(), effect.moved & effect.now.groups.keys()
    sections = effect.moved & effect.now.sections.keys()
    tells = (spaces, groups, spaces, sections)
    return (Behaviour(*each) for each in product(*(USUAL if items else (True,) for items in tells)))


def _without_calls(
    base: SiteStructure, live: SiteStructure, effect: Effect, calls: Iterable[AttemptedCall]
) -> SiteStructure:
    """What others would have made of the site alone: their changes may be older than the calls."""
    result = live.copy()
    for made in {each.made for each in calls} & {*live.spaces, *live.groups}:
        remove_item(result, made)
    lines = containers(result)
    for key, line in replay_moves(lines, containers(base), effect.moved).items():
        lines[key][:] = line
    return result


def misplaced_items(effect: Effect, live: SiteStructure) -> set[str]:
    """What calls put somewhere, and is in another line, or on the other side of something in its own."""
    expected, there = containers(effect.now), containers(live)
    was, now = map_items_to_lines(expected), map_items_to_lines(there)
    found = {item for item in effect.moved if item in was and item in now and was[item] != now[item]}
    for key in expected.keys() & there.keys():
        before, after = (
            [item for item in line if item not in effect.loose and was.get(item) == now.get(item) == key]
            for line in (expected[key], there[key])
        )
        if before != after:
            places = [{item: number for number, item in enumerate(line)} for line in (before, after)]
            found |= {item for item in effect.moved & set(before) if not keeps_its_side(item, before, *places)}
    return found


def _owned_places(effect: Effect, wanted: SiteStructure, live: SiteStructure, misplaced: set[str]) -> dict[str, bool]:
    """By key. What a call ordered in a section that the plan does not want it in, somebody else has put there."""
    known, goal = map_items_to_lines(containers(live)), map_items_to_lines(containers(wanted))
    others = {item for item in effect.asked.keys() & live.spaces.keys() if goal.get(item) not in effect.asked[item]}
    return {f"{PLACE}{item}": item not in misplaced | others for item in effect.moved if item in known}


def _owned_values(calls: Iterable[AttemptedCall], left: SiteStructure, live: SiteStructure) -> dict[str, bool]:
    found: dict[str, bool] = {}
    for call in calls:
        item = call.made or call.ids[-1]
        if (
            call.endpoint in {ADD_SITE_SPACE.name, UPDATE_SITE_SPACE.name}
            and item in live.spaces
            and item in left.spaces
        ):
            was, now = left.spaces[item], live.spaces[item]
            fields = {"path", "condition"} if call.made else call.sent.keys()
            if "path" in fields:
                found[f"{PATH}{item}"] = was.path in {"", now.path}
            if "condition" in fields:
                found[f"{CONDITION}{item}"] = was.condition == now.condition
        elif call.endpoint in {CREATE_SECTION_GROUP.name, UPDATE_SECTION_GROUP.name} and item in live.groups:
            found |= _owned_group_values(call, item, left, live)
        elif call.endpoint == UPDATE_SITE.name:
            same = [getattr(left, f"default_{each}") == getattr(live, f"default_{each}") for each in DEFAULTS]
            found[DEFAULT] = all(same)
    return found


def _owned_group_values(call: AttemptedCall, item: str, left: SiteStructure, live: SiteStructure) -> dict[str, bool]:
    was, now = left.groups.get(item), live.groups[item]
    found = {NAME: was is not None and was.title == now.title, ICON: was is not None and was.icon == now.icon}
    fields = (
        {NAME, ICON} if call.made else {kind for kind, name in ((NAME, "title"), (ICON, "icon")) if name in call.sent}
    )
    return {f"{kind}{item}": found[kind] for kind in fields}


def keep_settings_of_others(
    calls: Iterable[AttemptedCall], base: SiteStructure, wanted: SiteStructure, names: Mapping[str, str]
) -> list[MergeConflict]:
    """Let a space that calls remove and add again keep what somebody else had set before, in both structures.

    So does one that got another path only to have a free one in the section that it went to. `names` are the ids that
    things have now, by those that they had. A conflict is what `wanted` had otherwise.
    """
    own: dict[str, Mapping[str, Any]] = {}
    clashes, again = [], set[str]()
    for call in [each for each in calls if each.done]:
        item, removed = names.get(call.ids[-1], call.ids[-1]), call.ids[-1]
        if call.made:
            own[call.made] = {"path": call.became.get("path"), "condition": None}
        elif call.endpoint == UPDATE_SITE_SPACE.name:
            theirs = call.was.get("path") if "path" in call.sent else None
            if theirs and item in base.spaces and own.get(removed, {}).get("path") != theirs and item not in again:
                _keep_path(theirs, base.spaces, wanted.spaces, item)
            own[removed] = {**own.get(removed, {}), **call.sent}
        elif call.endpoint == REMOVE_SITE_SPACE.name and item in base.spaces and item in wanted.spaces:
            again.add(item)
            was, planned = base.spaces[item], wanted.spaces[item]
            found = {
                name: value
                for name, value in call.was.items()
                if name in KEYS
                and value not in (getattr(was, name), getattr(planned, name))
                and own.get(removed, {}).get(name, was) != value
            }
            clashes += [
                MergeConflict(KEYS[name] + item, (item,))
                for name in found
                if getattr(was, name) != getattr(planned, name)
            ]
            base.spaces[item], wanted.spaces[item] = replace(was, **found), replace(planned, **found)
    return clashes


def _keep_path(theirs: str, base: dict[str, SpaceItem], wanted: dict[str, SpaceItem], item: str) -> None:
    if item in wanted and wanted[item].path == base[item].path:
        base[item], wanted[item] = replace(base[item], path=theirs), replace(wanted[item], path=theirs)


def _owned_removals(
    calls: Sequence[AttemptedCall], base: SiteStructure, wanted: SiteStructure, live: SiteStructure
) -> dict[str, bool]:
    """What calls removed: it is gone, or somebody has added it again, where it stays though it was to be elsewhere."""
    gone = {each.ids[-1] for each in calls if each.endpoint == REMOVE_SITE_SPACE.name}
    shown = {base.spaces[item].space for item in gone & base.spaces.keys()} - {""}
    made = {each.made for each in calls}
    again = {id_ for id_, each in live.spaces.items() if each.space in shown and id_ not in made | base.spaces.keys()}
    elsewhere = again if gone & wanted.spaces.keys() else set()
    return {
        **{f"{GONE}{item}": True for item in gone},
        **{f"{REMOVAL}{item}": False for item in again},
        **{f"{PLACE}{item}": False for item in elsewhere},
    }
