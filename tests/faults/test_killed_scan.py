"""A portal that is killed while somebody looks around: the walk goes on where it was."""

from pathlib import Path

from sqlalchemy import update

from masthead.store.directory.scans import LEASE_SECONDS
from masthead.store.directory.tables import scans
from masthead.web.person.portal import portal_of
from tests.faults.hostile import Fault, Talk
from tests.faults.program import Program
from tests.pages.pages import Pages
from tests.portals import close_portal, make_portal
from tests.wire import Wire
from tests.world import ALICE, RunningService

SCAN = "/orgs/org_larkfield/known/scan"
BEFORE_IT_IS_KILLED = 15


def killing(program: Program, wire: Wire, targets: list[str]) -> Fault:
    """Note what is asked, and kill the portal when it has asked for some of it."""

    def happen(talk: Talk) -> bool:
        targets.append(talk.asked.target)
        if len(targets) == BEFORE_IT_IS_KILLED:
            program.kill()
            return False
        return wire.pass_on(talk)

    return happen


def test_killed_and_resumed(service: RunningService, tmp_path: Path) -> None:
    targets: list[str] = []
    with Wire(service) as wire:
        program = Program(wire.url, tmp_path)
        program.send("/sign-in", program.open("/sign-in") | {"token": ALICE})
        hidden = program.open(SCAN)
        program.send(SCAN, hidden | {"budget": "200"})
        wire.faults["GET"] = killing(program, wire, targets)
        program.send(f"{SCAN}/go-on", hidden)
        program.kill()

        again = make_portal(wire.url, tmp_path)
        try:
            alice = Pages(again).sign_in(ALICE)
            used = portal_of(again).store.scans.get(portal_of(again).store.keys.owner_of(ALICE), "org_larkfield")
            assert used is not None
            assert 0 < used.calls < BEFORE_IT_IS_KILLED
            with portal_of(again).store.database.writing() as connection:
                connection.execute(update(scans).values(lease_until=scans.c.lease_until - LEASE_SECONDS))
            shown = alice.get(SCAN)
            while "Continue" in shown.main:
                shown = alice.submit(f"{SCAN}/go-on")
            assert "Nothing is left to scan." in shown.main
            assert "Documentation" in alice.get("/orgs/org_larkfield/known?kind=team").main
        finally:
            close_portal(again)
    repeated = len(targets) - len(set(targets))
    assert repeated <= 4 + targets.count("/v1/orgs/org_larkfield"), "at most the few that were under way"
