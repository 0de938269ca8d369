"""Share links that are deleted in bulk: only as they were reviewed, and created again by undoing that."""

from typing import Any

import pytest

from contract.publishing.share_links import DELETE_SHARE_LINK
from masthead.bulk.reconcile import add_undo
from masthead.store.bulk.steps import BulkChange, Mark, StepState
from masthead.store.entries import Subject
from masthead.writes.send import Change
from tests.faults import faults
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG, Desk

LINKS = f"/v1/orgs/{ORG}/sites/site_partners/share-links"
IDS = ("link_carriers", "link_brokers")


def listed(service: RunningService) -> dict[str, dict[str, Any]]:
    return {each["id"]: each for each in ask(service, ALICE, "GET", LINKS).get_json()["items"]}


def names(service: RunningService) -> list[str]:
    return sorted(each["name"] for each in listed(service).values())


def states(service: RunningService) -> list[tuple[str, bool]]:
    """The names, each with whether it is on."""
    return sorted((each["name"], each["active"]) for each in listed(service).values())


def deleting(service: RunningService) -> list[Change[Any]]:
    now = listed(service)
    return [
        Change(
            DELETE_SHARE_LINK,
            (ORG, "site_partners", id_),
            Subject("share link", id_, now[id_]["name"]),
            f"Delete {now[id_]['name']}",
            was={"name": now[id_]["name"], "active": now[id_]["active"]},
        )
        for id_ in IDS
    ]


def undone(desk: Desk, bulk: BulkChange) -> BulkChange:
    return desk.run(desk.undo_of(bulk))


def test_undo_of_undo_of_undo_of_a_deletion_alternates(desk: Desk, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", f"{LINKS}/link_brokers", {"active": False})
    before = states(service)
    bulk = desk.run(desk.make(deleting(service)))
    after = states(service)
    assert len(after) == len(before) - 2
    for expected in (before, after, before):
        bulk = undone(desk, bulk)
        assert (states(service), bulk.counts) == (expected, {StepState.DONE: 2})


@pytest.mark.parametrize("body", [{"name": "By a colleague"}, {"active": False}], ids=["renamed", "switched off"])
def test_a_link_that_a_colleague_changed_after_the_review_is_asked_about(
    desk: Desk, service: RunningService, body: dict[str, object]
) -> None:
    bulk = desk.make(deleting(service))
    assert ask(service, ALICE, "PATCH", f"{LINKS}/link_carriers", body).status_code == 200
    bulk = desk.run(bulk)
    step = desk.steps(bulk)[0]
    assert (step.state, step.found) == (StepState.FAILED, body)
    assert "link_carriers" in listed(service)
    desk.bulk_changes.decide_step(bulk, Mark(step.position, StepState.WAITING), adopt=True)
    assert desk.run(bulk).counts == {StepState.DONE: 2}
    assert "link_carriers" not in listed(service)


def test_a_link_that_a_colleague_deleted_needs_no_call(desk: Desk, service: RunningService) -> None:
    bulk = desk.make(deleting(service))
    ask(service, ALICE, "DELETE", f"{LINKS}/link_carriers")
    assert desk.run(bulk).counts == {StepState.SKIPPED: 1, StepState.DONE: 1}
    assert undone(desk, bulk).counts == {StepState.DONE: 1}
    assert "Carriers 2025" not in names(service)


@pytest.mark.parametrize("carried_out", [True, False])
def test_a_deletion_of_which_nobody_knows_is_not_created_again(
    desk: Desk, service: RunningService, wire: Wire, *, carried_out: bool
) -> None:
    wire.faults["DELETE"] = faults.lost_answer if carried_out else faults.reset
    bulk = desk.run(desk.make(deleting(service)))
    wire.faults.clear()
    before = names(service)
    assert add_undo(desk.journal, desk.bulk_changes, bulk) is None
    assert names(service) == before
