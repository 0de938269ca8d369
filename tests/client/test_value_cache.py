"""What was read of a text last is not read again: within bounds, each way of reading for itself."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from pydantic import ValidationError

from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES, GET_VALUES_BY_NAME
from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.publishing.sites import LIST_SITES
from masthead.client.response_cache import ValueCache

SITE = {
    "object": "site",
    "id": "site_1",
    "type": "basic",
    "visibility": "public",
    "published": True,
    "siteSpaces": 0,
    "createdAt": "2025-02-03T07:00:00.000Z",
    "agentsContext": "included",
}


def text_of(title: str, size: int = 0, **more: object) -> bytes:
    """A listing of one site of this title, padded."""
    return json.dumps({"items": [{**SITE, "title": title, **more}], "count": 1, "filler": "x" * size}).encode()


def test_a_text_is_read_once() -> None:
    parsed = ValueCache()
    first = parsed.get_or_parse(LIST_SITES, text_of("Docs"))
    assert parsed.get_or_parse(LIST_SITES, text_of("Docs")) is first
    assert parsed.get_or_parse(LIST_SITES, text_of("Help")).items[0].title == "Help"


def test_each_way_of_reading_has_its_own() -> None:
    parsed, odd = ValueCache(), text_of("Docs", published="yes")
    assert [each.id for each in parsed.get_or_parse(LIST_SITES.tolerant_listing, odd).unreadable_items] == ["site_1"]
    for endpoint in (LIST_SITES, LIST_ORGANIZATIONS):
        with pytest.raises(ValidationError):
            parsed.get_or_parse(endpoint, odd)


def test_those_used_last_are_kept() -> None:
    parsed = ValueCache(most_bytes=3 * len(text_of("A", 1000)))
    texts = [text_of(title, 1000) for title in "ABCD"]
    first = {text: parsed.get_or_parse(LIST_SITES, text) for text in texts[:3]}
    parsed.get_or_parse(LIST_SITES, texts[0])
    parsed.get_or_parse(LIST_SITES, texts[3])
    assert [parsed.get_or_parse(LIST_SITES, texts[place]) is first[texts[place]] for place in (0, 2, 1)] == [
        True,
        True,
        False,
    ]


def test_what_is_too_large_is_not_kept() -> None:
    parsed, large = ValueCache(most_bytes=1000), text_of("Docs", 1000)
    small = parsed.get_or_parse(LIST_SITES, text_of("Docs"))
    assert parsed.get_or_parse(LIST_SITES, large) is not parsed.get_or_parse(LIST_SITES, large)
    assert parsed.get_or_parse(LIST_SITES, text_of("Docs")) is small


def values_of(owner: str) -> bytes:
    """The values of a space, with much beside them that only the whole answer is read for."""
    field = {"id": "f", "name": "owner", "type": "text", "description": "d" * 190}
    return json.dumps([{"customField": field, "value": owner}]).encode()


def test_a_brief_answer_has_what_is_wanted_and_stays_as_it_is() -> None:
    parsed = ValueCache()
    brief = parsed.get_or_parse(GET_VALUES_BY_NAME, values_of("Docs"))
    assert brief == {"owner": "Docs"}
    with pytest.raises(TypeError):
        brief["owner"] = "Sales"  # type: ignore[index] # that is what is tested
    assert parsed.get_or_parse(GET_CUSTOM_FIELD_VALUES, values_of("Docs"))[0].customField.id == "f"


def test_threads_share_it() -> None:
    parsed = ValueCache(most_bytes=5000)
    texts = [text_of(f"Site {number}", 300) for number in range(40)]

    def look(number: int) -> bool:
        text = texts[number * 7 % 40]
        return parsed.get_or_parse(LIST_SITES, text) == LIST_SITES.parse(text)

    with ThreadPoolExecutor(8) as crew:
        assert all(crew.map(look, range(800)))
