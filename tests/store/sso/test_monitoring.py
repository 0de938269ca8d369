"""What a monitor reads: what its person was shown last, by a token that is kept as a digest alone."""

import pytest

from masthead.store.database import Database
from masthead.store.sso.providers import Monitoring
from tests.faults.clock import Clock


@pytest.fixture
def monitoring(database: Database, clock: Clock) -> Monitoring:
    return Monitoring(database, clock)


def test_a_token_opens_what_its_person_saw_for_a_year(monitoring: Monitoring, clock: Clock) -> None:
    token = monitoring.make_token("alice")
    assert monitoring.owner_of(token) == "alice"
    assert monitoring.get_token_time("alice") == clock()
    assert [monitoring.owner_of(wrong) for wrong in ("", token[:-1], token + "x")] == [None, None, None]
    clock.pass_(364 * 86_400)
    assert monitoring.owner_of(token) == "alice"
    clock.pass_(2 * 86_400)
    assert monitoring.owner_of(token) is None
