"""What a review can say beforehand of the addresses at which readers find the spaces and sections of a site."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from blueprints.structure.addresses import address_of
from blueprints.structure.draft import StructureDraft
from i18n import gettext
from masthead.changes.structure.fitting import containers
from masthead.changes.structure.lines import map_items_to_lines
from masthead.changes.structure.telling import Difference
from masthead.changes.structure.tree import SiteStructure


def address_notes(
    desk: StructureDraft, after: SiteStructure, changes: Sequence[Difference]
) -> Mapping[Difference, str]:
    """A sentence about each change to something of which the address is known."""
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
    """What may surprise people in the path of a space, in sentences."""
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
    """New paths and removals of which all is known that they do to addresses.

    Where an address doesn't end with the path, the site or a section opens with the space: another may take its place.
    """
    homes = {desk.base.default_space, after.default_space}
    turned = homes if len(homes) > 1 else set()  # the address of a home may have no path in it
    found = {each: address_of(desk, each.item) for each in changes if each.kind in {"path", "removed"}}
    return {
        each
        for each, address in found.items()
        if address.before_path and each.item not in turned and (each.kind == "removed" or not address.moves)
    }
