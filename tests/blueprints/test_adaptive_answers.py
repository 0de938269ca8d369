"""Adaptive content where the service answers what nobody expected, or nothing: shown, kept, never a 500."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.blueprints.test_adaptive import BETA, DOCS, EMPTY, SITE
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService

Told = Callable[[str, bytes], Pages]


@pytest.fixture
def told(portal_for: PortalFor, service: RunningService) -> Iterator[Told]:
    """Alice, with a service that answers a path, by its end, with this instead."""
    with Wire(service) as wire:

        def with_answer(ending: str, body: bytes) -> Pages:
            pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
            fault = faults.answer(200, body) if body else faults.refusal(503)
            wire.faults["GET"] = faults.at(f"/**{ending}", fault)
            return pages

        yield with_answer


def answer(schema: object) -> bytes:
    return json.dumps({"object": "site-adaptive-schema", "jsonSchema": schema}).encode()


def deep(levels: int) -> dict[str, Any]:
    return {"properties": {"a": deep(levels - 1)}} if levels else {}


HOSTILE = {
    "nothing in it": {},
    "odd types": {"type": [None], "properties": {"a": [1], "b": None, "c": {"type": 7, "enum": {}}, "": {}}},
    "unsigned is a list": {"properties": {"unsigned": []}},
    "properties are text": {"properties": "<script>"},
    "deep": deep(60),
    "markup": {"properties": {"</textarea><script>": {"type": "boolean", "description": "<b>\u202e"}}},
    "a thousand claims": {"properties": {f"c{n}": BETA for n in range(1000)}},
    "a megabyte": {"properties": {"a": {"description": "x" * 1_000_000}}},
}


@for_each("name, schema", HOSTILE.items())
def test_any_schema_of_the_api_is_shown(told: Told, name: str, schema: object) -> None:
    pages = told("/adaptive-schema", answer(schema))
    parts = ("adaptive", "conditions", "conditions/sitespace_docs_guide", "audience/visitors/new")
    assert {part: pages.get(f"{SITE}/{part}").status for part in parts} == dict.fromkeys(parts, 200), name


def test_a_schema_that_is_too_large_is_shown_and_not_edited(told: Told) -> None:
    shown = told("/adaptive-schema", answer(HOSTILE["a megabyte"])).get(DOCS)
    assert "which is too long to edit here" in shown.main
    assert shown.document.with_attribute("name", "jsonSchema") == []


def test_a_schema_of_many_claims_is_edited_as_json(told: Told) -> None:
    claims = {f"c{n}": BETA for n in range(150)}
    pages = told("/adaptive-schema", answer(EMPTY | {"properties": claims}))
    assert "The list can't show this many claims. Edit the JSON." in pages.get(DOCS).main
    claims.pop("c7")
    shown = pages.submit(DOCS, jsonSchema=json.dumps(EMPTY | {"properties": claims}), press="Sync")
    assert shown.rows == [["c7", "true or false: Tries what is new", "none"]]


def test_kinds_beyond_the_documented_are_kept(told: Told) -> None:
    tags = {"type": "array", "items": {"type": "string"}, "description": "Many"}
    pages = told("/adaptive-schema", answer(EMPTY | {"properties": {"tags": tags, "isBeta": BETA}}))
    shown = pages.fill_in(DOCS, {"claim-1-description": "New"}, press="Sync")
    assert (shown.status, json.loads(str(shown.value("jsonSchema")))["properties"]["tags"]) == (200, tags)


@for_each("ending", ["/adaptive-schema", "/site-spaces", "/published"])
def test_what_cannot_be_read_is_said(told: Told, ending: str) -> None:
    pages = told(ending, b"")
    words = {
        "/adaptive-schema": {
            "adaptive": "The schema could not be read. The documentation service didn't answer. Try again in a moment.",
            "conditions": "didn't answer. Try again in a moment. Masthead doesn't check names of claims here.",
        },
        "/site-spaces": {"adaptive": "isCarrier", "conditions": "The documentation service gave no usable answer"},
        "/published": {"adaptive": "isCarrier", "conditions": "Shipping guide"},
    }
    for page, said in words[ending].items():
        assert said in pages.get(f"{SITE}/{page}").main


def test_what_a_change_breaks_is_asked_where_the_spaces_cannot_be_read(told: Told) -> None:
    pages = told("/site-spaces", b"")
    shown = pages.fill_in(DOCS, {"claim-0-description": "Carries"})
    assert shown.h1 == "Review your changes"
    assert (
        "Masthead couldn't read all spaces of the site, so it doesn't know which conditions this change breaks."
        in shown.main
    )
