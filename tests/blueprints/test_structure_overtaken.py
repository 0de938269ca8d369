"""A colleague does what a draft would do, so that nothing of it is left: the pages say that, and nothing else."""

from tests.blueprints.test_structure import GUIDE, HELP, RELEASES
from tests.blueprints.test_structure_left import edit, set_path
from tests.pages.pages import Pages
from tests.world import RunningService

KEPT, NONE_LEFT = "keeps your changes", "Your draft now includes this, and has no changes left."


def test_a_draft_that_a_colleague_has_overtaken_is_not_said_to_keep_changes(
    alice: Pages, service: RunningService
) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    set_path(service, GUIDE, "handbook")
    page = alice.get(HELP)
    assert NONE_LEFT in page.main
    assert KEPT not in page.main


def test_what_is_left_of_a_draft_is_said_to_be_kept(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    edit(alice, RELEASES, "versions")
    set_path(service, GUIDE, "handbook")
    page = alice.get(HELP)
    assert KEPT in page.main
    assert NONE_LEFT not in page.main


def test_a_review_that_a_colleague_has_overtaken_asks_for_no_check(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    alice.get(f"{HELP}/review")
    set_path(service, GUIDE, "handbook")
    page = alice.submit(f"{HELP}/review", press="Apply 1 change")
    assert page.status == 409
    assert "there is nothing to apply" in page.main
    assert "Check the changes" not in page.main
    assert KEPT not in page.main
