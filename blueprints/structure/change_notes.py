"""What a review says beside its changes: of readers and their addresses, of undoing, of places that aren't known."""

from collections.abc import Sequence
from typing import Any

from blueprints.structure.address_notes import address_notes, changes_foretold
from blueprints.structure.draft import StructureDraft
from blueprints.structure.place_notes import place_notes
from blueprints.structure.readers import readers_told
from blueprints.structure.undo_notes import undo_notes
from masthead.changes.structure.addresses import tell_addresses
from masthead.changes.structure.telling import Difference
from masthead.changes.structure.tree import SiteStructure


def change_notes(desk: StructureDraft, after: SiteStructure, changes: Sequence[Difference]) -> dict[str, Any]:
    """By the names that the template has for them."""
    return {
        "readers": readers_told(desk.base, after, changes, desk.live.conditions),
        "address_notes": address_notes(desk, after, changes),
        "addresses_told": tell_addresses(changes, changes_foretold(desk, after, changes)),
        "undo_notes": undo_notes(desk.base, after, changes),
        "place_notes": place_notes(desk.base, after, changes),
    }
