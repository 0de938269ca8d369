"""Several people at the settings of one organization: at the same time, and with different rights."""

import pytest

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

SETTINGS = "/orgs/org_larkfield/settings"
API = "/v1/orgs/org_larkfield"


def saved(service: RunningService) -> dict[str, object]:
    organization: dict[str, object] = ask(service, ALICE, "GET", API).get_json()
    return organization


def test_two_people_who_change_different_fields_both_win_and_the_same_field_are_told(
    alice: Pages, service: RunningService
) -> None:
    alice.get(SETTINGS)
    ask(service, ALICE, "PATCH", API, {"hostname": "larkfield-air"})
    shown = alice.submit(f"{SETTINGS}/profile", title="Larkfield Air")
    assert shown.toasts == [
        "Meanwhile somebody changed default hostname to “larkfield-air”. That stays.",
        "Profile: saved.",
    ]
    assert (saved(service)["title"], saved(service)["hostname"]) == ("Larkfield Air", "larkfield-air")
    start_over(alice, service)
    alice.get(SETTINGS)
    ask(service, ALICE, "PATCH", API, {"hostname": "by-a-colleague"})
    shown = alice.save(f"{SETTINGS}/profile", hostname="by-alice")
    assert (shown.status, saved(service)["hostname"]) == (409, "by-a-colleague")
    assert "Take theirs “by-a-colleague”" in shown.main
    assert alice.save(f"{SETTINGS}/profile", {"hostname-whose": "mine"}).status == 200
    assert saved(service)["hostname"] == "by-alice"


def test_two_people_who_change_one_list_both_win(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", API, {"emailDomains": ["old.example", "kept.example"]})
    alice.get(SETTINGS)
    ask(service, ALICE, "PATCH", API, {"emailDomains": ["kept.example", "by-a-colleague.example"]})
    shown = alice.save(f"{SETTINGS}/access", emailDomains="old.example, kept.example, by-alice.example")
    assert shown.toasts[0] == "Meanwhile somebody changed other parts of the e-mail domains. That stays."
    assert saved(service)["emailDomains"] == ["kept.example", "by-alice.example", "by-a-colleague.example"]


def test_a_value_that_was_set_before_the_page_was_opened_names_nobody(alice: Pages, service: RunningService) -> None:
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/profile", title="Own")
    ask(service, ALICE, "PATCH", API, {"title": "Theirs"})
    alice.get(SETTINGS)
    ask(service, ALICE, "PATCH", API, {"title": "Own"})
    shown = alice.submit(f"{SETTINGS}/profile", title="Third")
    assert shown.status == 409
    assert "The journal doesn't show who changed it" in shown.main
    alice.get(SETTINGS)
    ask(service, ALICE, "PATCH", API, {"title": "Theirs"})
    ask(service, ALICE, "PATCH", API, {"title": "Own", "hostname": "theirs"})
    assert "Meanwhile somebody changed default hostname" in alice.submit(f"{SETTINGS}/profile", title="Third").toasts[0]


def test_who_is_named_stays_named_when_the_question_is_shown_again(
    alice: Pages, bob: Pages, service: RunningService
) -> None:
    give_role(service, "user_bob", "org_larkfield", "admin")
    alice.get(SETTINGS)
    bob.get(SETTINGS)
    bob.submit(f"{SETTINGS}/profile", title="Lark Bob")
    for _ in range(2):
        assert "Bob changed it" in alice.submit(f"{SETTINGS}/profile", title="Lark Alice").main


def test_whoever_changed_it_before_an_outage_is_named(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    give_role(service, "user_bob", "org_larkfield", "admin")
    app = portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0, BREAKER_REST_SECONDS=0.01)
    alice, bob = Pages(app).sign_in(ALICE), Pages(app).sign_in(BOB)
    alice.get(SETTINGS)
    bob.get(SETTINGS)
    bob.submit(f"{SETTINGS}/profile", title="Lark Bob")
    wire.faults |= {"GET": faults.close, "PATCH": faults.close}
    assert alice.submit(f"{SETTINGS}/profile", title="Lark Alice").status == 502
    wire.faults.clear()
    shown = alice.submit(f"{SETTINGS}/profile", title="Lark Alice", press="Save profile")
    assert (shown.status, "Bob changed it" in shown.main) == (409, True)


def test_who_is_named_stays_named_while_the_api_is_away(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    give_role(service, "user_bob", "org_larkfield", "admin")
    app = portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)
    alice, bob = Pages(app).sign_in(ALICE), Pages(app).sign_in(BOB)
    alice.get(SETTINGS)
    bob.get(SETTINGS)
    bob.submit(f"{SETTINGS}/profile", title="Lark Bob")
    assert "Bob changed it" in alice.submit(f"{SETTINGS}/profile", title="Lark Alice").main
    bob.submit(f"{SETTINGS}/profile", title="Larkfield Freight")
    wire.faults |= {"GET": faults.close, "PATCH": faults.close}
    away = alice.submit(f"{SETTINGS}/profile", {"title-whose": "mine"}, press="Save profile")
    wire.faults.clear()
    assert (away.status, "Bob changed it" in away.main, "doesn't show who" in away.main) == (502, True, False)


def test_two_people_who_change_the_logo_are_told_and_theirs_once_more(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", API, {"logo": "https://larkfield.example/old.svg"})
    alice.get(SETTINGS)
    ask(service, ALICE, "PATCH", API, {"logo": "https://larkfield.example/theirs.svg"})
    shown = alice.submit(f"{SETTINGS}/profile", {"logo-is": "text"}, logo="https://larkfield.example/mine.svg")
    assert (shown.status, shown.value("logo-whose")) == (409, [])
    assert shown.links["Open the current picture opens in a new tab"] == "https://larkfield.example/theirs.svg"
    shown = alice.submit(f"{SETTINGS}/profile", {"logo-whose": "theirs"})
    assert (shown.toasts, "theirs.svg" in str(saved(service))) == (["Nothing to save. You changed nothing."], True)
    start_over(alice, service)
    alice.get(SETTINGS)
    ask(service, ALICE, "PATCH", API, {"title": "Lark Bob 2"})
    alice.submit(f"{SETTINGS}/profile", title="Larkfield Air")
    ask(service, ALICE, "PATCH", API, {"title": "Lark Bob 3"})
    shown = alice.submit(f"{SETTINGS}/profile", {"title-whose": "theirs"})
    assert shown.toasts == ["Nothing to save. You changed nothing. Meanwhile somebody changed name to “Lark Bob 3”."]
    assert shown.value("title") == "Lark Bob 3"


def test_whoever_saves_untouched_what_a_colleague_changed_is_told(
    alice: Pages, bob: Pages, service: RunningService, asked: Log
) -> None:
    give_role(service, "user_bob", "org_larkfield", "admin")
    alice.get(SETTINGS)
    bob.get(SETTINGS)
    bob.submit(f"{SETTINGS}/profile", title="Lark Bob")
    asked.clear()
    shown = alice.submit(f"{SETTINGS}/profile")
    assert (shown.status, asked.writes, shown.value("title")) == (200, [], "Lark Bob")
    assert shown.toasts == ["Nothing to save. You changed nothing. Meanwhile Bob changed name to “Lark Bob”."]
    assert alice.submit(f"{SETTINGS}/profile").toasts == ["Nothing to save. You changed nothing."]


@for_each("who", ["bob", "charlie"])
def test_whoever_may_not_reads_it_and_has_no_button(request: pytest.FixtureRequest, who: str) -> None:
    person: Pages = request.getfixturevalue(who)
    shown = person.get(SETTINGS)
    assert (shown.value("title"), shown.buttons) == ("Larkfield Freight", ["View invite link"])
    assert shown.is_closed("title")
    assert shown.notes[0].startswith("Your role doesn't let you change these settings.")


def test_a_stranger_does_not_find_it(dana: Pages) -> None:
    assert dana.get(SETTINGS).status == 404
    assert dana.post(f"{SETTINGS}/profile", {"title": "Mine"}).status == 404
