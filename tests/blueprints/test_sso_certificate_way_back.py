"""Somebody was there before: a new certificate that was kept, taken back or replaced again meanwhile."""

from flask import Flask

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.test_saved_at_once import meanwhile
from tests.blueprints.test_sso_certificate import ROTATE, certificate_of, newest_entry, put_in
from tests.certificates import pem
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.providers import API, DRIVERS, enforce
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ENFORCED = "Single sign-on is enforced: people can sign in only with an identity provider."


def test_what_was_decided_before_is_told(alice: Pages, portal: Flask, service: RunningService) -> None:
    put_in(alice, pem(500))
    colleague = Pages(portal).sign_in(ALICE)
    colleague.get(DRIVERS)
    colleague.submit(f"{ROTATE}/roll-back")
    shown = alice.submit(f"{ROTATE}/keep")
    assert shown.toasts[0].startswith("You already went back to the old certificate")
    start_over(alice, service)
    put_in(alice, pem(500))
    colleague = Pages(portal).sign_in(ALICE)
    colleague.get(DRIVERS)
    colleague.submit(f"{ROTATE}/keep")
    shown = alice.submit(f"{ROTATE}/keep")
    assert shown.toasts == ["You already kept the new certificate."]
    start_over(alice, service)
    page = put_in(alice, pem(500))
    colleague = Pages(portal).sign_in(ALICE)
    colleague.get(DRIVERS)
    colleague.submit(f"{ROTATE}/keep")
    alice.page = page
    kept = "You already kept the new certificate. Nothing was saved. Undo the change in the journal to go back."
    assert alice.submit(f"{ROTATE}/roll-back").toasts == [kept]
    start_over(alice, service)
    page = put_in(alice, pem(500))
    put_in(alice, pem(600))
    alice.submit(f"{ROTATE}/keep")
    alice.page = page
    told = alice.submit(f"{ROTATE}/roll-back").toasts
    assert told == ["You have replaced the certificate again. Nothing was saved."]


def test_an_undo_that_is_open_over_a_colleague_s_keeping_asks_anew(
    alice: Pages, portal: Flask, service: RunningService
) -> None:
    give_role(service, "user_bob", "org_larkfield", "admin")
    put_in(alice, pem(500))
    saved, number = certificate_of(service), newest_entry(alice)
    page = alice.get(f"{number}/undo")
    bob = Pages(portal).sign_in(BOB)
    bob.get(DRIVERS)
    assert bob.submit(f"{ROTATE}/keep").toasts == ["You kept the new certificate."]
    alice.page = page
    shown = alice.submit(f"{number}/undo")
    assert "Something changed after you opened this page, so nothing was undone." in shown.main
    assert "Bob kept this certificate on " in shown.main
    assert certificate_of(service) == saved
    alice.submit(f"{number}/undo")
    assert certificate_of(service) != saved


@for_each("press", ["keep", "roll-back"])
def test_an_old_page_decides_nothing_about_the_certificate_of_a_colleague(
    alice: Pages, portal: Flask, service: RunningService, press: str
) -> None:
    start_over(alice, service)
    page, theirs = put_in(alice, pem(500)), pem(600)
    give_role(service, "user_bob", "org_larkfield", "admin")
    bob = Pages(portal).sign_in(BOB)
    put_in(bob, theirs)
    alice.page = page
    assert alice.submit(f"{ROTATE}/{press}").toasts == ["Bob has replaced the certificate again. Nothing was saved."]
    assert certificate_of(service) == theirs.split()
    assert "Does the new certificate work?" in bob.get(DRIVERS).main


def test_an_old_page_goes_back_to_nothing_but_what_it_means(alice: Pages, service: RunningService) -> None:
    first, between = pem(500), pem(600)
    page = put_in(alice, first)
    put_in(alice, between)
    put_in(alice, first)
    alice.page = page
    assert alice.submit(f"{ROTATE}/roll-back").toasts[0].startswith("The new certificate is still in use")
    assert certificate_of(service) == first.split()


@for_each("who, told", [("ALICE", "You"), ("BOB", "Bob")])
def test_who_went_back_before_is_told(
    alice: Pages, portal: Flask, service: RunningService, who: str, told: str
) -> None:
    start_over(alice, service)
    give_role(service, "user_bob", "org_larkfield", "admin")
    page = put_in(alice, pem(500))
    other = Pages(portal).sign_in({"ALICE": ALICE, "BOB": BOB}[who])
    number = newest_entry(other)
    other.get(f"{number}/undo")
    other.submit(f"{number}/undo")
    alice.page = page
    shown = alice.submit(f"{ROTATE}/roll-back")
    assert shown.toasts == [
        f"{told} already went back to the old certificate, and it is in use. Nothing was sent this time."
    ]


def test_a_way_back_that_nobody_confirmed_is_not_somebody_else_s(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    alice, old = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE), certificate_of(service)
    put_in(alice, pem(500))
    wire.faults["PATCH"] = faults.lost_answer
    alice.submit(f"{ROTATE}/roll-back")
    wire.faults.clear()
    told = alice.submit(f"{ROTATE}/roll-back").toasts
    back = "The old certificate is in use again. It isn't known who went back to it. Nothing was sent this time."
    assert (told, certificate_of(service)) == ([back], old)


def test_a_second_click_says_the_same(alice: Pages, service: RunningService, asked: Log) -> None:
    page = put_in(alice, pem(500))
    first = alice.submit(f"{ROTATE}/keep").toasts
    alice.page = page
    assert alice.submit(f"{ROTATE}/keep").toasts == first == ["You kept the new certificate."]
    start_over(alice, service)
    asked.clear()
    page = put_in(alice, pem(500))
    first = alice.submit(f"{ROTATE}/roll-back").toasts
    asked.clear()
    alice.page = page
    assert alice.submit(f"{ROTATE}/roll-back").toasts == first == ["Drivers has its old certificate again."]
    third = pem(700)
    assert ask(service, ALICE, "PATCH", f"{API}/saml_drivers", {"certificate": third}).status_code == 200
    asked.clear()
    alice.page = page
    assert "Somebody else has replaced the certificate again" in alice.submit(f"{ROTATE}/roll-back").toasts[0]
    assert asked.writes == []


@for_each("back", [True, False])
def test_nobody_keeps_a_certificate_that_a_colleague_is_changing(
    portal_for: PortalFor, wire: Wire, service: RunningService, *, back: bool
) -> None:
    service.reset()
    alice = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    give_role(service, "user_bob", "org_larkfield", "admin")
    put_in(alice, pem(500))
    bob = Pages(alice.app).sign_in(BOB)
    bob.get(DRIVERS)
    to_alice = meanwhile(wire, lambda: alice.submit(f"{ROTATE}/keep").toasts)
    _ = bob.submit(f"{ROTATE}/roll-back") if back else put_in(bob, pem(600))
    asked_to = "go back to the old one" if back else "replace it by another one"
    assert to_alice == [f"The new certificate was not kept: Bob asked to {asked_to}."]


def test_a_way_back_under_enforcement_says_that_it_is_enforced(alice: Pages, service: RunningService) -> None:
    page = put_in(alice, pem(500))
    assert ENFORCED not in page.main
    enforce(service)
    assert ENFORCED in alice.get(f"{DRIVERS}?refresh=1").main
    assert ENFORCED in alice.get(f"{newest_entry(alice)}/undo").main
    alice.page = page
    told = alice.submit(f"{ROTATE}/roll-back").toasts
    assert told == [f"Drivers has its old certificate again. {ENFORCED}"]


@for_each("swapped", [False, True])
def test_an_earlier_replacement_can_be_undone_again_after_the_way_back(
    alice: Pages, portal: Flask, service: RunningService, *, swapped: bool
) -> None:
    start_over(alice, service)
    give_role(service, "user_bob", "org_larkfield", "admin")
    old, bob = certificate_of(service), Pages(portal).sign_in(BOB)
    one, other = (bob, alice) if swapped else (alice, bob)
    put_in(one, pem(500))
    first = newest_entry(one)
    put_in(one, pem(600))
    other.get(DRIVERS)
    other.submit(f"{ROTATE}/roll-back")
    one.get(f"{first}/undo")
    one.submit(f"{first}/undo")
    assert certificate_of(service) == old


def test_the_journal_tells_the_way_back_as_an_undo(alice: Pages, service: RunningService) -> None:
    new = pem(500)
    put_in(alice, new)
    replacement = newest_entry(alice)
    alice.get(DRIVERS)
    alice.submit(f"{ROTATE}/roll-back")
    back = newest_entry(alice)
    assert "Undone" in alice.get(replacement).main
    assert "Undoes" in alice.get(back).main
    alice.get(f"{back}/undo")
    alice.submit(f"{back}/undo")
    assert certificate_of(service) == new.split()
