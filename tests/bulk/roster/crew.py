"""A team of the demo world, and rosters for it as somebody has reviewed them."""

from collections.abc import Callable, Mapping
from typing import Any

from masthead.bulk.goals.members import KIND, MembersComparison, compare_members
from masthead.client import Api
from masthead.rosters.comparison import WantedMembers, compare_with_members, wanted_json
from masthead.rosters.roster import read_roster
from masthead.store.bulk.steps import BulkChange
from masthead.web.descriptions.outcome_text import cause_text
from masthead.writes.roles import read_members
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.records import ask
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG, Desk

TEAM, TITLE = "team_operations", "Operations"
PATH = f"/v1/orgs/{ORG}/teams/{TEAM}/members"
BEFORE = {"user_judith": "owner", "user_ivan": "member", "user_frank": "member", "user_heidi": "member"}


def roles(service: RunningService) -> dict[str, str]:
    """Roles by the id, and of people who were added for the test by the part of the address before the @."""
    listed = [ask(service, ALICE, "GET", f"{PATH}?limit=1000").get_json()]
    while "next" in listed[-1]:
        listed.append(ask(service, ALICE, "GET", f"{PATH}?limit=1000&page={listed[-1]['next']['page']}").get_json())
    items = [each for some in listed for each in some["items"]]
    return {_name(each["organization"]): each["team"]["role"] for each in items}


def _name(person: Mapping[str, object]) -> str:
    email = str(person["user"]["email"])  # type: ignore[index] # JSON
    return email.partition("@")[0] if email.startswith("new-") else str(person["id"])


def reviewed(api: Api, text: str, *, exact: bool = False) -> WantedMembers:
    """A list beside the members as they are."""
    now = read_members(api, ORG, TEAM)
    unseen = not now.is_no_member("somebody@larkfield.example")
    return WantedMembers(TEAM, TITLE, compare_with_members(read_roster(text), [*now], exact=exact).lines, unseen=unseen)


def planned(desk: Desk, api: Api, text: str, *, exact: bool = False) -> BulkChange:
    """A bulk change for it."""
    goal = reviewed(api, text, exact=exact)
    changes = MembersComparison(goal, read_members(api, ORG, TEAM)).calls(ORG)
    return desk.make(changes, KIND, wanted_json(goal))


def came(desk: Desk, api: Api, bulk: BulkChange) -> dict[str, tuple[str, str | None]]:
    """The state of each person with what is there now, or why somebody is left."""
    found = compare_members(api, desk.journal, bulk, [step for step in desk.steps(bulk) if step.entry])
    return {each.line.key: (cause_text(each.cause) or each.state.value, each.now) for each in found.people}


def run_to_its_end(desk: Desk, bulk: BulkChange) -> BulkChange:
    """Slice after slice."""
    for _ in range(100):
        bulk = desk.run(bulk)
        if bulk.finished_at is not None or bulk.is_stuck:
            return bulk
    raise AssertionError(bulk)


def refusing(pass_on: Fault, says: Callable[[str], bytes | None]) -> Fault:
    """Refuse a call with 400 and these words, by its body; None lets it pass."""

    def happen(talk: Talk) -> bool:
        words = says(talk.asked.body.decode())
        return pass_on(talk) if words is None else faults.answer(400, words, kind="text/plain")(talk)

    return happen


def listing(service: RunningService, alter: Callable[[dict[str, Any]], object]) -> Fault:
    """Let each member be listed otherwise than the service does; other reads are as they are."""

    def happen(talk: Talk) -> bool:
        told = ask(service, ALICE, "GET", talk.asked.target)
        if told.status_code != 200 or not talk.asked.target.startswith(PATH):
            return talk.pass_on()
        page = told.get_json()
        for each in page["items"]:
            alter(each)
        return faults.says(page)(talk)

    return happen


def without_email(item: dict[str, Any]) -> None:
    item["organization"]["user"].pop("email", None)


def without_role(item: dict[str, Any]) -> None:
    item.pop("team", None)


def as_viewer(item: dict[str, Any]) -> None:
    item["team"]["role"] = "viewer"
