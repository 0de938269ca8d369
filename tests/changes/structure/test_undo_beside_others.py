"""The undo of a plan whose work a colleague has changed since: what it leaves is named."""

from changes.structure.drafting import MoveTarget, move_items
from tests.changes.structure.desk import Desk
from tests.changes.structure.test_undo_of_met import API, RELEASES, colleague


def test_a_move_into_a_group_that_is_gone_is_named(desk: Desk) -> None:
    group = desk.live().group_of(API)
    back = desk.undone(desk.arrange(lambda base: move_items(base, [RELEASES], MoveTarget("into", f"group:{group}"))))
    colleague(desk, "DELETE", f"section-groups/{group}")
    told = desk.undone(back).differences
    gone = "the section or group that it was to go into is gone, so it was not moved there."
    assert f"Release notes: {gone}" in told
