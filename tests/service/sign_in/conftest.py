"""An identity provider that is set up at the service."""

import pytest

from tests.service.person import Person
from tests.service.sign_in.signing_in import SigningIn, set_up
from tests.world import RunningService


@pytest.fixture
def idp(world: RunningService, alice: Person) -> SigningIn:
    """Newcomers get the role `edit` and become members of the documentation team."""
    return set_up(world.app, alice, defaultRole="edit", defaultTeam="team_docs")
