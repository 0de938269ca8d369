"""A form is sent a second time after it was saved: what came of it holds still, or the page says that it does not."""

from tests.asked import Log
from tests.blueprints.link_pages import API as LINKS_API
from tests.blueprints.link_pages import CARRIERS, LINKS, link
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG, API = "/orgs/org_larkfield", "/v1/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"
PROFILE = f"{SETTINGS}/profile"
ACTIVE = f"{CARRIERS}/active"
NO_LONGER = "This was saved when you sent it before, and it was changed again since. "


def hostname(service: RunningService) -> object:
    return ask(service, ALICE, "GET", API).get_json()["hostname"]


def test_a_setting_is_asked_about_where_it_was_set_back_and_only_there(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    drawn = alice.get(SETTINGS)
    alice.save(PROFILE, hostname="mine")
    ask(service, ALICE, "PATCH", API, {"hostname": "larkfield"})
    alice.page = drawn
    asked.clear()
    shown = alice.save(PROFILE, hostname="mine")
    assert (shown.status, shown.toasts, asked.writes) == (409, [], [])
    assert NO_LONGER in shown.main
    assert shown.links["See what was sent"] == f"{ORG}/journal/1"
    assert alice.send_again(PROFILE).toasts == ["Profile: saved."]
    assert hostname(service) == "mine"
    start_over(alice, service)
    asked.clear()
    drawn = alice.get(SETTINGS)
    alice.save(PROFILE, hostname="mine")
    alice.page = drawn
    shown = alice.save(PROFILE, hostname="mine")
    assert NO_LONGER not in shown.main
    assert len(asked.writes) == 1


def test_a_second_click_that_read_before_the_first_was_saved(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    drawn = distant.get(SETTINGS)
    before = ask(service, ALICE, "GET", API).get_json()

    def read_before(talk: Talk) -> bool:
        if talk.asked.target != API:
            return wire.pass_on(talk)
        wire.faults.clear()
        return faults.says(before)(talk)

    distant.submit(PROFILE, title="Mine")
    distant.page = drawn
    wire.seen.clear()
    wire.faults["GET"] = read_before
    assert distant.submit(PROFILE, title="Mine").toasts == ["Profile: saved."]
    assert "PATCH" not in wire.seen


def test_a_link_that_was_switched_back(alice: Pages, service: RunningService, asked: Log) -> None:
    drawn = alice.get(LINKS)
    alice.submit(ACTIVE)
    ask(service, ALICE, "PATCH", f"{LINKS_API}/link_carriers", {"active": True})
    alice.page = drawn
    asked.clear()
    shown = alice.submit(ACTIVE)
    assert (shown.status, shown.toasts, asked.writes) == (409, [], [])
    assert NO_LONGER in shown.main
    assert "was switched off" in alice.send_again(ACTIVE).toasts[0]
    assert link(service, "Carriers 2025")["active"] is False


def test_a_site_that_was_deleted_since(alice: Pages, service: RunningService, asked: Log) -> None:
    drawn = alice.get(f"{ORG}/sites/new")
    made = alice.submit(f"{ORG}/sites/new", title="Drivers").path
    alice.page = drawn
    assert alice.submit(f"{ORG}/sites/new", title="Drivers").path == made
    ask(service, ALICE, "DELETE", f"{API}/sites/{made.rpartition('/')[2]}")
    alice.page = drawn
    asked.clear()
    shown = alice.submit(f"{ORG}/sites/new", title="Drivers")
    assert (shown.status, shown.toasts, asked.writes) == (409, [], [])
    assert "This was created when you sent it before, and it was deleted since." in shown.main
    again = alice.send_again(f"{ORG}/sites/new")
    assert again.path not in {made, f"{ORG}/sites/new"}


def test_what_was_typed_and_is_there_is_no_draft_any_more(distant: Pages, wire: Wire) -> None:
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.lost_answer
    distant.submit(PROFILE, title="Lark")
    wire.faults.clear()
    distant.get(SETTINGS)
    shown = distant.submit(PROFILE, press="Show what I typed")
    assert shown.toasts == ["Already saved. Your changes are there, so nothing was sent."]
    assert "It isn't known whether what you typed here was saved" not in shown.main
    assert "Show what I typed" not in distant.get(SETTINGS).buttons
