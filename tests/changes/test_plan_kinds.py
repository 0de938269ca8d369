"""What kinds of plans do of their own: settings are read together, an order goes on from what is there."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from contract.publishing.site_spaces import (
    LIST_SITE_SPACES,
    MOVE_SITE_SPACE,
    UPDATE_SITE_SPACE,
    SiteSpaceMove,
    SiteSpacePointer,
    SiteSpacePosition,
    SiteSpaceUpdate,
)
from masthead.changes import Change, PlanKind, Remaining
from masthead.client import Api
from masthead.store import JournalQuery, Plan, State, Step, StepState, Subject
from tests.asked import Log
from tests.changes.desk import ORG, SITES, Desk
from tests.faults import faults
from tests.faults.clock import Clock
from tests.records import ask
from tests.wire import Wire
from tests.words import why, words
from tests.world import ALICE, RunningService


def test_what_is_only_in_a_list_is_read_once_for_all_steps(desk: Desk, service: RunningService, asked: Log) -> None:
    spaces = ask(service, ALICE, "GET", f"{SITES}/site_help/site-spaces").get_json()["items"][:2]
    changes = [
        Change(
            UPDATE_SITE_SPACE,
            (ORG, "site_help", space["id"]),
            Subject("site space", space["id"], space["title"]),
            f"Change the path of {space['title']}",
            SiteSpaceUpdate(path=f"new-{space['path']}"),
            {"path": space["path"]},
        )
        for space in spaces
    ]
    plan = desk.make(changes)
    asked.clear()
    assert desk.run(plan).counts == {StepState.DONE: 2}
    assert [line for line in asked.lines if line.startswith("GET")] == [f"GET {SITES}/site_help/site-spaces"] * 2
    gone = desk.make(
        [Change(UPDATE_SITE_SPACE, (ORG, "site_help", "gone"), Subject("", "", ""), "", SiteSpaceUpdate())]
    )
    assert desk.run(gone).stuck


def beside(line: list[str], item: str) -> dict[str, object]:
    """What is on either side of it, as a move names it."""
    place = line.index(item)
    there = {"after": line[:place][-1:], "before": line[place + 1 : place + 2]}
    return {side: {"type": "site-space", "siteSpace": each[0]} for side, each in there.items() if each}


class Order(PlanKind):
    """The order of a site's spaces; `wanted` is the ids, the first one first."""

    recomputes = True

    def replan(self, api: Api, plan: Plan, tried: Sequence[Step]) -> Remaining:  # noqa: ARG002 - it has one way alone
        """Each space behind the one that it is to follow, from the first that does not."""
        site, wanted = plan.purpose.wanted
        there = [space.id for space in api.read(LIST_SITE_SPACES, ORG, site).items]
        changes = []
        for left, one in pairwise(wanted):
            if there.index(one) == there.index(left) + 1:
                continue
            was = {"position": beside(there, one)}
            there.remove(one)
            there.insert(there.index(left) + 1, one)
            position = SiteSpacePosition(after=SiteSpacePointer(type="site-space", siteSpace=left))
            subject, body = Subject("site space", one, one), SiteSpaceMove(position=position)
            changes.append(Change(MOVE_SITE_SPACE, (ORG, site, one), subject, f"Move {one} after {left}", body, was))
        return Remaining(changes)


@pytest.fixture
def sorter(wire: Wire, tmp_path: Path, clock: Clock) -> Iterator[Desk]:
    desk = Desk(wire, tmp_path, clock, {"order": Order()})
    yield desk
    desk.close()


def order(service: RunningService) -> list[str]:
    listed = ask(service, ALICE, "GET", f"{SITES}/site_help/site-spaces").get_json()["items"]
    return [space["id"] for space in listed]


def test_a_kind_that_recomputes_goes_on_from_what_is_there(
    sorter: Desk, wire: Wire, service: RunningService, clock: Clock
) -> None:
    first = order(service)
    wanted = first[::-1]
    plan = sorter.make([], "order", ["site_help", wanted])
    assert sorter.run(plan, seconds=0).counts == {StepState.DONE: 1, StepState.WAITING: len(first) - 2}
    clock.pass_(60)
    wire.faults["POST"] = faults.lost_answer
    sorter.run(plan)  # the next move is done, and nobody knows
    wire.faults.clear()
    clock.pass_(60)
    ended = sorter.run(plan)
    assert (order(service), words(ended.differences)) == (wanted, ())
    assert wire.seen["POST"] == len(first) - 1
    assert ended.counts == {StepState.DONE: len(first) - 1}  # where it stands told what became of it
    assert why(sorter.steps(ended)[1]).startswith("It was saved")


def test_what_the_service_ignored_is_told_in_the_end(sorter: Desk, wire: Wire, service: RunningService) -> None:
    first = order(service)
    plan = sorter.make([], "order", ["site_help", first[::-1]])
    space = ask(service, ALICE, "GET", f"{SITES}/site_help/site-spaces").get_json()["items"][0]
    wire.faults["POST"] = faults.says(space)
    ended = sorter.run(plan)
    assert ended.finished_at is not None
    assert len(words(ended.differences)) == len(first) - 1
    assert words(ended.differences)[0].startswith("Not done yet: Move ")
    assert {entry.outcome.state for entry in sorter.journal.entries(JournalQuery(ORG))} == {State.NOT_SAVED}
    assert set(sorter.states(ended)) == {"failed"}
