"""What a review can say beforehand of the addresses at which readers find the spaces of a site."""

from collections.abc import Sequence

from blueprints.structure.addresses import address_of
from blueprints.structure.draft import StructureDraft
from changes.structure.telling import Difference
from changes.structure.tree import SiteStructure
from i18n import gettext


def address_notes(desk: StructureDraft, after: SiteStructure, changes: Sequence[Difference]) -> dict[str, str]:
    """A sentence about each new path of which it is known where it leads, by the id of the space."""
    homes = {desk.base.default_space, after.default_space}
    turned = homes if len(homes) > 1 else set()  # the address of a home may have no path in it
    found = {each.item: address_of(desk, each.item) for each in changes if each.kind == "path"}
    return {
        item: gettext(
            "Readers find it at %(then)s then, no longer at %(now)s. Links to the old address may stop working.",
            now=each.now,
            then=each.before_path + after.spaces[item].path,
        )
        for item, each in found.items()
        if each.before_path and not each.moves and item not in turned
    }
