"""An identity provider that is set up at the service."""

import pytest

from tests.service.api_user import ApiUser
from tests.service.sign_in.sign_in_pages import SigningIn, set_up
from tests.world import RunningService


@pytest.fixture
def idp(world: RunningService, alice: ApiUser) -> SigningIn:
    """Newcomers get the role `edit` and become members of the documentation team."""
    return set_up(world.app, alice, defaultRole="edit", defaultTeam="team_docs")
