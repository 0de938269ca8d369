"""Where readers find the spaces of a site: what a bulk change keeps of that, before its calls and after them."""

from masthead.store.bulk.steps import BulkChange
from masthead.structure.actions import edit_space, remove_space
from masthead.structure.describe import Addresses, get_addresses
from masthead.structure.tree import SiteStructure
from tests.structure.desk import HELP, Desk, moved

GUIDE, RELEASES = "sitespace_help_guide", "sitespace_help_releases"
DRAFT = "site_warehouse"


def compared(bulk: BulkChange) -> Addresses:
    found = get_addresses(bulk)
    assert found is not None
    return found


def spaces(desk: Desk, site: str = HELP) -> int:
    return len(desk.live(site).spaces)


def test_a_path_changes_the_address_of_its_space_alone(desk: Desk) -> None:
    bulk = desk.arrange(lambda base: edit_space(base, GUIDE, "handbook", None), HELP)
    (change,) = compared(bulk).changed
    assert (change.title, change.before.rpartition("/")[2], change.after.rpartition("/")[2]) == (
        desk.live(HELP).spaces[GUIDE].title,
        "guide",
        "handbook",
    )
    assert compared(bulk).same == spaces(desk) - 1


def test_an_undo_compares_what_it_does_itself(desk: Desk) -> None:
    bulk = desk.arrange(lambda base: edit_space(base, GUIDE, "handbook", None), HELP)
    (change,) = compared(bulk).changed
    (back,) = compared(desk.undone(bulk)).changed
    assert (back.before, back.after) == (change.after, change.before)


def test_a_move_within_a_line_changes_none(desk: Desk) -> None:
    bulk = desk.arrange(moved(GUIDE, where="last"), HELP)
    assert compared(bulk) == Addresses((), spaces(desk))


def test_what_is_removed_has_none_afterwards(desk: Desk) -> None:
    title = desk.live(HELP).spaces[GUIDE].title
    bulk = desk.arrange(lambda base: remove_space(base, GUIDE), HELP)
    (change,) = compared(bulk).changed
    assert (change.title, change.after) == (title, "")
    (back,) = compared(desk.undone(bulk)).changed
    assert (back.title, back.before, back.after) == (title, "", change.before)


def test_addresses_that_are_not_reported_are_not_known(desk: Desk) -> None:
    live = desk.live(DRAFT)
    item, space = next(iter(live.spaces.items()))
    bulk = desk.arrange(lambda base: edit_space(base, item, "other", None), DRAFT)
    assert compared(bulk) == Addresses((), 0, (space.title,))


def test_the_first_look_counts_also_where_the_bulk_change_pauses(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        return edit_space(edit_space(base, GUIDE, "handbook", None), RELEASES, "latest", None)

    bulk = desk.run(desk.add(draw, HELP), seconds=0)
    assert bulk.finished_steps == 1
    desk.clock.pass_(60)
    assert len(compared(desk.ended(bulk.number)).changed) == 2
