"""What a page sent without a known outcome and finds there is its own, and no change of somebody else."""

from collections.abc import Mapping

import pytest

from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

SETTINGS, API = "/orgs/org_larkfield/settings", "/v1/orgs/org_larkfield"
NOT_KNOWN = "It isn't known whether what you typed here was saved"
PROFILE = f"{SETTINGS}/profile"


def lose(pages: Pages, wire: Wire, action: str, typed: Mapping[str, str], lost: Fault = faults.lost_answer) -> Page:
    wire.faults["PATCH"] = lost
    shown = pages.submit(action, typed)
    if "Save changes" in shown.buttons:
        shown = pages.confirm(action)
    wire.faults.clear()
    assert "Check now" in shown.links
    return shown


def saved(service: RunningService, name: str) -> object:
    return ask(service, ALICE, "GET", API).get_json()[name]


@pytest.fixture
def alice(distant: Pages) -> Pages:
    distant.get(SETTINGS)
    return distant


@for_each("wishes", [["first"], ["first", "second"]])
@pytest.mark.exhaustive
def test_the_value_of_before_is_sent(alice: Pages, wire: Wire, service: RunningService, wishes: list[str]) -> None:
    start_over(alice, service)
    alice.get(SETTINGS)
    for lost, wish in zip((faults.lost_answer, faults.reset), wishes, strict=False):
        lose(alice, wire, PROFILE, {"hostname": wish}, lost)
        alice.open_input(PROFILE)
    assert alice.save(PROFILE, hostname="larkfield").toasts == ["Profile: saved."]
    assert saved(service, "hostname") == "larkfield"


def test_it_is_saved_already_when_it_is_sent_again(alice: Pages, wire: Wire) -> None:
    lose(alice, wire, PROFILE, {"hostname": "mine"})
    assert alice.send_again(PROFILE).toasts == ["Already saved. Your changes are there, so nothing was sent."]


def test_a_colleague_who_set_it_since_is_told(alice: Pages, wire: Wire, service: RunningService) -> None:
    lose(alice, wire, PROFILE, {"hostname": "mine"})
    ask(service, ALICE, "PATCH", API, {"hostname": "theirs"})
    opened = alice.open_input(PROFILE)
    assert "Default hostname: whose to keep?" in opened.main


def test_it_is_offered_still_where_nothing_is_sent(alice: Pages, wire: Wire) -> None:
    lose(alice, wire, PROFILE, {"hostname": "mine"}, faults.reset)
    alice.open_input(PROFILE)
    assert alice.save(PROFILE, hostname="larkfield").toasts[0].startswith("Nothing to save")
    assert alice.get(SETTINGS).main.count(NOT_KNOWN) == 1


def test_another_tab_does_not_say_that_it_was_somebody_else(alice: Pages, wire: Wire) -> None:
    tab = alice.shown
    alice.get(SETTINGS)
    lose(alice, wire, PROFILE, {"hostname": "mine"})
    alice.page = tab
    told, _ = alice.submit(PROFILE, title="Lark").toasts
    assert told == "Meanwhile you changed default hostname to “mine”. That stays."
