"""What is due to be switched off: by whoever opens a page, and by commands that need no browser."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask

from masthead.store import End, Enforcements
from masthead.store.sso.countdowns import GONE_SECONDS
from masthead.web.person.portal import portal_of
from tests.asked import Log
from tests.commands.programs import run_in
from tests.enforced import API, ENFORCE, KEEP, ORG, PATCH, TEN_MINUTES, enforce, is_enforced, switch, with_clock
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
    return portal_of(app).store.enforcements


def on_trial(app: Flask, organization: str, *, as_of: Pages | None = None) -> int:
    """A countdown as the journal begins it, without a call; its number. It is that of nobody who is here, or theirs."""
    owner = "gone" if as_of is None else enforcements(app).current()[0].owner
    beside = enforcements(app).beginning(organization, organization.title(), owner)
    with portal_of(app).store.database.writing() as connection:
        beside.begun(connection, 1)
    found = enforcements(app).newest(organization)
    assert found is not None
    return found.number


def test_what_this_person_cannot_see_does_not_hold_up_what_they_may(
    app: Flask, alice: Pages, service: RunningService, clock: Clock
) -> None:
    enforce(alice)
    clock.pass_(60)
    on_trial(app, "org_orchard")
    assert ask(service, DANA, "PATCH", DANAS, {"sso": True}).status_code == 200
    clock.pass_(TEN_MINUTES)
    Pages(app).sign_in(DANA).get("/orgs")
    assert not ask(service, DANA, "GET", DANAS).get_json()["sso"]
    assert is_enforced(service)


def test_an_organization_that_exists_no_more_holds_up_nothing(
    app: Flask, alice: Pages, service: RunningService, clock: Clock
) -> None:
    on_trial(app, "org_gone")
    enforce(alice)
    clock.pass_(TEN_MINUTES)
    alice.get("/orgs")
    assert not is_enforced(service)
    assert [each.organization for each in enforcements(app).current() if each.end is None] == ["org_gone"]


def test_after_a_week_who_began_it_need_not_wait_for_what_exists_no_more(
    app: Flask, alice: Pages, colleague: Pages, clock: Clock
) -> None:
    enforce(alice)
    number = on_trial(app, "org_gone", as_of=alice)
    clock.pass_(TEN_MINUTES + GONE_SECONDS - 1)
    alice.get("/orgs")
    clock.pass_(1)
    colleague.get("/orgs")
    assert enforcements(app).one(number).end is None  # whether it exists, somebody who was never in it cannot tell
    portal_of(app).store.attempts.forget()
    alice.get("/orgs")
    assert enforcements(app).one(number).end is End.GONE


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
    assert alice.submit(KEEP).toasts[0].startswith("Enforcement was not kept: the API doesn't report")
    assert [each.end for each in enforcements(app).current()] == [None]
    switch(service, on=True)  # the call that nobody heard of arrives late
    clock.pass_(TEN_MINUTES)
    alice.get("/orgs")
    assert not is_enforced(service)


def test_nothing_is_kept_while_it_is_being_switched_off(app: Flask, alice: Pages, clock: Clock) -> None:
    enforce(alice)
    ahead = Enforcements(portal_of(app).store.database, Clock(clock.now + 3))
    clock.pass_(TEN_MINUTES - 2)
    assert Enforcements(portal_of(app).store.database, Clock(clock.now + 3)).take(ahead.current()[0]) is not None
    assert alice.post(KEEP, {}).toasts == ["Enforcement was not kept: it is being switched off right now."]
    assert [each.end for each in enforcements(app).current()] == [None]


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


@pytest.mark.exhaustive
def test_cron_switches_off_what_nobody_kept(
    folder: Path, alice_then: Pages, service: RunningService, asked: Log
) -> None:
    """In a process of its own, as cron starts it."""
    enforce(alice_then)
    settings = {"API_BASE_URL": service.url, "OPERATOR_TOKEN": ALICE}
    done = run_in(folder, "revert-enforcement", **settings)
    said = "Single sign-on for Larkfield Freight (org_larkfield) is no longer enforced.\n"
    assert (done.returncode, done.stdout) == (0, said)
    assert not is_enforced(service)
    told = alice_then.get(f"{ORG}/journal/2")
    assert told.facts["Why"].startswith("Automatic: nobody pressed “Keep enforcement” in time")
    assert asked.writes == [PATCH, PATCH]
    asked.clear()
    silent = run_in(folder, "revert-enforcement", **settings)
    assert (silent.returncode, silent.stdout, asked.lines) == (0, "", [])


def test_what_fails_stays_due(run: Run, alice_then: Pages, service: RunningService) -> None:
    enforce(alice_then)
    refused = run("revert-enforcement", token=BOB)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "Single sign-on for Larkfield Freight (org_larkfield) is still enforced:" in refused.stderr
    away = run("revert-enforcement", token=ALICE, API_BASE_URL="http://127.0.0.1:1")
    assert away.exit_code == 1
    assert "can't be reached" in away.stderr
    assert is_enforced(service)
    assert run("revert-enforcement", token=ALICE).exit_code == 0
    assert not is_enforced(service)


def test_what_exists_no_more_is_given_up_after_a_week(run: Run, alice_then: Pages) -> None:
    parts = portal_of(alice_then.app)
    for title, days in (("Newer", 6), ("Older", 8)):
        behind = Enforcements(parts.store.database, Clock(time.time() - LONG_AGO - days * 86_400))
        with parts.store.database.writing() as connection:
            behind.beginning(f"org_{title}", title, "somebody").begun(connection, 1)
    first, second = (run("revert-enforcement", token=ALICE) for _ in range(2))
    assert first.stdout == (
        "Single sign-on for Older (org_Older) is not tried any more: "
        "no such organization has been visible for a week.\n"
    )
    assert (first.exit_code, second.exit_code, second.stdout) == (1, 1, "")
    assert "Single sign-on for Newer (org_Newer) is still enforced: No organization with this id" in second.stderr


def test_break_glass_switches_it_off_at_once(
    run: Run, alice_then: Pages, service: RunningService, tmp_path: Path
) -> None:
    switch(service, on=True)
    token = tmp_path / "token"
    token.write_text(f"{ALICE}\n", encoding="utf-8")
    done = run("break-glass", "--org", "org_larkfield", "--token-file", str(token))
    assert (done.exit_code, done.stdout) == (0, "Single sign-on for Larkfield Freight is no longer enforced.\n")
    assert not is_enforced(service)
    assert alice_then.get(f"{ORG}/journal/1").facts["Why"].startswith("Break glass:")


def test_break_glass_ends_the_countdown(run: Run, alice_then: Pages, asked: Log) -> None:
    enforce(alice_then)
    done = run("break-glass", "--org", "org_larkfield", "--token-file", "-", typed=f"{ALICE}\n")
    assert done.exit_code == 0
    assert run("revert-enforcement", token=ALICE).output == ""
    assert asked.writes == [PATCH, PATCH]


def test_break_glass_says_what_went_wrong_and_takes_no_token_as_an_argument(
    run: Run, service: RunningService, asked: Log
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
