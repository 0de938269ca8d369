"""Single sign-on that is stopped by a person leads to the page that says it is off."""

from flask import Flask

from tests.enforced import ENFORCE, KEEP, OFF, enforce, is_enforced, switch
from tests.pages.pages import Pages
from tests.records import give_role
from tests.world import CHARLIE, RunningService
from web.person.portal import portal_of


def test_stopped_where_it_was_enforced_the_page_that_says_it_is_off_follows(alice: Pages) -> None:
    enforce(alice)
    alice.get(ENFORCE)
    assert alice.submit(OFF, press="Stop now").h1 == "Single sign-on"


def test_what_is_kept_is_switched_off_without_a_gate(alice: Pages, service: RunningService) -> None:
    switch(service, on=True)
    assert alice.get(ENFORCE).h1 == "Single sign-on is enforced"
    shown = alice.submit(OFF, press="Stop enforcing single sign-on")
    assert (shown.h1, "Not enforced: people can also sign in other ways" in shown.main) == ("Single sign-on", True)
    assert not is_enforced(service)
    assert alice.post(OFF, {}).toasts == ["Single sign-on is no longer enforced."]


def test_what_a_colleague_has_kept_is_not_stopped_from_a_page_of_before(
    alice: Pages, charlie: Pages, service: RunningService
) -> None:
    give_role(service, "user_charlie", "org_larkfield", "admin")
    enforce(alice)
    alice.get(ENFORCE)
    charlie.get(ENFORCE)
    charlie.submit(KEEP)
    shown = alice.submit(OFF, press="Stop now")
    assert shown.toasts[0].startswith("Charlie kept enforcement on ")
    assert is_enforced(service)
    alice.submit(OFF, press="Stop enforcing single sign-on")
    assert not is_enforced(service)


def test_a_colleague_without_a_name_is_somebody_else(
    alice: Pages, charlie: Pages, portal: Flask, service: RunningService
) -> None:
    give_role(service, "user_charlie", "org_larkfield", "admin")
    enforce(alice)
    alice.get(ENFORCE)
    charlie.get(ENFORCE)
    charlie.submit(KEEP)
    store = portal_of(portal).store
    store.people.call(store.keys.owner_of(CHARLIE), "")
    shown = alice.submit(OFF, press="Stop now")
    assert shown.toasts[0].startswith("Somebody else kept enforcement on ")
    assert ", and somebody else kept it." in shown.main


def test_what_a_colleague_has_kept_already_stays_enforced(
    alice: Pages, charlie: Pages, service: RunningService
) -> None:
    give_role(service, "user_charlie", "org_larkfield", "admin")
    enforce(alice)
    alice.get(ENFORCE)
    charlie.get(ENFORCE)
    charlie.submit(KEEP)
    assert alice.submit(KEEP).toasts == ["Single sign-on for Larkfield Freight stays enforced."]
