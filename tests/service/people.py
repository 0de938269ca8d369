"""The people of the demo world who have no token there."""

from service.identity.tokens import create_token
from tests.service.api_user import ApiUser
from tests.service.conftest import NOW_WRITTEN
from tests.world import RunningService


def someone(world: RunningService, person_id: str) -> ApiUser:
    with world.app.extensions["runtime"].database.writing() as connection:
        return ApiUser(world.app, create_token(connection, person_id, NOW_WRITTEN))
