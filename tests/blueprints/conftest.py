"""A service of which a test lets single reads fail, and a colleague."""

from collections.abc import Iterator

import pytest

from tests.blueprints.overview import Told
from tests.faults.hostile import Fault
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService


@pytest.fixture
def told(service: RunningService, portal_for: PortalFor) -> Iterator[Told]:
    """Alice, and what becomes of a read whose path ends with a word; others are passed on."""
    by_ending: dict[str, Fault] = {}
    with Wire(service) as wire:
        wire.faults["GET"] = lambda talk: by_ending.get(talk.asked.path.rpartition("/")[2], wire.pass_on)(talk)
        yield Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE), by_ending


@pytest.fixture
def colleague(distant: Pages, service: RunningService) -> Pages:
    """Bob, a second administrator in the same portal."""
    give_role(service, "user_bob", "org_larkfield", "admin")
    return Pages(distant.app).sign_in(BOB)
