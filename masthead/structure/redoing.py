"""What somebody does to the tree of a page while questions are open, done to the draft that waits for answers."""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from i18n import N_, gettext
from masthead.structure.describe import KINDS, Difference, differences
from masthead.structure.drafting import DraftError, with_moves_noted
from masthead.structure.lines import map_items_to_lines, replay_moves
from masthead.structure.merging import GONE, Side, merge
from masthead.structure.tree import (
    SiteStructure,
    add_missing_items,
    containers,
    match_ids,
    replace_ids,
    set_lines,
)

CHOOSE_FIRST = N_("Choose first what to keep where your draft and the site changed the same thing.")


def with_added_items(
    base: SiteStructure, now: SiteStructure, live: SiteStructure
) -> tuple[SiteStructure, SiteStructure]:
    """What a draft was begun from and the draft, under the ids of `live` and with what others added there.

    Nothing else of what they did is in it, so what has to be asked stays as it is.
    """
    made = match_ids(base, now, live)
    read_at, base, now = base.read_at, replace_ids(base, made), replace_ids(now, made)
    added = _items(live) - _items(base) - _items(now)
    home = map_items_to_lines(containers(live))
    while homeless := {item for item in added if not all(_has_line(each, home[item], added) for each in (base, now))}:
        added -= homeless
    return replace(_with_items(base, live, added), read_at=read_at), _with_items(now, live, added)


def redo(
    draft: tuple[SiteStructure, SiteStructure],
    shown: SiteStructure,
    wanted: SiteStructure,
    live: SiteStructure,
    named: Collection[str],
) -> tuple[SiteStructure, SiteStructure]:
    """The same two of a draft, with what somebody changed of the tree `shown`, to `wanted`. Raises DraftError.

    `named` is what they took to move it. They saw in the tree what others had made of that, which is no question then.
    """
    base, now = with_added_items(*draft, live)
    before, after = replace(shown, moved=[]), replace(wanted, moved=list(named))
    choices: dict[str, Side] = {}
    while (merged := merge(before, after, now, choices)).conflicts:
        choices |= {each.key: "theirs" if each.key.startswith(GONE) else "mine" for each in merged.conflicts}
    changed = differences(before, after)
    if {each.item for each in changed} & _items(after) - _items(merged.structure) or merged.lost or merged.lost_default:
        raise DraftError(gettext(CHOOSE_FIRST))
    base, now = _as_seen(base, live, changed), with_moves_noted(replace(merged.structure, moved=now.moved), now, named)
    seen = containers(merge(base, now, live).structure)
    if seen == containers(shown) != containers(wanted):  # it went past what the draft has elsewhere
        raise DraftError(gettext(CHOOSE_FIRST))
    return base, now


def _as_seen(base: SiteStructure, live: SiteStructure, changed: Sequence[Difference]) -> SiteStructure:
    result = replace(base.copy(), read_at=base.read_at)
    about = {kind: {each.item for each in changed if each.kind == kind} for kind in KINDS}
    lines = replay_moves(containers(result), containers(live), about["move"])
    set_lines(result, lines)
    for name in ("path", "condition"):
        for item in about[name] & result.spaces.keys() & live.spaces.keys():
            result.spaces[item] = replace(result.spaces[item], **{name: getattr(live.spaces[item], name)})
    result.groups |= {item: live.groups[item] for item in about["group"] & result.groups.keys() & live.groups.keys()}
    if about["default"] and live.default_space in result.spaces:
        result.default_section, result.default_space = live.defaults
    return result


def _items(structure: SiteStructure) -> set[str]:
    return {*structure.groups, *structure.sections, *structure.spaces}


def _has_line(structure: SiteStructure, key: str, added: Collection[str]) -> bool:
    return key in containers(structure) or key.partition(":")[2] in added


def _with_items(structure: SiteStructure, live: SiteStructure, items: AbstractSet[str]) -> SiteStructure:
    result = structure.copy()
    result.groups |= {id_: item for id_, item in live.groups.items() if id_ in items}
    result.sections |= {id_: item for id_, item in live.sections.items() if id_ in items}
    result.spaces |= {id_: item for id_, item in live.spaces.items() if id_ in items}
    result.members |= {group: [] for group in live.groups if group in items}
    result.held |= {section: [] for section in live.sections if section in items}
    lines = containers(result)
    for key, line in containers(live).items():
        if items & set(line):
            add_missing_items(lines[key], [item for item in line if item in items or item in lines[key]])
    return result
