"""An API that hands a person's own token back, wherever it can: nobody reads it, and it is kept nowhere."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from masthead.client.redaction import TOKEN_REMOVED
from service.identity.tokens import create_token
from tests.client.encoders import ENCODERS, Encoder
from tests.client.test_redaction import read
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import give_role
from tests.wire import Wire
from tests.world import BOB, RunningService

ORG = "/orgs/org_larkfield"
SITE = f"{ORG}/sites/site_docs"
EDIT = f"{SITE}/edit"
JOURNAL = f"{ORG}/journal"
READERS = (f"{ORG}/sites", SITE, EDIT, ORG, f"{ORG}/known", "/orgs", f"{ORG}/settings", f"{ORG}/search?q=docs")
EXPORTS = (f"{JOURNAL}/export.csv", f"{JOURNAL}/export.json")
STATUSES = (302, 400, 403, 409, 422, 429, 500, 503)
# Some encodings with one status each, and each status with the token as it is. All are in tests/client/test_redaction.
CASES: list[tuple[Encoder, int]] = [
    *zip([*ENCODERS.values()][::4], cycle(STATUSES), strict=False),
    *((str, status) for status in STATUSES),
]


@dataclass
class Planted:
    """Alice with a token of her own, Bob who administers too, and the wire that brings the token back."""

    wire: Wire
    alice: Pages
    bob: Pages
    token: str
    folder: Path
    seen: str = ""

    def look(self, pages: Pages, *addresses: str) -> None:
        for address in addresses:
            self.seen += pages.get(address).html

    def everywhere(self) -> str:
        """All that anybody has seen of it, and the bytes of all files that the portal keeps."""
        kept = [file.read_bytes() for file in self.folder.rglob("*") if file.is_file() and "template" not in str(file)]
        return read(self.seen.encode()) + "".join(read(each) for each in kept)


@pytest.fixture
def planted(service: RunningService, portal_for: PortalFor, tmp_path: Path) -> Iterator[Planted]:
    with service.app.extensions["runtime"].database.writing() as connection:
        token = create_token(connection, "user_alice", "2025-11-20T09:30:15.250Z")
    give_role(service, "user_bob", "org_larkfield", "admin")
    with Wire(service) as wire:
        app = portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0, BREAKER_REST_SECONDS=0.001)
        yield Planted(wire, Pages(app).sign_in(token), Pages(app).sign_in(BOB), token, tmp_path)


def says(status: int, text: str) -> Fault:
    """A refusal with this text in its body and in its headers."""
    header = text.encode("ascii", "backslashreplace").decode().replace("\n", " ").replace("\r", " ")
    names = ("Location: /", "X-Request-Id: ", "Retry-After: ", "WWW-Authenticate: Bearer ", "Set-Cookie: a=")
    body = {"error": {"code": status, "message": f"cannot handle header {text} of this request"}}
    return faults.answer(status, json.dumps(body).encode(), *(name + header for name in names))


def test_no_refusal_of_a_change_gives_it_away(planted: Planted, capsys: pytest.CaptureFixture[str]) -> None:
    for encoder, status in CASES:
        planted.look(planted.alice, EDIT)
        planted.wire.faults["PATCH"] = says(status, encoder(planted.token))
        planted.seen += planted.alice.submit(EDIT, title=f"Guide {status}").html
    planted.look(planted.bob, JOURNAL, *(f"{JOURNAL}/{number + 1}" for number in range(len(CASES))), *EXPORTS)
    assert "[accesstokenremoved]ofthisrequest" in read(planted.seen.encode())
    assert_nowhere(planted, capsys)


def test_no_refusal_of_a_read_gives_it_away(planted: Planted, capsys: pytest.CaptureFixture[str]) -> None:
    for encoder, status in CASES:
        planted.wire.faults["GET"] = says(status, encoder(planted.token))
        planted.look(planted.alice, f"{ORG}/sites?title={status}", EDIT)
    assert_nowhere(planted, capsys)


def test_no_field_of_a_good_answer_gives_it_away(planted: Planted, capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(encoder(planted.token) for encoder in ENCODERS.values())

    def told(talk: Talk) -> bool:
        return faults.says(with_text(planted.wire.answered(talk), text))(talk)

    planted.wire.faults["GET"] = told
    planted.look(planted.alice, *READERS)
    planted.wire.faults["PATCH"] = told
    planted.look(planted.alice, EDIT)
    planted.seen += planted.alice.submit(EDIT, basename="guide").html
    planted.wire.faults.clear()
    planted.look(planted.bob, JOURNAL, f"{JOURNAL}/1", *EXPORTS)
    assert TOKEN_REMOVED in planted.seen
    assert_nowhere(planted, capsys)


@pytest.mark.quick(cases=1)
def test_no_broken_header_gives_it_away(planted: Planted, capsys: pytest.CaptureFixture[str]) -> None:
    for head in ("X-Echo {0}", "Content-Length: {0}", "Transfer-Encoding: {0}", "Content-Encoding: {0}", "{0}"):
        lines = f"HTTP/1.1 200 OK\r\n{head.format(planted.token)}\r\n\r\n{{}}"
        planted.wire.faults["GET"] = faults.raw(lines.encode())
        planted.look(planted.alice, f"{ORG}/sites", EDIT)
    assert_nowhere(planted, capsys)


def with_text(value: Any, text: str) -> Any:  # noqa: ANN401 - any JSON
    """The answer with the text in each of its titles, descriptions and names, and in a field that nobody knows."""
    if isinstance(value, list):
        return [with_text(each, text) for each in value]
    if not isinstance(value, dict):
        return value
    told = {name: with_text(each, text) for name, each in value.items()} | {"debug": text}
    return told | {name: f"{told[name]} {text}" for name in ("title", "description", "displayName") if told.get(name)}


def assert_nowhere(planted: Planted, capsys: pytest.CaptureFixture[str]) -> None:
    everywhere = planted.everywhere() + read(capsys.readouterr().err.encode())
    shown = [name for name, encoder in ENCODERS.items() if read(encoder(planted.token).encode()) in everywhere]
    assert shown == []
    assert planted.token not in everywhere
