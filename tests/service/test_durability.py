"""What was answered is kept, whatever happens to the program."""

import signal
from collections.abc import Iterator
from contextlib import closing
from threading import Thread

import pytest
import requests

from tests.databases import Databases
from tests.loops import for_each
from tests.service.program import ServiceProgram, serving

pytestmark = pytest.mark.exhaustive

SITES = "/v1/orgs/org_larkfield/sites"


def make_sites(program: ServiceProgram, acknowledged: list[str]) -> None:
    """Make sites until the service is gone, and note each that it answered."""
    try:
        while len(acknowledged) < 5000:
            acknowledged.append(program.ask("POST", SITES, json={"title": "Kept"}).json()["id"])
    except requests.RequestException:
        return


@pytest.fixture
def address(databases: Databases) -> Iterator[str]:
    """A database that has the demo world already, so that the program starts at once."""
    with closing(databases.with_demo_world()) as demo:
        yield demo.address


@pytest.mark.postgresql
def test_a_kill_during_writes_loses_nothing_that_was_answered(address: str) -> None:
    options = ("--database", address, "--demo")
    acknowledged: list[list[str]] = [[] for _ in range(4)]
    with serving(*options) as program:
        writers = [Thread(target=make_sites, args=(program, own)) for own in acknowledged]
        for writer in writers:
            writer.start()
        while not all(acknowledged):
            assert any(writer.is_alive() for writer in writers)
        program.kill()
        for writer in writers:
            writer.join()
    with serving(*options) as program:
        listed = {site["id"] for site in program.ask("GET", SITES, params={"limit": 1000}).json()["items"]}
    answered = {site for own in acknowledged for site in own}
    assert answered
    assert answered <= listed


@for_each("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_it_is_asked_to(empty_database: str, how: signal.Signals) -> None:
    with serving("--database", empty_database) as program:
        assert program.ask("GET", "/v1/orgs", "nobody").status_code == 401
        assert program.end(how) == 0
        with pytest.raises(requests.ConnectionError):
            program.ask("GET", "/healthz")
