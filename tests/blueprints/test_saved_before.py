"""A form that is sent again after its answer was lost, where what is there is what it sent: nothing is sent."""

from tests.blueprints.start_over import start_over
from tests.blueprints.test_place_access import API, GUIDE, roles
from tests.blueprints.test_sso_certificate import ROTATE, sent
from tests.certificates import pem
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.providers import DRIVERS
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

REMOVE = f"{GUIDE}/team_docs/remove"
SAVED = ["Already saved. Your changes are there, so nothing was sent."]


def lost(pages: Pages, wire: Wire, method: str, address: str, typed: dict[str, str], press: str) -> Page:
    pages.get(address)
    wire.faults[method] = faults.lost_answer
    shown = pages.submit(address, typed, press=press)
    wire.faults.clear()
    return shown


ROLES = {
    "given": ("PATCH", GUIDE, {"team-other": "team_operations", "role": "comment"}, "Give role"),
    "removed": ("DELETE", REMOVE, {}, "Remove role"),
}


@for_each("method, address, typed, press", ROLES.values())
def test_a_role_that_is_as_it_was_sent_is_not_sent_again(
    distant: Pages, wire: Wire, method: str, address: str, typed: dict[str, str], press: str, service: RunningService
) -> None:
    start_over(distant, service)
    told = lost(distant, wire, method, address, typed, press)
    assert "is Editor here now" not in told.main
    sent = wire.seen[method]
    shown = distant.submit(address, press=press)
    assert (shown.path, shown.toasts, wire.seen[method]) == (GUIDE, SAVED, sent)
    assert distant.get(told.links["Check now"]).facts["Outcome"].startswith("Saved")


def test_a_role_that_a_colleague_gave_since_is_asked_about(distant: Pages, wire: Wire, service: RunningService) -> None:
    lost(distant, wire, "DELETE", REMOVE, {}, "Remove role")
    assert ask(service, ALICE, "PATCH", f"{API}/team_docs", {"role": "review"}).status_code == 204
    shown = distant.submit(REMOVE, press="Remove role")
    assert roles(service)["team_docs"] == "review"
    assert "It isn't known whether this was saved" in shown.main
    assert "Nothing was saved" not in shown.main


def test_a_certificate_that_is_as_it_was_sent_is_not_sent_again(distant: Pages, wire: Wire) -> None:
    new = pem(500)
    sent(distant, certificate=new, how="later", due="2100-01-01")
    sent(distant, certificate=new)
    wire.faults["PATCH"] = faults.lost_answer
    told = distant.confirm(ROTATE)
    wire.faults.clear()
    calls = wire.seen["PATCH"]
    shown = distant.submit(ROTATE, press="Continue")
    assert (shown.path, shown.toasts, wire.seen["PATCH"]) == (DRIVERS, SAVED, calls)
    assert "Does the new certificate work?" in shown.main
    assert "Remove next certificate" not in shown.buttons
    assert distant.get(told.links["Check now"]).facts["Outcome"].startswith("Saved")
