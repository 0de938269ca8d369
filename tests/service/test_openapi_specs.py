"""OpenAPI specifications: what is given is read in the background, and becomes a version when it is new."""

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest

from contract.authoring.openapi_specs import (
    CREATE_SPEC,
    DELETE_SPEC,
    GET_LATEST_VERSION,
    GET_LATEST_VERSION_CONTENT,
    GET_SPEC,
    GET_VERSION,
    GET_VERSION_CONTENT,
    LIST_SPEC_VERSIONS,
    LIST_SPECS,
    REPLACE_SPEC,
    SourceText,
)
from contract.organization.organizations import LIST_ORGANIZATIONS
from fetching.fetcher import Fetcher
from fetching.rules import AnyWeb
from service.app import create_service
from service.grants import grant_token
from service.openapi.specs import OpenAPIReader, add_spec, queue_source
from service.settings import ServiceSettings, utc_now
from service.storage.database import database_url
from service.storage.documents import Fields
from tests.faults import faults
from tests.faults.hostile import Fault, Hostile
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD

SECONDS = 20.0
"""How long a test waits for the reader, which takes some milliseconds."""

LANES = "openapi: 3.1.0\ninfo:\n  title: Lanes\n  version: 1.0.0\npaths: {}\n"
RATES = '{"openapi": "3.0.3", "info": {"title": "Rates", "version": "1"}, "paths": {}}'


@dataclass(frozen=True)
class SpecApi:
    """An administrator of an organization, whose service reads from this machine too, and waits for half a second."""

    person: ApiUser
    organization: str

    def make(self, slug: str, **source: str) -> dict[str, Any]:
        """A new specification, once its source has been read."""
        made = self.person.asks(CREATE_SPEC, self.organization, body={"slug": slug, "source": source})
        assert (made.status, made.json["processingState"]) == (201, "pending")
        return self.read(slug)

    def replace(self, slug: str, **source: str) -> dict[str, Any]:
        assert self.person.asks(REPLACE_SPEC, self.organization, slug, body={"source": source}).status == 200
        return self.read(slug)

    def read(self, slug: str) -> dict[str, Any]:
        """The specification, once nothing is to be read any more."""
        until = time.monotonic() + SECONDS
        while True:
            spec: dict[str, Any] = self.person.asks(GET_SPEC, self.organization, slug).json
            if spec["processingState"] == "complete":
                return spec
            assert time.monotonic() < until, f"{slug} is not read after {SECONDS} seconds: {spec}"
            time.sleep(0.005)

    def versions(self, slug: str) -> list[str]:
        return self.person.asks(LIST_SPEC_VERSIONS, self.organization, slug).ids

    def files(self, slug: str, version: str = "") -> dict[str, str]:
        if version:
            said = self.person.asks(GET_VERSION_CONTENT, self.organization, slug, version).json
        else:
            said = self.person.asks(GET_LATEST_VERSION_CONTENT, self.organization, slug).json
        files: dict[str, str] = said["filesystem"]
        return files


@pytest.fixture(scope="module")
def specs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpecApi]:
    app = create_service(ServiceSettings(database_url(str(tmp_path_factory.mktemp("specs") / "service.db"))))
    with closing(app.extensions["runtime"].database) as database:
        fetch = Fetcher(seconds=2, rules=AnyWeb(loopback=True)).fetch
        app.extensions["openapi_reader"] = OpenAPIReader(database, fetch, utc_now)
        person = ApiUser(app, grant_token(database, "ada@own.example", "Ada", "Our docs", "admin"))
        (organization,) = person.asks(LIST_ORGANIZATIONS).ids
        yield SpecApi(person, organization)


def test_a_text_or_an_address_becomes_a_version(specs: SpecApi) -> None:
    spec = specs.make("lanes", text=LANES)
    (version,) = specs.versions("lanes")
    assert spec["lastVersion"] == version
    assert spec["lastProcessedAt"] >= spec["createdAt"]
    assert not spec.keys() & {"sourceURL", "lastProcessErrorCode"}
    assert specs.files("lanes") == specs.files("lanes", version) == {"openapi.yaml": LANES}

    with Hostile(faults.answer(200, RATES.encode())) as site:
        spec = specs.make("rates", url=f"{site.url}/rates.json")
        assert spec["sourceURL"] == f"{site.url}/rates.json"
        assert specs.files("rates") == {"openapi.json": RATES}
        said = specs.person.asks(GET_LATEST_VERSION, specs.organization, "rates").json
        assert said["url"] == f"{site.url}/rates.json"


def test_only_another_content_makes_a_version(specs: SpecApi) -> None:
    specs.make("news", text=LANES)
    for text, versions in [(LANES, 1), (RATES, 2), (RATES, 2), (LANES, 3)]:
        specs.replace("news", text=text)
        assert len(specs.versions("news")) == versions
    newest, *older = specs.versions("news")
    assert specs.person.asks(GET_LATEST_VERSION, specs.organization, "news").json["id"] == newest
    assert [specs.files("news", version) for version in older] == [{"openapi.json": RATES}, {"openapi.yaml": LANES}]
    assert specs.files("news") == {"openapi.yaml": LANES}


@pytest.mark.quick(cases=2)
@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (faults.hang, "FETCH_TIMEOUT"),
        (faults.drip_body, "FETCH_TIMEOUT"),
        (faults.answer(404), "FETCH_ERROR"),
        (faults.reset, "FETCH_ERROR"),
        (faults.answer(302, b"", "Location: http://10.0.0.1/"), "FETCH_ERROR"),
        (faults.answer(200, b"<!doctype html>"), "PARSE_ERROR"),
        (faults.answer(200, b"\xff\xfe\x00"), "PARSE_ERROR"),
    ],
    ids=["silence", "slowness", "404", "reset", "inside", "a page", "no text"],
)
def test_what_fails_is_told_and_the_versions_stay(specs: SpecApi, fault: Fault, code: str) -> None:
    slug = f"fails-{len(specs.person.asks(LIST_SPECS, specs.organization).ids)}"
    specs.make(slug, text=LANES)
    with Hostile(fault) as site:
        spec = specs.replace(slug, url=site.url)
    assert spec["lastProcessErrorCode"] == code
    assert [spec["lastVersion"]] == specs.versions(slug)
    assert "lastProcessErrorCode" not in specs.replace(slug, text=RATES)


def test_without_a_version_there_is_no_latest_one(specs: SpecApi) -> None:
    spec = specs.make("nothing", text="not a specification")
    assert spec["lastProcessErrorCode"] == "PARSE_ERROR"
    assert "lastVersion" not in spec
    own = (specs.organization, "nothing")
    assert specs.person.asks(GET_LATEST_VERSION, *own).status == 404
    assert specs.person.asks(GET_LATEST_VERSION_CONTENT, *own).status == 404
    assert specs.versions("nothing") == []


@for_each(
    "text",
    [
        LANES,
        RATES,
        LANES.replace("\n", "\r\n"),
        '{"swagger": "2.0", "info": {"title": "Old", "version": "1"}, "paths": {}}',
        "# ours\n---\nswagger: '2.0'\ninfo: {title: \"Old, and: odd\", version: 1}\npaths:\n  /a:\n    get: {}\n",
        'openapi: "3.0.3"\ninfo:\n  version: "1"\n  title: >-\n    Of two\n    lines\ncomponents:\n  schemas: {}\n',
        "openapi: 3.1.0\n\n\ninfo:\n  title: Calls  # of ours\n  version: '1'\nwebhooks:\n  a:\n    post: {}\n",
        "info: &about\n  title: Anchored\n  version: 1\nopenapi: 3.1.0\npaths:\n  /a: &a\n    get: {}\n  /b: *a\n",
    ],
)
def test_it_may_be_written_in_many_ways(specs: SpecApi, text: str) -> None:
    slug = f"written-{len(specs.person.asks(LIST_SPECS, specs.organization).ids)}"
    assert "lastProcessErrorCode" not in specs.make(slug, text=text)


@for_each(
    "text",
    [
        "[]",
        "{}",
        "openapi: 3.1.0",
        "openapi: 4.0.0\ninfo:\n  title: Lanes\n  version: 1.0.0\npaths: {}\n",
        "openapi: 3.1.0\ninfo:\n  title: Lanes\npaths: {}\n",
        "openapi: 3.1.0\ninfo:\n  title: Lanes\n  version: 1.0.0\n",
        "openapi: 3.1.0\ninfo: [title, version]\npaths: {}\n",
        "openapi: 3.1.0\n\tinfo: 1\n",
    ],
)
def test_what_is_no_specification_is_not_read(specs: SpecApi, text: str) -> None:
    slug = f"refused-{len(specs.person.asks(LIST_SPECS, specs.organization).ids)}"
    assert specs.make(slug, text=text)["lastProcessErrorCode"] == "PARSE_ERROR"


def test_putting_makes_what_is_not_there(specs: SpecApi) -> None:
    made = specs.replace("put", text=LANES)
    assert (made["slug"], specs.versions("put")) == ("put", [made["lastVersion"]])
    for slug in ("Big", "a--b", "-a", "a" * 101):
        refused = specs.person.asks(REPLACE_SPEC, specs.organization, slug, body={"source": {"text": LANES}})
        assert (refused.status, refused.message.partition(":")[0]) == (400, "specSlug")


def test_an_editor_replaces_what_is_there_alone(bob: ApiUser) -> None:
    for slug, status in (("shipments", 200), ("new", 403)):
        assert bob.asks(REPLACE_SPEC, LARKFIELD, slug, body={"source": {"text": LANES}}).status == status


def test_a_slug_belongs_to_one_specification(specs: SpecApi) -> None:
    specs.make("once", text=LANES)
    body = {"slug": "once", "source": {"text": RATES}}
    refused = specs.person.asks(CREATE_SPEC, specs.organization, body=body)
    assert (refused.status, refused.message.partition(":")[0]) == (409, "slug")


def test_a_deleted_specification_takes_its_versions_along(specs: SpecApi) -> None:
    spec = specs.make("gone", text=LANES)
    assert specs.person.asks(DELETE_SPEC, specs.organization, "gone").status == 205
    assert specs.person.asks(GET_SPEC, specs.organization, "gone").status == 404
    assert specs.person.asks(GET_VERSION, specs.organization, "gone", spec["lastVersion"]).status == 404
    assert specs.make("gone", text=LANES)["lastVersion"] != spec["lastVersion"]


def test_what_was_left_is_read_at_the_next_start(specs: SpecApi) -> None:
    now = "2025-11-20T09:30:15.250Z"
    fields: Fields = {"object": "openapi-spec", "id": "spec_left", "slug": "left", "createdAt": now, "updatedAt": now}
    app = specs.person.app
    with app.extensions["runtime"].database.writing() as connection:
        add_spec(connection, specs.organization, fields | {"processingState": "progress"})
        queue_source(connection, "spec_left", SourceText(text=LANES))
    app.extensions["openapi_reader"].wake()  # as the program does when it starts
    assert specs.read("left")["lastVersion"] == specs.versions("left")[0]
