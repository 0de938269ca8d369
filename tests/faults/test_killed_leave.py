"""Two administrators remove somebody, through a refusal and a SIGKILL: nobody goes twice, and nobody stays unseen."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from contract.organization.team_members import UPDATE_TEAM_MEMBERS, TeamMembersUpdate
from masthead.bulk.goals.settings import PEOPLE
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import Purpose, StepState
from masthead.store.database import Database
from masthead.store.entries import Reason, Subject
from masthead.writes.send import Change
from tests.asked import Log
from tests.bulk_changes import ORG, add_changes
from tests.faults import faults
from tests.faults.desk import Desk
from tests.faults.hostile import Talk
from tests.records import ask
from tests.stores import keys_in
from tests.team_records import add_teams
from tests.wire import Wire
from tests.world import ALICE, RunningService

API = f"/v1/orgs/{ORG}/teams"
REFUSED, KILLED, REMOVED, ALONE, COUNT = 3, 6, 9, 11, 12
"""Positions of teams: refused once, killed at, left to the other administrator, owned by the person alone."""
TEAMS = [f"team_{ORG}_{number:04}" for number in range(1, COUNT + 1)]


@pytest.fixture
def wire(service: RunningService) -> Iterator[Wire]:
    add_teams(service, ORG, COUNT)
    for number, team in enumerate(TEAMS, start=1):
        owner = "user_bob" if number == ALONE else "user_erin"
        body = {"add": ["user_bob", "user_erin"], "memberships": {owner: {"role": "owner"}}}
        ask(service, ALICE, "PUT", f"{API}/{team}/members", body)
    with Wire(service) as wire:
        yield wire


@pytest.fixture
def bulk_changes(tmp_path: Path) -> Iterator[BulkChanges]:
    database = Database(tmp_path / "masthead.db")
    bulk_changes = BulkChanges(database)
    body, was = TeamMembersUpdate(remove=["user_bob"]), {"remove": {"user_bob": {"role": "member"}}}
    changes = [
        Change(UPDATE_TEAM_MEMBERS, (ORG, team), Subject("team", team, team), f"Remove Bob from {team}", body, was)
        for team in TEAMS
    ]
    add_changes(bulk_changes, Purpose(ORG, keys_in(tmp_path).owner_of(ALICE), "Bob leaves", PEOPLE), changes)
    yield bulk_changes
    database.close()


@pytest.fixture
def desk(wire: Wire, tmp_path: Path, bulk_changes: BulkChanges) -> Iterator[Desk]:
    desk = Desk(wire, tmp_path, bulk_changes)
    yield desk
    desk.program.kill()


def test_nobody_is_removed_twice_and_who_stays_is_named(
    desk: Desk, wire: Wire, bulk_changes: BulkChanges, service: RunningService, asked: Log
) -> None:
    def refuse(talk: Talk) -> bool:
        if TEAMS[REFUSED - 1] in talk.asked.target:
            return faults.refusal(422, "Not now.")(talk)
        return wire.pass_on(talk)

    def kill(talk: Talk) -> bool:
        if TEAMS[KILLED - 1] not in talk.asked.target:
            return wire.pass_on(talk)
        wire.told(talk)  # it is carried out, and nobody hears of it
        desk.program.kill()
        return False

    ask(service, ALICE, "DELETE", f"{API}/{TEAMS[REMOVED - 1]}/members/user_bob")
    asked.clear()
    wire.faults["PUT"] = refuse
    assert desk.run().counts[StepState.FAILED] == 1
    wire.faults["PUT"] = kill
    desk.send("retry", REFUSED)
    desk.run()
    assert desk.program.is_killed
    wire.faults.clear()
    desk.start()
    desk.end_lease()
    ended = desk.run()
    assert ended.finished_at is not None
    assert ended.counts == {StepState.DONE: COUNT - 2, StepState.SKIPPED: 2}
    skipped = bulk_changes.steps(ended, states=[StepState.SKIPPED])
    assert [(step.position, step.cause.reason) for step in skipped] == [
        (REMOVED, Reason.ALREADY_SO),
        (ALONE, Reason.LAST_OWNER),
    ]
    sent = [team for number, team in enumerate(TEAMS, start=1) if number not in {REMOVED, ALONE}]
    assert Counter(asked.writes) == {f"PUT {API}/{team}/members": 1 for team in sent}
    members = [ask(service, ALICE, "GET", f"{API}/{team}/members").get_json()["items"] for team in TEAMS]
    stays = [any(each["organization"]["id"] == "user_bob" for each in some) for some in members]
    assert [number for number, there in enumerate(stays, start=1) if there] == [ALONE]
