"""Requests written line by line, to the service as a program: each gets what the contract documents."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from contract import ENDPOINTS
from contract.schema.endpoint import Endpoint
from service.endpoints import GROUPS
from tests.loops import for_each
from tests.service.conformance import organization_exchanges, site_exchanges, space_exchanges
from tests.service.conformance.exchange import Exchange
from tests.service.conformance.raw import RawAnswer, RawClient
from tests.service.program import serving

TABLES = (site_exchanges, organization_exchanges, space_exchanges)
EXCHANGES = {name: each for table in TABLES for name, each in table.EXCHANGES.items()}
VARIANTS = {name: each for table in TABLES for name, each in table.VARIANTS.items()}

SERVED = [endpoint for group in GROUPS for endpoint in group.endpoints]
WITHOUT_BODY = ("getSite", "mergeChangeRequest", "pullIntoChangeRequest", "deleteSite", "removeTeamMember")
HTTP_1_1 = 11


@dataclass(frozen=True)
class Service:
    """The running program, its database, and that database as it was in the beginning."""

    url: str
    file: Path
    beginning: sqlite3.Connection

    def reset(self) -> None:
        with closing(sqlite3.connect(self.file)) as now:
            self.beginning.backup(now)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service with the demo world, run as people run it."""
    file = tmp_path_factory.mktemp("raw") / "service.db"
    with serving("--database", str(file), "--demo") as running, closing(sqlite3.connect(":memory:")) as beginning:
        with closing(sqlite3.connect(file)) as filled:
            filled.backup(beginning)
        yield Service(running.url, file, beginning)


@contextmanager
def client_of(service: Service) -> Iterator[RawClient]:
    """A connection to it, with the demo world as it was in the beginning."""
    service.reset()
    with RawClient(service.url) as connected:
        yield connected


def send(client: RawClient, exchange: Exchange, *more: str) -> RawAnswer:
    """Send the headers that the contract names, and those that HTTP/1.1 asks for."""
    lines = [f"{exchange.line} HTTP/1.1", f"Host: {client.host}", "Authorization: Bearer demo-alice", "Accept: */*"]
    if exchange.body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(exchange.body)}"]
    return client.exchange([*lines, *more], exchange.body.encode())


def check(exchange: Exchange, answer: RawAnswer) -> None:
    assert (answer.version, answer.status) == (HTTP_1_1, exchange.status), answer.body
    if exchange.endpoint.answer is None:
        assert answer.body == b""
        assert "content-type" not in answer.headers
        # RFC 9110, 8.6: a 204 has no Content-Length, and a 205 says that nothing follows.
        assert answer.headers.get("content-length") == (None if exchange.status == 204 else "0")
        return
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-length"] == str(len(answer.body))
    adapter: TypeAdapter[Any] = TypeAdapter(exchange.endpoint.answer)
    known = adapter.dump_python(adapter.validate_json(answer.body), mode="json")
    assert shape(answer.json) == shape(known), "a field that the contract does not know, or of another type"


def shape(value: object) -> object:
    """The fields of a JSON value, each with its type: the model writes a moment in another form."""
    if isinstance(value, dict):
        return {name: shape(held) for name, held in value.items()}
    return [shape(held) for held in value] if isinstance(value, list) else type(value)


def test_there_is_a_request_for_each_endpoint() -> None:
    assert EXCHANGES.keys() == {endpoint.name for endpoint in ENDPOINTS}


@for_each("endpoint", SERVED)
def test_an_endpoint_answers_as_documented(service: Service, endpoint: Endpoint[object]) -> None:
    """And what is asked next on the same connection gets its own answer."""
    exchange = EXCHANGES[endpoint.name]
    assert exchange.endpoint is endpoint
    with client_of(service) as client:
        check(exchange, send(client, exchange))
        check(EXCHANGES["listOrganizations"], send(client, EXCHANGES["listOrganizations"]))


@for_each("name", VARIANTS)
def test_other_forms_of_a_request_are_answered_likewise(service: Service, name: str) -> None:
    with client_of(service) as client:
        check(VARIANTS[name], send(client, VARIANTS[name]))


@for_each("name", WITHOUT_BODY)
@for_each(
    "headers",
    [
        (),
        ("Content-Length: 0",),
        ("Content-Type: application/json",),
        ("Content-Type: application/json", "Content-Length: 0"),
    ],
)
def test_a_request_without_a_body_may_say_so_or_not(service: Service, name: str, headers: tuple[str, ...]) -> None:
    with client_of(service) as client:
        check(EXCHANGES[name], send(client, EXCHANGES[name], *headers))


@for_each("name", WITHOUT_BODY)
def test_a_body_that_nobody_asked_for_is_passed_over(service: Service, name: str) -> None:
    asked = replace(EXCHANGES[name], body="{}")
    with client_of(service) as client:
        check(asked, send(client, asked))
        check(EXCHANGES["listOrganizations"], send(client, EXCHANGES["listOrganizations"]))


def test_a_listing_goes_on_where_its_page_says(service: Service) -> None:
    ids: list[str] = []
    following = ""
    with client_of(service) as client:
        while True:
            said = send(client, Exchange(f"GET /v1/orgs/org_larkfield/sites?limit=3{following}", 200)).json
            ids += [item["id"] for item in said["items"]]
            if "next" not in said:
                break
            following = f"&page={said['next']['page']}"
    assert len(ids) == len(set(ids)) == 7
