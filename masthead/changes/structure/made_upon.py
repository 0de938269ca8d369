"""What the undo of a bulk change was made upon: what others had done to the site by then is no news to it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from masthead.changes.structure.fitting import containers, remove_item
from masthead.changes.structure.lines import map_items_to_lines
from masthead.changes.structure.redoing import with_added_items
from masthead.changes.structure.tree import GroupItem, SiteStructure, SpaceItem, as_json, from_json
from masthead.store import Plan

KEPT = "made_upon"
Item = TypeVar("Item", GroupItem, SpaceItem)


def keep_made_upon(plan: Plan, live: SiteStructure, *, is_first: bool) -> Mapping[str, Any]:
    """What an undo keeps of the first look at the site, beside other things of its report; other plans nothing."""
    kept = (plan.report or {}).get(KEPT)
    if kept is None and is_first and plan.purpose.undoes is not None:
        kept = as_json(live)
    return {} if kept is None else {KEPT: kept}


def as_made_upon(
    report: Any,  # noqa: ANN401 - JSON
    base: SiteStructure,
    wanted: SiteStructure,
) -> tuple[SiteStructure, SiteStructure]:
    """Base and wanted under the ids of then, with what others had made of all that the one leaves of the other.

    As they are where nothing was kept, as by a portal of an earlier version.
    """
    kept = (report or {}).get(KEPT)
    if kept is None:
        return base, wanted
    seen = from_json(kept)
    both = with_added_items(base, wanted, seen)
    _remove_gone(*both, seen)
    base, wanted = both
    _set_as_seen(base.spaces, wanted.spaces, seen.spaces, ("title", "path", "condition"))
    _set_as_seen(base.groups, wanted.groups, seen.groups, ("title", "icon"))
    if base.defaults == wanted.defaults and all(seen.default_space in each.spaces for each in both):
        for each in both:
            each.default_section, each.default_space = seen.defaults
    return both


def _set_as_seen(
    base: dict[str, Item], wanted: dict[str, Item], seen: Mapping[str, Item], fields: Sequence[str]
) -> None:
    for id_ in base.keys() & wanted.keys() & seen.keys():
        left = [name for name in fields if getattr(base[id_], name) == getattr(wanted[id_], name)]
        found = {name: getattr(seen[id_], name) for name in left}
        base[id_], wanted[id_] = replace(base[id_], **found), replace(wanted[id_], **found)


def _remove_gone(base: SiteStructure, wanted: SiteStructure, seen: SiteStructure) -> None:
    """What the site had no more, unless something is wanted of it."""
    homes = [map_items_to_lines(containers(each)) for each in (base, wanted)]
    there = {*base.spaces, *base.groups} & {*wanted.spaces, *wanted.groups}
    for id_ in there - {*seen.spaces, *seen.groups} - {*wanted.moved}:
        was, now = (home[id_] for home in homes)
        if was == now and base.settings_of(id_) == wanted.settings_of(id_):
            remove_item(base, id_)
            remove_item(wanted, id_)
