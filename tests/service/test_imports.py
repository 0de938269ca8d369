"""Imports: what is fetched from elsewhere, and what of it is in a space or in a change request then."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from flask import Flask

from contract.authoring import content
from contract.authoring.change_requests import (
    GET_CHANGE_REQUEST,
    LIST_CONTRIBUTORS,
    MERGE_CHANGE_REQUEST,
    UPDATE_CHANGE_REQUEST,
)
from fetching.fetcher import Fetcher
from fetching.rules import AnyWeb
from service.app import create_service
from service.grants import grant_token
from service.settings import ServiceSettings
from service.storage.database import ServiceDatabase
from tests.faults import faults
from tests.faults.hostile import Fault, Hostile
from tests.loops import for_each
from tests.service.api_user import ApiResult, ApiUser
from tests.service.conftest import LARKFIELD, NOW, NOW_WRITTEN, Member
from tests.service.content_cases import CUSTOMS, GUIDE
from tests.world import ALICE, BOB, RunningService

PAGE = b"<h1>Tail lifts</h1><p>Every <b>lorry</b> has one. <a href='/weights'>Weights</a></p>"


@pytest.fixture
def near(world: RunningService, database: ServiceDatabase) -> Iterator[Flask]:
    """The service, which fetches from this machine too."""
    app = create_service(
        ServiceSettings(database.engine.url, world.url, demo=True, fetch_from_loopback=True, clock=lambda: NOW)
    )
    yield app
    app.extensions["runtime"].database.close()


@pytest.fixture
def editor(near: Flask) -> ApiUser:
    return ApiUser(near, BOB)


def hurried(person: ApiUser) -> ApiUser:
    """The person, for whom the service waits no longer than a test does."""
    person.app.extensions["fetcher"] = Fetcher(seconds=1, rules=AnyWeb(loopback=True))
    return person


def page(body: bytes = PAGE, kind: str = "text/html") -> Fault:
    return faults.answer(200, body, kind=kind)


def into_space(person: ApiUser, url: str, source: str = "html") -> ApiResult:
    return person.asks(content.IMPORT_CONTENT, GUIDE, body={"url": url, "source": source})


def counted(said: ApiResult) -> tuple[int, int]:
    return said.json["importedResources"], said.json["totalResources"]


def test_a_page_comes_after_those_of_the_space(editor: ApiUser) -> None:
    before = editor.asks(content.GET_CONTENT, GUIDE).json
    with Hostile(page()) as site:
        address = site.url
        said = into_space(editor, f"{address}/lifts")
    assert (said.status, counted(said)) == (201, (1, 1))
    after = editor.asks(content.GET_CONTENT, GUIDE).json
    assert (after["id"], after["type"], after["parents"]) == (said.json["revision"], "edits", [before["id"]])
    assert (after["pages"][:-1], after["files"]) == (before["pages"], before["files"])
    own = editor.asks(content.GET_PAGE, GUIDE, after["pages"][-1]["id"]).json
    assert editor.asks(content.SEARCH_SPACE, GUIDE, query="lorry tail").ids == [own["id"]]
    assert [link["status"] for link in editor.asks(content.LIST_PAGE_LINKS, GUIDE, own["id"]).json["items"]] == ["ok"]
    assert (own["title"], own["path"], own["createdAt"]) == ("Tail lifts", "tail-lifts", NOW_WRITTEN)
    assert own["markdown"] == f"Every **lorry** has one. [Weights]({address}/weights)"


def test_a_change_request_gets_its_own(editor: ApiUser) -> None:
    alice = ApiUser(editor.app, ALICE)
    shown = editor.asks(content.LIST_PAGES, GUIDE).json
    with Hostile(page(b"# Tail lifts\n\nEvery lorry has one.", "text/markdown")) as site:
        said = editor.asks(
            content.IMPORT_PROPOSED_CONTENT, GUIDE, CUSTOMS, body={"url": f"{site.url}/a.md", "source": "markdown"}
        )
    assert (said.status, counted(said)) == (201, (1, 1))
    assert editor.asks(content.LIST_PAGES, GUIDE).json == shown
    assert editor.asks(content.LIST_PROPOSED_PAGES, GUIDE, CUSTOMS).json["pages"][-1]["title"] == "Tail lifts"
    changed = editor.asks(GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json
    assert (changed["revision"], changed["updatedAt"]) == (said.json["revision"], NOW_WRITTEN)
    assert "user_bob" in [each["user"]["id"] for each in editor.asks(LIST_CONTRIBUTORS, GUIDE, CUSTOMS).json["items"]]
    assert alice.asks(MERGE_CHANGE_REQUEST, GUIDE, CUSTOMS).status == 200
    assert editor.asks(content.SEARCH_SPACE, GUIDE, query="lorry tail").json["count"] == 1


@for_each("status", ["archived", "merged"])
def test_one_that_is_closed_stays_as_it_is(world: RunningService, editor: ApiUser, status: str) -> None:
    world.reset()
    alice = ApiUser(editor.app, ALICE)
    if status == "merged":
        alice.asks(MERGE_CHANGE_REQUEST, GUIDE, CUSTOMS)
    else:
        alice.asks(UPDATE_CHANGE_REQUEST, GUIDE, CUSTOMS, body={"status": status})
    with Hostile(page()) as site:
        refused = editor.asks(content.IMPORT_PROPOSED_CONTENT, GUIDE, CUSTOMS, body={"url": site.url, "source": "html"})
    assert (refused.status, site.asked) == (409, [])


def linking(*addresses: str) -> bytes:
    return b"<p>All</p>" + b"".join(b"<a href='%s'>x</a>" % address.encode() for address in addresses)


def test_a_website_comes_with_what_lies_below(editor: ApiUser) -> None:
    start = linking(
        "b", "/docs/c/", "c.png", "../about", "https://elsewhere.example/docs/", "b#again", "gone", "/docs/"
    )
    pages = {
        "/docs/b": [page(b"<h1>B</h1>" + linking("c/d"))],
        "/docs/c/d": [page(b"<h1>D</h1><p>Deep")],
        "/docs/c/": [faults.answer(302, b"", "Location: /docs/b")],
        "/docs/gone": [faults.answer(404)],
        "/docs": [page(b"<h1>Start</h1>" + start)],
    }
    with Hostile(by_path=pages) as site:
        said = into_space(editor, f"{site.url}/docs/", "website")
    assert counted(said) == (3, 5)
    own = editor.asks(content.LIST_PAGES, GUIDE).json["pages"][-1]
    assert (own["title"], [each["path"] for each in own["pages"]]) == ("Start", ["start/b", "start/d"])
    assert [asked.target for asked in site.asked] == [
        "/docs/",
        "/docs/b",
        "/docs/c/",
        "/docs/b",
        "/docs/gone",
        "/docs/c/d",
    ]


def test_of_a_large_website_some_pages_come_and_of_others_one(editor: ApiUser) -> None:
    with Hostile(page(linking(*(f"/{number}" for number in range(100))))) as site:
        said = into_space(editor, site.url, "website")
        alone = into_space(editor, site.url, "notion")
    assert (counted(said), counted(alone)) == ((20, 20), (1, 1))
    assert len(site.asked) == 21


def moved(to: str) -> Fault:
    return faults.answer(302, b"", f"Location: {to}")


NOT_THERE: dict[str, Fault] = {
    "an error": faults.answer(500, b"no", kind="text/html"),
    "a picture": page(b"\x89PNG", "image/png"),
    "a program": page(b"\x7fELF", "application/octet-stream"),
    "no text": page(b"", "text/html"),
    "too large": page(b"<p>" + b"x " * 300 * 1024),
    "too much text": page(b"x" * 100_001, "text/plain"),
    "nonsense": faults.not_http,
    "a reset": faults.reset,
    "a bomb": faults.gzip_bomb,
    "silence": faults.hang,
    "byte by byte": faults.drip_body,
    "round in circles": moved("/"),
    "into the network": moved("http://10.0.0.1/"),
    "to the file system": moved("file:///etc/passwd"),
}


@for_each("fault", NOT_THERE.values())
@for_each("source", ["html", "website"])
def test_what_cannot_be_read_is_none_of_one(editor: ApiUser, fault: Fault, source: str) -> None:
    before = editor.asks(content.GET_CONTENT, GUIDE).json
    with Hostile(fault) as site:
        said = into_space(hurried(editor), site.url, source)
    assert (said.status, counted(said), said.json["revision"]) == (201, (0, 1), before["id"])
    assert editor.asks(content.GET_CONTENT, GUIDE).json == before


def test_this_machine_is_asked_only_where_that_is_allowed(bob: ApiUser) -> None:
    with Hostile(page()) as site:
        assert counted(into_space(bob, site.url)) == (0, 1)
    assert site.asked == []


def test_a_website_takes_no_longer_than_one_page(editor: ApiUser) -> None:
    with Hostile(page(linking("/a", "/b")), faults.hang) as site:
        assert counted(into_space(hurried(editor), site.url, "website")) == (1, 3)
    assert len(site.asked) == 2


def meanwhile(person: ApiUser, happens: Callable[[], object]) -> ApiResult:
    """What an import answers while whose fetch something else happens."""
    happened = Event()
    with Hostile(faults.until(happened, page())) as site, ThreadPoolExecutor(1) as threads:
        coming = threads.submit(into_space, person, site.url)
        site.wait_for(1)
        happens()
        happened.set()
        return coming.result()


def test_others_write_while_it_fetches(editor: ApiUser) -> None:
    alice = ApiUser(editor.app, ALICE)
    said = meanwhile(editor, lambda: alice.asks(MERGE_CHANGE_REQUEST, GUIDE, CUSTOMS))
    titles = [each["title"] for each in editor.asks(content.LIST_PAGES, GUIDE).json["pages"]]
    assert (counted(said), titles[-1]) == ((1, 1), "Tail lifts")
    assert alice.asks(GET_CHANGE_REQUEST, GUIDE, CUSTOMS).json["status"] == "merged"


def test_a_role_that_is_lost_meanwhile_counts(near: Flask, member: Member, database: ServiceDatabase) -> None:
    person = ApiUser(near, member("edit").token)
    said = meanwhile(person, lambda: grant_token(database, "edit@larkfield.example", None, LARKFIELD, "read"))
    assert said.status == 403


@for_each(
    "url",
    [
        "http://169.254.169.254/latest/meta-data",
        "http://10.0.0.1/",
        "http://[::]/",
        "http://0.0.0.0/",
        "http://name:password@127.0.0.1/",
        "http://nobody.invalid/",
        "http://a..b/",
        "https://" + "a" * 2000 + ".invalid/",
    ],
)
def test_what_must_not_be_asked_is_none_of_one(editor: ApiUser, url: str) -> None:
    assert counted(into_space(editor, url)) == (0, 1)
