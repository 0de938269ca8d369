"""Who leaves, and who a review removes, is removed once or named, although the portal is killed at ten calls."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import StepState
from masthead.store.database import Database
from masthead.store.entries import Reason
from tests.asked import Log
from tests.bulk_changes import ORG
from tests.faults import faults
from tests.faults.desk import WRITES, Desk
from tests.faults.hostile import Talk
from tests.records import add_members, ask
from tests.team_records import add_teams
from tests.wire import Wire
from tests.world import ALICE, RunningService

POINTS, COLLEAGUE_AFTER = 10, 6
"""Calls at which the portal is killed, and the one of them after which a colleague writes."""
REFUSALS = (403, 409, 422)
PAGES, REVIEWS, API = f"/orgs/{ORG}", f"/orgs/{ORG}/access/reviews", f"/v1/orgs/{ORG}/teams"


@pytest.fixture
def bulk_changes(tmp_path: Path) -> Iterator[BulkChanges]:
    with closing(Database(tmp_path / "masthead.db")) as records:
        yield BulkChanges(records)


@pytest.fixture
def desk(wire: Wire, tmp_path: Path, bulk_changes: BulkChanges) -> Iterator[Desk]:
    desk = Desk(wire, tmp_path, bulk_changes)
    yield desk
    desk.program.kill()


def press(desk: Desk, path: str, **values: str) -> None:
    """Open a page and send its form."""
    desk.program.send(path.partition("?")[0], desk.program.open(path) | values)


@contextmanager
def carry_out(
    desk: Desk, wire: Wire, bulk_changes: BulkChanges, refused: dict[str, int], act_as_colleague: Callable[[], object]
) -> Iterator[None]:
    """Kill the portal at the writes of the body, then start it again until the bulk change has ended.

    A call with a part that is `refused` gets this status, and its step is skipped.
    """
    points = list[str]()
    kill = desk.build_killer(points, POINTS)

    def answer(talk: Talk) -> bool:
        call, before = f"{talk.asked.target} {talk.asked.body!r}", len(points)
        if status := next((status for part, status in refused.items() if part in call), 0):
            return faults.refusal(status, "Not now.")(talk)
        is_answered = kill(talk)
        if before < len(points) == COLLEAGUE_AFTER:
            act_as_colleague()
        return is_answered

    wire.faults |= dict.fromkeys(WRITES, answer)
    yield
    while (bulk := desk.run()).finished_at is None:
        if desk.program.is_killed:
            desk.start()
            desk.end_lease()
        else:
            (step,) = bulk_changes.steps(bulk, states=[StepState.FAILED])
            assert any(part in f"{step.intent.ids} {step.intent.body}" for part in refused), step
            desk.send("skip", step.position)
    assert len(points) == POINTS


def roles_in(service: RunningService, team: str) -> dict[str, str]:
    items = ask(service, ALICE, "GET", f"{API}/{team}/members").get_json()["items"]
    return {each["organization"]["id"]: each["team"]["role"] for each in items}


def test_who_leaves_is_removed_once_or_named(
    desk: Desk, wire: Wire, bulk_changes: BulkChanges, service: RunningService, asked: Log
) -> None:
    teams = ["team_docs", *add_teams(service, ORG, 11, space_id="space_guide")]
    for team in teams[1:]:
        body = {"add": ["user_bob", "user_erin"], "memberships": {"user_erin": {"role": "owner"}}}
        ask(service, ALICE, "PUT", f"{API}/{team}/members", body)
    for space in ("start", "guide"):
        values = {"values": {"owner": {"value": "Bob Okafor"}}}
        ask(service, ALICE, "PATCH", f"/v1/spaces/space_{space}/custom-fields", values)
    reviewers = "/v1/spaces/space_guide/change-requests/2/requested-reviewers"
    ask(service, ALICE, "POST", reviewers, {"users": ["user_bob"]})
    for _ in range(10):
        press(desk, f"{PAGES}/reading/refresh" if not _ else f"{PAGES}/reading")

    def act_as_colleague() -> None:
        ask(service, ALICE, "DELETE", f"{API}/{teams[-1]}/members/user_bob")
        body = {"remove": ["user_erin"], "memberships": {"user_bob": {"role": "owner"}}}
        ask(service, ALICE, "PUT", f"{API}/{teams[-2]}/members", body)

    asked.clear()
    leave = f"{PAGES}/people/user_bob/leave?to=user_grace"
    with carry_out(desk, wire, bulk_changes, dict(zip(teams[1:4], REFUSALS, strict=True)), act_as_colleague):
        press(desk, leave, to="user_grace")
    assert is_each_sent_once(asked)
    skipped = bulk_changes.steps(desk.bulk, states=[StepState.SKIPPED])
    assert {step.intent.ids[1]: step.cause.reason for step in skipped} == {
        **dict.fromkeys(teams[1:4], Reason.SKIPPED),
        teams[-2]: Reason.LAST_OWNER,
        teams[-1]: Reason.ALREADY_SO,
    }
    assert [team for team in teams if "user_bob" in roles_in(service, team)] == [*teams[1:4], teams[-2]]
    asked.clear()
    press(desk, leave, to="user_grace")
    assert asked.writes == []


def test_a_review_is_completed_once_and_its_record_is_true(
    desk: Desk, wire: Wire, bulk_changes: BulkChanges, service: RunningService, asked: Log
) -> None:
    first = roles_in(service, "team_docs")
    add_members(service, ORG, "team_docs", 15)
    new = [each for each in roles_in(service, "team_docs") if each not in first]
    decisions = dict.fromkeys(new[:12], "remove") | dict.fromkeys(new[12:], "owner") | {"user_bob": "keep"}
    press(desk, f"{REVIEWS}/new?team=team_docs", team="team_docs", due="2099-01-01")
    typed = [{f"was-{each}": "0  ", f"reason-{each}": "Audit", f"to-{each}": to} for each, to in decisions.items()]
    press(desk, f"{REVIEWS}/1", **{name: text for one in typed for name, text in one.items()})

    def act_as_colleague() -> None:
        ask(service, ALICE, "DELETE", f"{API}/team_docs/members/{new[11]}")
        ask(service, ALICE, "PUT", f"{API}/team_docs/members/{new[10]}", {"role": "owner"})

    def kill(talk: Talk) -> bool:
        if "/members" not in talk.asked.target:
            return wire.pass_on(talk)
        desk.program.kill()
        return False

    asked.clear()
    wire.faults["GET"] = kill
    press(desk, f"{REVIEWS}/1/complete", agreed="y")
    wire.faults.clear()
    desk.start()
    assert (bulk_changes.newest(ORG, desk.owner), asked.writes) == ([], [])
    with carry_out(desk, wire, bulk_changes, dict(zip(new[1:6:2], REFUSALS, strict=True)), act_as_colleague):
        press(desk, f"{REVIEWS}/1/complete", agreed="y")
    assert is_each_sent_once(asked)
    now = roles_in(service, "team_docs")
    assert untrue_rows(desk, decisions, now) == []
    assert [each for each, to in decisions.items() if to == "remove" and each in now] == [*new[1:6:2], new[10]]
    assert (record_of(desk).count("Not done"), record_of(desk).count("Alice skipped this.")) == (4, 3)
    asked.clear()
    press(desk, f"{REVIEWS}/1/complete", agreed="y")
    assert (asked.writes, len(bulk_changes.newest(ORG, desk.owner))) == ([], 1)


def record_of(desk: Desk, ending: str = "") -> str:
    text: str = desk.program.browser.get(f"{desk.program.url}{REVIEWS}/1{ending}").text
    return text


def untrue_rows(desk: Desk, decisions: dict[str, str], now: dict[str, str]) -> list[dict[str, str]]:
    """The rows of the record whose outcome isn't what came of the decision."""
    found = []
    for row in csv.DictReader(io.StringIO(record_of(desk, ".csv"))):
        to = decisions.get(row["id"], "keep")
        done = "Done" if now.get(row["id"]) == (None if to == "remove" else to) else "Not done"
        if row["outcome"].split(".")[0] != ("No change" if to == "keep" else done):
            found.append(row)
    return found


def is_each_sent_once(asked: Log) -> bool:
    return set(Counter((each.line, each.body) for each in asked.all if each.method != "GET").values()) == {1}
