"""An undo that takes something from the person themselves asks first, as the page of the team does."""

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import ADD, CHOSEN, DOCS, call, forget, roles
from tests.pages.pages import Pages
from tests.world import RunningService

UNDO = "/orgs/org_larkfield/journal/1/undo"
AGREE = "I know that I am one of these people and may not be able to undo this myself."


def test_an_undo_of_ones_own_promotion_or_addition_has_to_be_agreed_to(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    forget(alice)
    call(alice, "Grace Tanaka")
    alice.get(DOCS)
    assert alice.submit(CHOSEN, press="Make owner: Grace Tanaka").toasts
    asked.clear()
    shown = alice.submit(UNDO)
    assert (shown.status, asked.writes, AGREE in shown.main) == (409, [], True)
    assert "Person Now After undoing Grace Tanaka" in shown.main
    refused = alice.submit(UNDO)
    assert (refused.status, asked.writes, roles(service)["grace"]) == (422, [], "owner")
    assert [refused.links[each] for each in refused.problems] == ["#agreed"]
    alice.submit(UNDO, agreed=True)
    assert roles(service)["grace"] == "member"
    start_over(alice, service)
    asked.clear()
    forget(alice)
    call(alice, "Lena Hoffmann")
    alice.get(DOCS)
    alice.submit(ADD, add="user_lena", press="Add to the team")
    assert alice.submit(UNDO).status == 409
    assert "lena" in roles(service)
    alice.submit(UNDO, agreed=True)
    assert "lena" not in roles(service)


def test_an_undo_that_takes_from_somebody_else_asks_only_where_that_may_be_oneself(
    alice: Pages, service: RunningService
) -> None:
    forget(alice)
    call(alice, "Frank Adeyemi")
    alice.get(DOCS)
    alice.submit(CHOSEN, press="Make owner: Grace Tanaka")
    assert alice.submit(UNDO).status == 200
    assert roles(service)["grace"] == "member"
    start_over(alice, service)
    forget(alice)
    call(alice, "")
    alice.get(DOCS)
    alice.submit(CHOSEN, press="Make owner: Grace Tanaka")
    shown = alice.submit(UNDO)
    assert (shown.status, "Check that this isn't you." in shown.main) == (409, True)
    alice.submit(UNDO)
    assert roles(service)["grace"] == "member"
