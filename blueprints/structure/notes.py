"""Builds notes on a draft's changes: readers, addresses, conditions, undo, places."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from urllib.parse import quote

from blueprints.structure.draft import StructureDraft
from masthead.conditions import Claims, lint_condition
from masthead.i18n import N_, gettext
from masthead.structure.addresses import tell_addresses
from masthead.structure.describe import Difference
from masthead.structure.groups import filled_groups
from masthead.structure.tree import ROOT, SiteStructure, containers, is_new, map_items_to_lines, title_of
from masthead.web.forms.consequences import Consequence, condition_consequences, notable, read_claims, worst_first

OF_SECTION = N_("Every reader of its section")
OF_SITE = N_("Every reader of the site")
Conditions = Mapping[str, str | None]
"""Conditions by id of each section that was read."""


@dataclass(frozen=True, slots=True)
class SpaceAddress:
    """A space's address for readers; `now` is empty if there is none or it isn't known.

    `before_path` is the part before the path, empty if the address doesn't end with the path. `moves`: the draft puts
    the space into another section, which may change more of the address.
    """

    now: str = ""
    before_path: str = ""
    moves: bool = False


def address_of(desk: StructureDraft, item: str) -> SpaceAddress:
    """Return the current address of a space of the draft."""
    there = desk.live.structure
    if is_new(item) or item not in there.spaces:
        return SpaceAddress()
    now, ending = desk.live.addresses.get(item, ""), f"/{there.spaces[item].path}"
    bare = now.rstrip("/")
    moves = there.section_of(item) != desk.now.section_of(item)
    return SpaceAddress(now, bare.removesuffix(ending) + "/" if bare.endswith(ending) else "", moves)


def address_notes(
    desk: StructureDraft, after: SiteStructure, changes: Sequence[Difference]
) -> Mapping[Difference, str]:
    """Write a sentence about each change to an item with a known address."""
    foretold = changes_foretold(desk, after, changes)
    before, then = (map_items_to_lines(containers(each)) for each in (desk.base, after))
    notes = dict[Difference, str]()
    for each in changes:
        now = desk.live.addresses.get(each.item, "")
        if not now:
            pass
        elif each.kind == "removed":
            notes[each] = gettext("Readers no longer find it at %(now)s.", now=now)
        elif each.kind == "move" and before[each.item] != then[each.item]:
            notes[each] = gettext("Today, readers find it at %(now)s.", now=now)
        elif each.kind == "path" and each in foretold:
            notes[each] = gettext(
                "Readers find it at %(then)s then, no longer at %(now)s. Links to the old address may stop working.",
                now=now,
                then=address_of(desk, each.item).before_path + after.spaces[each.item].path,
            )
        told = _of_path(after, each.item) if each.kind == "path" else []
        if told:
            notes[each] = " ".join([*([notes[each]] if each in notes else []), *told])
    return notes


def _of_path(after: SiteStructure, item: str) -> list[str]:
    """Write sentences about what may surprise people in a space's path."""
    path, own = after.spaces[item].path, after.section_of(item)
    same = [section.title for id_, section in after.sections.items() if section.path == path and id_ != own]
    told = []
    if path != path.lower():
        told.append(gettext("The API doesn't say whether capital letters count in addresses."))
    if not path.isascii():
        told.append(gettext("In a copied address, this path reads “%(path)s”.", path=quote(path)))
    if same:
        told.append(gettext("The section %(section)s has this path too.", section=same[0]))
    return told


def changes_foretold(desk: StructureDraft, after: SiteStructure, changes: Sequence[Difference]) -> set[Difference]:
    """Find new paths and removals with a fully known effect on addresses.

    If an address doesn't end with the path, the site or a section opens with the space, and another may take its
    place.
    """
    homes = {desk.base.default_space, after.default_space}
    turned = homes if len(homes) > 1 else set()  # the address of a home may have no path in it
    found = {each: address_of(desk, each.item) for each in changes if each.kind in {"path", "removed"}}
    return {
        each
        for each, address in found.items()
        if address.before_path and each.item not in turned and (each.kind == "removed" or not address.moves)
    }


class ReadersNote(NamedTuple):
    """A sentence about a space's readers; `opens` if there may be more of them."""

    text: str
    opens: bool = False


def readers_notes(
    base: SiteStructure, after: SiteStructure, changes: Sequence[Difference], conditions: Conditions
) -> dict[str, ReadersNote]:
    """Write a sentence by space id about each move or addition that affects readers."""
    moved = [each.item for each in changes if each.kind in {"move", "added"} and each.item in after.spaces]
    told = {item: _readers_note(item, base, after, conditions) for item in moved}
    return {item: note for item, note in told.items() if note}


def _readers_note(item: str, base: SiteStructure, after: SiteStructure, conditions: Conditions) -> ReadersNote | None:
    left = base.section_of(item) if item in base.spaces else None
    entered = after.section_of(item)
    if left == entered:
        return None
    unknown = [title_of(after, each) for each in (left, entered) if each and each not in conditions]
    if unknown:
        return ReadersNote(gettext("The API doesn't report whether %(section)s has a condition.", section=unknown[-1]))
    was = conditions.get(left) if left else None
    now = conditions.get(entered) if entered != ROOT else None
    if was == now:
        return None
    if now is not None:
        own = after.spaces[item].condition
        return ReadersNote(_under(title_of(after, entered), now, replaces=was is not None, own=own))
    section = title_of(base, left or ROOT)
    told = gettext(
        "More people may be able to read it: it is no longer under the condition of the section %(section)s.",
        section=section,
    )
    return ReadersNote(told, opens=True)


def _under(section: str, condition: str, *, replaces: bool, own: str | None) -> str:
    told = gettext(
        "Only visitors who meet the condition of the section %(section)s can read it then: “%(condition)s”.",
        section=section,
        condition=condition,
    )
    if own is not None:
        told += " " + gettext("It keeps its own condition, and a visitor has to meet both.")
    if replaces:
        told += " " + gettext("The condition of its section until now no longer applies to it.")
    return told


def audience_label(structure: SiteStructure) -> str:
    """Say who sees a space that has no condition of its own."""
    return gettext(OF_SECTION if structure.has_sections else OF_SITE)


def section_condition_note(item: str, now: SiteStructure, conditions: Conditions) -> str:
    """Describe the condition of a space's section; empty if there is none."""
    section = now.section_of(item)
    if section == ROOT:
        return ""
    if section not in conditions:
        return gettext("The API doesn't report whether %(section)s has a condition.", section=title_of(now, section))
    if (condition := conditions[section]) is None:
        return ""
    return gettext(
        "The section %(section)s is only for visitors who meet its condition: “%(condition)s”.",
        section=title_of(now, section),
        condition=condition,
    )


def condition_notes(ids: tuple[str, str], after: SiteStructure, changes: Sequence[Difference]) -> list[Consequence]:
    """List consequences of changed conditions, worst first.

    The schema is read only if a condition changes.
    """
    changed = [each.item for each in changes if each.kind in {"condition", "added"} and each.item in after.spaces]
    spaces = {item: condition for item in changed if (condition := after.spaces[item].condition)}
    if not spaces:
        return []
    claims = read_claims(*ids)
    return worst_first(
        each for item, condition in spaces.items() for each in _of_space(title_of(after, item), condition, claims)
    )


def _of_space(title: str, condition: str, claims: Claims) -> Iterator[Consequence]:
    judged = lint_condition(condition, claims)
    if judged.state == "unchecked":
        found = " ".join(each.sentence for each in judged.findings)
        told = gettext(
            "Masthead can't check the condition “%(condition)s”. %(found)s", condition=condition, found=found
        )
        yield notable(gettext("%(name)s: %(told)s", name=title, told=told))
        return
    for each in condition_consequences(judged):
        yield replace(each, text=gettext("%(name)s: %(told)s", name=title, told=each.text))


def place_notes(base: SiteStructure, after: SiteStructure, changes: Sequence[Difference]) -> dict[str, str]:
    """Warn about groups with a hidden place, by the first section that moves into each."""
    filled = filled_groups(base, after, after)
    first = {after.group_of(each.item): each.item for each in reversed(changes) if each.kind == "move"}
    return {
        first[group]: gettext(
            "The API doesn't show the place of a group without sections, so %(group)s may be elsewhere than shown "
            "here once it has one.",
            group=title_of(base, group),
        )
        for group in filled
        if group in first
    }


def undo_notes(base: SiteStructure, after: SiteStructure, changes: Sequence[Difference]) -> dict[str, str]:
    """Warn about moves that leave a section empty, by space id.

    A move back needs a neighbour.
    """
    moved = [each.item for each in changes if each.kind == "move" and each.item in base.spaces]
    left = {item: base.section_of(item) for item in moved}
    return {
        item: gettext(
            "This leaves %(section)s without spaces. To undo it, Masthead has to remove the space and add it again.",
            section=title_of(after, section),
        )
        for item, section in left.items()
        if section and section != ROOT and section in after.sections and not after.held.get(section)
    }


def change_notes(desk: StructureDraft, after: SiteStructure, changes: Sequence[Difference]) -> dict[str, Any]:
    """Build the template's context of notes on changes."""
    return {
        "readers": readers_notes(desk.base, after, changes, desk.live.conditions),
        "address_notes": address_notes(desk, after, changes),
        "addresses_told": tell_addresses(changes, changes_foretold(desk, after, changes)),
        "undo_notes": undo_notes(desk.base, after, changes),
        "place_notes": place_notes(desk.base, after, changes),
    }
