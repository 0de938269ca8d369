"""Orders that are not the ones that a move was made in: of another window, or of a colleague."""

import pytest

from changes.structure.rearranging import rearrange
from changes.structure.tree import ROOT, SiteStructure, SpaceItem


@pytest.mark.parametrize(
    ("seen", "done", "moved", "now", "left"),
    [("PER", "PRE", "R", "ERP", "REP"), ("EPR", "ERP", "R", "PRE", "RPE"), ("PER", "EPR", "P", "ERP", "EPR")],
)
def test_a_move_goes_past_what_it_was_moved_past_there(seen: str, done: str, moved: str, now: str, left: str) -> None:
    draft = SiteStructure(held={ROOT: list(now)}, spaces={id_: SpaceItem(id_, id_, None, id_) for id_ in now})
    key = f"section:{ROOT}"
    assert rearrange(draft, {key: list(seen)}, {key: list(done)}, [moved]).held[ROOT] == list(left)
