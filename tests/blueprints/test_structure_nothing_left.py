"""An undo of a structure's bulk change that finds nothing left to undo says so, and why."""

from tests.blueprints.test_structure import GUIDE, HELP
from tests.blueprints.test_structure_left import applied, edit, run, set_path, undone
from tests.faults import faults
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService
from web.person.portal import portal_of

STAYS = (
    "There is nothing left to undo: what is left of bulk change 1 stays as it is. "
    "“Differences from what you wanted” tells why."
)


def test_an_undo_on_an_old_page_says_that_nothing_is_left(alice: Pages) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    applied(alice)
    undone(alice, 1)
    toasts = alice.post(f"{PLANS}/1", {"do": "undo"}).toasts
    assert toasts == ["There is nothing left to undo: bulk change 2 undid it."]
    undone(alice, 2)
    told = alice.post(f"{PLANS}/1", {"do": "undo"}).toasts
    assert told == [
        "There is nothing left to undo: bulk change 2 undid it. Bulk change 3 redid it. Undo bulk change 3."
    ]


def test_what_may_be_somebody_elses_is_not_said_to_be_changed_since(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    distant = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    distant.get(HELP)
    distant.post(HELP, {"do": "add", "space": "space_handbook", "title": "Handbook"})
    edit(distant, GUIDE, "handbook")
    wire.faults["POST"] = faults.lost_answer
    applied(distant)
    wire.faults.clear()
    with portal_of(distant.app).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE plans SET waits_until = 0")
    distant.get(f"{PLANS}/1")
    run(distant, distant.submit(f"{PLANS}/1", press="Resume"))
    set_path(service, GUIDE, "guide")
    page = distant.submit(f"{PLANS}/1", press="Undo bulk change")
    assert page.toasts == [STAYS]
    assert "Differences from what you wanted Add Handbook: the API doesn't report whether" in page.main
