"""Enforcement that nobody kept is switched off by any page, by commands, and while the service misbehaves."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask

from masthead.store.sso.enforcements import Enforcements
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.enforced import (
    API,
    ENFORCE,
    KEEP,
    OFF,
    ORG,
    TEN_MINUTES,
    TITLE,
    enforce,
    is_enforced,
    switch,
    with_clock,
)
from tests.faults import faults
from tests.faults.clock import Clock
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, CHARLIE, DANA, RunningService

DANAS = "/v1/orgs/org_orchard"
NOT_KNOWN = "It isn't known whether this was saved"
LATER = "Retry-After: 86400"
Run = Callable[..., Result]
LONG_AGO = 601.0


@pytest.fixture
def app(portal_for: PortalFor, clock: Clock, wire: Wire) -> Flask:
    return with_clock(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0), clock)


@pytest.fixture
def alice(app: Flask) -> Pages:
    return Pages(app).sign_in(ALICE)


@pytest.fixture
def colleague(app: Flask, service: RunningService) -> Pages:
    """Charlie, who administers the same organization."""
    give_role(service, "user_charlie", "org_larkfield", "admin")
    return Pages(app).sign_in(CHARLIE)


def enforcements(app: Flask) -> Enforcements:
    return get_portal(app).store.enforcements


def on_trial(app: Flask, organization: str) -> None:
    """A countdown as the journal begins it, without a call, and of nobody who is here."""
    begun = enforcements(app).build_start_hook(organization, organization.title(), "gone")
    with get_portal(app).store.database.writing() as connection:
        begun.on_intent(connection, 1)


def test_what_nobody_here_sees_holds_up_none(app: Flask, alice: Pages, service: RunningService, clock: Clock) -> None:
    enforce(alice)
    clock.pass_(60)
    on_trial(app, "org_orchard")
    assert ask(service, DANA, "PATCH", DANAS, {"sso": True}).status_code == 200
    clock.pass_(TEN_MINUTES)
    Pages(app).sign_in(DANA).get("/orgs")
    assert not ask(service, DANA, "GET", DANAS).get_json()["sso"]
    assert is_enforced(service)


def test_nothing_is_kept_that_is_not_known_to_be_on(
    app: Flask, alice: Pages, wire: Wire, service: RunningService, clock: Clock
) -> None:
    wire.faults["PATCH"] = faults.reset
    enforce(alice)
    wire.faults.clear()
    assert not is_enforced(service)
    assert (alice.shown.h1, "stays enforced" in alice.shown.main) == (NOT_KNOWN, False)
    assert alice.get(ENFORCE).h1 == "Enforcement wasn't confirmed"
    assert "Not enforced when Masthead looked" in alice.shown.main
    alice.get(f"{ORG}/sites")
    assert alice.submit(KEEP).toasts[0].startswith("Enforcement was not kept: single sign-on doesn't show")
    assert [each.end for each in enforcements(app).list_current()] == [None]
    switch(service, on=True)  # the call that nobody heard of arrives late
    clock.pass_(TEN_MINUTES)
    alice.get("/orgs")
    assert not is_enforced(service)


@pytest.mark.parametrize(("method", "status"), [("GET", 403), ("PATCH", 429)])
@pytest.mark.exhaustive
def test_a_refusal_of_one_person_s_token_puts_nobody_else_off(
    alice: Pages, colleague: Pages, wire: Wire, service: RunningService, clock: Clock, method: str, status: int
) -> None:
    enforce(alice)
    clock.pass_(TEN_MINUTES)
    wire.faults[method] = faults.answer(status, b"", LATER)
    alice.get("/sessions")
    wire.faults.clear()
    seen = wire.seen["PATCH"]
    alice.get("/sessions")
    assert (wire.seen["PATCH"], is_enforced(service)) == (seen, True)
    colleague.get("/sessions")
    assert not is_enforced(service)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def alice_then(portal_for: PortalFor, folder: Path) -> Pages:
    """Alice at a portal whose clock is eleven minutes behind that of the commands."""
    app = with_clock(portal_for(INSTANCE_PATH=folder), Clock(time.time() - LONG_AGO))
    return Pages(app).sign_in(ALICE)


@pytest.fixture
def run(portal_for: PortalFor, folder: Path, alice_then: Pages) -> Run:
    """Runs a command at a second portal of the same instance, in this process."""
    assert alice_then.get("/sessions").status == 200

    def run(*arguments: str, token: str = "", typed: str = "", **settings: str) -> Result:
        app = portal_for(INSTANCE_PATH=folder, **settings)
        with app.app_context():
            return app.test_cli_runner().invoke(args=arguments, env={"MASTHEAD_OPERATOR_TOKEN": token}, input=typed)

    return run


def test_what_fails_stays_due(run: Run, alice_then: Pages, service: RunningService) -> None:
    enforce(alice_then)
    refused = run("revert-enforcement", token=BOB)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "Single sign-on for Larkfield Freight (org_larkfield) is still enforced:" in refused.stderr
    away = run("revert-enforcement", token=ALICE, API_BASE_URL="http://127.0.0.1:1")
    assert away.exit_code == 1
    assert "can't be reached" in away.stderr
    assert is_enforced(service)
    done = run("revert-enforcement", token=ALICE)
    said = "Single sign-on for Larkfield Freight (org_larkfield) is no longer enforced.\n"
    assert (done.exit_code, done.stdout, is_enforced(service)) == (0, said, False)
    told = alice_then.get(f"{ORG}/journal/2").facts["Why"]
    assert told.startswith("Automatic: nobody pressed “Keep enforcement” in time")
    assert run("revert-enforcement", token=ALICE).output == ""


def test_what_exists_no_more_is_given_up_after_a_week(run: Run, alice_then: Pages) -> None:
    parts = get_portal(alice_then.app)
    for title, days in (("Newer", 6), ("Older", 8)):
        behind = Enforcements(parts.store.database, Clock(time.time() - LONG_AGO - days * 86_400))
        with parts.store.database.writing() as connection:
            behind.build_start_hook(f"org_{title}", title, "somebody").on_intent(connection, 1)
    first, second = (run("revert-enforcement", token=ALICE) for _ in range(2))
    assert first.stdout == (
        "Single sign-on for Older (org_Older) is not tried any more: "
        "no such organization has been visible for a week.\n"
    )
    assert (first.exit_code, second.exit_code, second.stdout) == (1, 1, "")
    assert "Single sign-on for Newer (org_Newer) is still enforced: No organization with this id" in second.stderr


def test_break_glass_says_what_went_wrong_or_switches_it_off(
    run: Run, service: RunningService, asked: Log, alice_then: Pages, tmp_path: Path
) -> None:
    switch(service, on=True)
    for organization, token, words in (
        ("org_larkfield", BOB, "Nothing was changed:"),
        ("org_gone", ALICE, "Nothing was changed:"),
        ("org_larkfield", "nobody", "Nothing was changed:"),
        ("org_larkfield", "", "Aborted!"),
    ):
        wrong = run("break-glass", "--org", organization, token=token)
        assert wrong.exit_code == 1
        assert words in wrong.stderr
    assert f"GET {API}" in asked.lines
    assert is_enforced(service)
    for command in ("break-glass", "revert-enforcement"):
        assert "--token " not in run(command, "--help").output
    file = tmp_path / "token"
    file.write_text(f"{ALICE}\n", encoding="utf-8")
    done = run("break-glass", "--org", "org_larkfield", "--token-file", str(file))
    assert (done.exit_code, done.stdout) == (0, "Single sign-on for Larkfield Freight is no longer enforced.\n")
    assert not is_enforced(service)
    assert alice_then.get(f"{ORG}/journal/1").facts["Why"].startswith("Break glass:")


ASKS = "Unless somebody keeps it by"
SITES = f"{ORG}/sites"


def test_refused_without_effect_or_in_doubt(alice: Pages, wire: Wire, service: RunningService, clock: Clock) -> None:
    wire.faults["PATCH"] = faults.refusal(400, "Not on this plan.")
    shown = enforce(alice)
    assert "Not on this plan." in shown.problems[0]
    assert ASKS not in shown.main
    assert enforcements(alice.app).list_current() == []
    body = ask(service, ALICE, "GET", API).get_data()
    wire.faults["PATCH"] = faults.answer(200, body)
    shown = enforce(alice)
    assert shown.toasts[0].startswith("The change was accepted, but single sign-on is still not enforced.")
    assert ASKS not in shown.main
    wire.faults["PATCH"] = faults.lost_answer
    shown = enforce(alice)
    assert "The documentation service didn't confirm this change" in shown.problems[0]
    assert ASKS in shown.main
    wire.faults.clear()
    clock.pass_(TEN_MINUTES)
    alice.get("/orgs")
    assert not is_enforced(service)


def test_stopped_in_doubt_it_is_looked_at(alice: Pages, wire: Wire, service: RunningService, clock: Clock) -> None:
    wire.faults["PATCH"] = faults.reset
    enforce(alice)
    wire.faults.clear()
    alice.get(SITES)
    shown = alice.submit(OFF, press="Stop now")
    assert "found that single sign-on for Larkfield Freight is not enforced." in shown.main
    assert shown.toasts == [
        "Single sign-on is not enforced. Its enforcement wasn't confirmed, and may still be carried out."
    ]
    for told in ("is due to be switched off", "Not switched off yet", "isn't known whether it is off"):
        assert told not in shown.main + alice.get(ENFORCE).main
    switch(service, on=True)  # the call that nobody heard of arrives late
    clock.pass_(61)
    assert "Masthead switched it off at 08:01:01 UTC because you asked for it." in alice.get("/orgs").main
    assert not is_enforced(service)


def test_it_stays_due_without_the_service(alice: Pages, wire: Wire, service: RunningService, clock: Clock) -> None:
    enforce(alice)
    clock.pass_(TEN_MINUTES)
    wire.faults["PATCH"] = faults.refusal(503)
    shown = alice.get(SITES)
    assert f"Single sign-on for {TITLE} is due to be switched off." in shown.main
    assert "flask --app app break-glass --org org_larkfield" in shown.main
    seen = wire.seen["PATCH"]
    alice.get(SITES)
    assert wire.seen["PATCH"] == seen  # not before its time
    wire.faults.clear()
    clock.pass_(16)
    alice.get(SITES)
    assert not is_enforced(service)


def test_a_stop_that_failed_says_who_asked(alice: Pages, wire: Wire, service: RunningService, clock: Clock) -> None:
    give_role(service, "user_charlie", "org_larkfield", "admin")
    enforce(alice)
    wire.faults["PATCH"] = faults.reset
    alice.submit(OFF, press="Stop now")
    shown = alice.get(ENFORCE)
    assert "Not switched off yet" in shown.main
    assert "Nobody kept it in time" not in shown.main
    assert "You asked to switch it off. It isn't known whether it is off." in shown.main
    colleague = Pages(alice.app).sign_in(CHARLIE).get(ENFORCE)
    assert "Alice asked to switch it off. It isn't known whether it is off." in colleague.main
    wire.faults.clear()
    clock.pass_(16)
    assert "Masthead switched it off at 08:00:16 UTC because you asked for it." in alice.get(ENFORCE).main


def test_what_was_never_on_is_not_called_so(alice: Pages, wire: Wire, service: RunningService, clock: Clock) -> None:
    alice.get(ENFORCE)
    wire.faults["PATCH"] = faults.reset
    alice.submit(ENFORCE, accept=True)
    wire.faults.clear()
    clock.pass_(TEN_MINUTES)
    alice.get(SITES)
    assert not is_enforced(service)
    shown = alice.get(ENFORCE).main
    assert "Alice tried to enforce it on" in shown
    assert "It isn't known whether it was enforced then. Masthead found that it is not enforced on" in shown
