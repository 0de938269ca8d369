"""The benchmarks measure what they say, on servers that run for a moment."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.asking import ask, get, once, post
from bench.running import RunningServer, gunicorn
from bench.service import listing, service
from bench.side_by_side import compared
from bench.sites import ALICE, LISTING, database_of

MOMENT = 0.1  # s


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with service(database_of(tmp_path_factory.mktemp("bench"), 12)) as served:
        yield served


def test_each_answer_is_counted_and_costs_something(served: RunningServer) -> None:
    found = ask(served, listing(limit=10), connections=2, seconds=MOMENT)
    assert found.answers == len(found.each) > 0
    assert found.time(0) <= found.time(0.5) <= found.time(1)
    assert served.processor() > 0
    assert served.memory() > 10
    assert json.loads(once(served, listing(limit=100))[1])["count"] == 12
    with pytest.raises(ValueError, match=r"^Refused: "):
        ask(served, get(LISTING), seconds=MOMENT)


def test_what_is_written_is_kept(served: RunningServer) -> None:
    body = json.dumps({"title": "Made"})
    found = ask(served, lambda: post(LISTING, body, "application/json", Authorization=ALICE), seconds=MOMENT)
    assert json.loads(once(served, listing(limit=1000))[1])["count"] >= 12 + found.answers


def test_the_peers_answer(tmp_path: Path) -> None:
    (tmp_path / "body").write_bytes(b"ready")
    environment = {"PEER_FILE": str(tmp_path / "body"), "PEER_TYPE": "text/plain"}
    with gunicorn("bench.peers:ready_bytes()", environment) as ready:
        assert once(ready, get("/any"))[1] == b"ready"
    with gunicorn("bench.peers:jinja_rows()", {}) as jinja:
        assert once(jinja, get("/any"))[1].count(b"<tr>") == 100


def test_a_slow_api_takes_its_time(tmp_path: Path) -> None:
    (tmp_path / "answers").write_text(json.dumps({"/v1/orgs": "[]"}))
    with gunicorn("bench.peers:slow_api()", {"PEER_ANSWERS": str(tmp_path / "answers"), "PEER_SECONDS": "0.02"}) as api:
        assert once(api, get("/v1/orgs"))[1] == b"[]"
        assert ask(api, get("/v1/orgs"), connections=1, seconds=MOMENT).time(0) >= 20


def test_two_servers_are_compared(served: RunningServer, tmp_path: Path) -> None:
    (tmp_path / "body").write_bytes(b"ready")
    environment = {"PEER_FILE": str(tmp_path / "body"), "PEER_TYPE": "text/plain"}
    with gunicorn("bench.peers:ready_bytes()", environment) as ready:
        asked = {"ours": (served, listing(limit=10)), "theirs": (ready, get("/any"))}
        name, *found = compared("a list", asked, 2, seconds=5 * MOMENT)
    ours, theirs, ratio, cost, their_cost, _ = (float(each.removesuffix(" ms")) for each in found)
    assert name == "a list"
    assert ratio == pytest.approx(ours / theirs, abs=0.1)
    assert min(cost, their_cost) > 0
