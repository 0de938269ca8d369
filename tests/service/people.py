"""The people of the demo world who have no token there."""

from service.identity.tokens import create_token
from tests.service.conftest import NOW_WRITTEN
from tests.service.person import Person
from tests.world import RunningService


def someone(world: RunningService, person_id: str) -> Person:
    with world.app.extensions["runtime"].database.writing() as connection:
        return Person(world.app, create_token(connection, person_id, NOW_WRITTEN))
