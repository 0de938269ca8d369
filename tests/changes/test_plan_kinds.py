"""What kinds of plans do of their own: settings are read together."""

from contract.publishing.site_spaces import (
    UPDATE_SITE_SPACE,
    SiteSpaceUpdate,
)
from masthead.changes import Change
from masthead.store import StepState, Subject
from tests.asked import Log
from tests.changes.desk import ORG, SITES, Desk
from tests.records import ask
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
