"""At which address readers find a space, now and with another path."""

from dataclasses import dataclass

from blueprints.structure.draft import StructureDraft
from masthead.changes.structure.tree import is_new


@dataclass(frozen=True, slots=True)
class SpaceAddress:
    """`now` is empty where the API doesn't report it, or has none yet; `before_path` is what a path is put behind.

    `before_path` is empty where the address doesn't end with the path. `moves`: the draft puts the space into another
    section, which may change more of the address.
    """

    now: str = ""
    before_path: str = ""
    moves: bool = False


def address_of(desk: StructureDraft, item: str) -> SpaceAddress:
    """That of a space of the draft."""
    there = desk.live.structure
    if is_new(item) or item not in there.spaces:
        return SpaceAddress()
    now, ending = desk.live.addresses.get(item, ""), f"/{there.spaces[item].path}"
    bare = now.rstrip("/")
    moves = there.section_of(item) != desk.now.section_of(item)
    return SpaceAddress(now, bare.removesuffix(ending) + "/" if bare.endswith(ending) else "", moves)
