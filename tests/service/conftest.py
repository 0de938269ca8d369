"""The service alone, in this process, with the people of the demo world."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from service.identity.organizations import add_person, make_member
from service.identity.tokens import create_token
from service.rehearsal.switches import DEFAULT_SWITCHES
from service.storage.database import ServiceDatabase
from tests.databases import Databases
from tests.service.api_user import ApiUser
from tests.service.switched_service import SwitchedService
from tests.world import ALICE, BOB, CHARLIE, DANA, RunningService

NOW = datetime(2025, 11, 20, 9, 30, 15, 250000, tzinfo=UTC)
NOW_WRITTEN = "2025-11-20T09:30:15.250Z"

LARKFIELD, ORCHARD = "org_larkfield", "org_orchard"

Member = Callable[[str | None], ApiUser]
"""A person with this role in the first organization."""


@pytest.fixture(scope="session")
def kept_running(databases: Databases) -> Iterator[RunningService]:
    service = RunningService(databases.with_demo_world(), clock=lambda: NOW)
    yield service
    service.close()


@pytest.fixture
def world(kept_running: RunningService) -> RunningService:
    """The service with the demo world as it was in the beginning; its clock stands still."""
    kept_running.reset()
    return kept_running


@pytest.fixture(scope="session")
def switched_running(databases: Databases) -> Iterator[RunningService]:
    service = RunningService(databases.with_demo_world(), switches=DEFAULT_SWITCHES)
    yield service
    service.close()


@pytest.fixture
def rehearsed(switched_running: RunningService) -> SwitchedService:
    """Another service with the demo world, its switches as usual until the test turns some."""
    switched_running.reset()
    switched_running.turn()
    return SwitchedService(switched_running)


@pytest.fixture
def database(world: RunningService) -> ServiceDatabase:
    kept: ServiceDatabase = world.app.extensions["runtime"].database
    return kept


@pytest.fixture
def alice(world: RunningService) -> ApiUser:
    """Administers the first organization."""
    return ApiUser(world.app, ALICE)


@pytest.fixture
def bob(world: RunningService) -> ApiUser:
    """Edits content."""
    return ApiUser(world.app, BOB)


@pytest.fixture
def charlie(world: RunningService) -> ApiUser:
    """Reads."""
    return ApiUser(world.app, CHARLIE)


@pytest.fixture
def dana(world: RunningService) -> ApiUser:
    """Administers another organization."""
    return ApiUser(world.app, DANA)


@pytest.fixture
def nobody(world: RunningService) -> ApiUser:
    """Has no token."""
    return ApiUser(world.app, "")


@pytest.fixture
def member(world: RunningService, database: ServiceDatabase) -> Member:
    """Make a person who has a role in the first organization; None is a guest's."""

    def with_role(role: str | None) -> ApiUser:
        with database.writing() as connection:
            person = add_person(connection, f"A member who is {role}", f"{role}@larkfield.example")
            make_member(connection, person, LARKFIELD, role, NOW_WRITTEN)
            return ApiUser(world.app, create_token(connection, person, NOW_WRITTEN))

    return with_role
