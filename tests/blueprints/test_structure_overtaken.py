"""A colleague does what a draft would do, so that nothing of it is left: the pages say that, and nothing else."""

from tests.blueprints.start_over import start_over
from tests.blueprints.test_structure import GUIDE, HELP, RELEASES, START
from tests.blueprints.test_structure_left import API, edit, set_path
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

KEPT, NONE_LEFT = "keeps your changes", "Your draft now includes this, and has no changes left."


def test_a_draft_that_a_colleague_has_overtaken_is_said_to_keep_what_is_left(
    alice: Pages, service: RunningService
) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    set_path(service, GUIDE, "handbook")
    page = alice.get(HELP)
    assert NONE_LEFT in page.main
    assert KEPT not in page.main
    start_over(alice, service)
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    edit(alice, RELEASES, "versions")
    set_path(service, GUIDE, "handbook")
    page = alice.get(HELP)
    assert KEPT in page.main
    assert NONE_LEFT not in page.main
    start_over(alice, service)
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    alice.get(f"{HELP}/review")
    set_path(service, GUIDE, "handbook")
    page = alice.submit(f"{HELP}/review", press="Apply 1 change")
    assert page.status == 409
    assert "there is nothing to apply" in page.main
    assert "Check the changes" not in page.main
    assert KEPT not in page.main


@for_each("edited, rest", [(True, "keeps your other changes."), (False, "has no changes left.")])
def test_a_move_past_what_a_colleague_removed_is_said_to_be_gone(
    alice: Pages, service: RunningService, *, edited: bool, rest: str
) -> None:
    start_over(alice, service)
    alice.get(HELP)
    alice.post(HELP, {"do": "move", "item": GUIDE, "where": f"after {RELEASES}"})
    if edited:
        edit(alice, GUIDE, "handbook")
    assert ask(service, ALICE, "DELETE", f"{API}/{RELEASES}").status_code < 300
    page = alice.get(HELP)
    assert rest in page.main
    assert KEPT not in page.main
    assert "Shipping guide: its move has no effect any more, so your draft no longer includes the move." in page.main
    assert "no effect" not in alice.get(HELP).main


def test_a_move_that_came_to_nothing_is_named_once_all_is_chosen(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    alice.post(HELP, {"do": "move", "item": GUIDE, "where": f"after {RELEASES}"})
    edit(alice, START, "mine")
    set_path(service, START, "theirs")
    assert ask(service, ALICE, "DELETE", f"{API}/{RELEASES}").status_code < 300
    assert "no effect" not in alice.get(HELP).main
    page = alice.submit(HELP, {f"choice path:{START}": "mine"}, press="Use these choices")
    (told,) = page.toasts
    assert told.endswith("Shipping guide: its move has no effect any more, so your draft no longer includes the move.")
