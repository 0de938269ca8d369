"""A portal that is killed while it enforces single sign-on, or ends that: it is never enforced without a way back."""

import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from masthead.web.person.portal import get_portal
from tests.enforced import ENFORCE, TEN_MINUTES, is_enforced, with_clock
from tests.faults.clock import Clock
from tests.faults.killing import Killed, before_the_call, before_the_outcome
from tests.faults.program import Program
from tests.pages.pages import Pages
from tests.portals import close_portal, make_portal
from tests.wire import Wire
from tests.world import ALICE, RunningService

ASKED = re.compile(r'name="accept"\s+value="([^"]*)"')
LEASE_SECONDS = 21.0
EACH = pytest.mark.parametrize("killed", [before_the_call, before_the_outcome])


def enforce(program: Program) -> None:
    sent = program.open(ENFORCE)
    (asked,) = ASKED.findall(program.browser.get(program.url + ENFORCE).text)
    program.browser.post(program.url + ENFORCE, sent | {"accept": asked})


def sign_in(program: Program) -> None:
    program.send("/sign-in", program.open("/sign-in") | {"token": ALICE})


def again(wire: Wire, folder: Path, seconds: float) -> Flask:
    """The portal, started again after some time."""
    return with_clock(make_portal(wire.url, folder, FRESH_SECONDS=0), Clock(time.time() + seconds))


@EACH
def test_switching_it_on(program: Program, wire: Wire, service: RunningService, tmp_path: Path, killed: Killed) -> None:
    sign_in(program)
    wire.faults["PATCH"] = killed(wire, program, tmp_path)
    with pytest.raises(OSError):  # noqa: PT011 - whatever a browser meets
        enforce(program)
    wire.faults.clear()
    assert is_enforced(service) is (killed is not before_the_call)
    app = again(wire, tmp_path, TEN_MINUTES)
    (counting,) = get_portal(app).store.enforcements.list_current()
    assert (counting.is_due, counting.confirmed) == (True, False)
    Pages(app).sign_in(ALICE).get("/orgs")
    assert not is_enforced(service)
    ended = get_portal(app).store.enforcements.newest("org_larkfield")
    assert ended is not None
    assert ended.end == ("off" if killed is before_the_call else "reverted")
    assert wire.seen["PATCH"] == (1 if killed is before_the_call else 2)
    close_portal(app)


@EACH
def test_switching_it_off_again(
    program: Program, wire: Wire, service: RunningService, tmp_path: Path, killed: Killed
) -> None:
    sign_in(program)
    enforce(program)
    assert is_enforced(service)
    with closing(sqlite3.connect(tmp_path / "masthead.db", isolation_level=None)) as other:
        other.execute("UPDATE enforcements SET deadline = 0")
    wire.faults["PATCH"] = killed(wire, program, tmp_path)
    with pytest.raises(OSError):  # noqa: PT011 - the same
        program.browser.get(f"{program.url}/orgs")
    wire.faults.clear()
    assert is_enforced(service) is (killed is before_the_call)
    app = again(wire, tmp_path, LEASE_SECONDS)
    Pages(app).sign_in(ALICE).get("/orgs")
    assert not is_enforced(service)
    found = get_portal(app).store.enforcements.newest("org_larkfield")
    assert found is not None
    assert found.end == ("reverted" if killed is before_the_call else "off")
    assert wire.seen["PATCH"] == (3 if killed is before_the_call else 2)
    close_portal(app)
