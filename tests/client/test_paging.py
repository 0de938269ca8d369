"""Walking through a listing ends, whatever the API says of the next page."""

from itertools import islice

import pytest

from contract.organization.organizations import SEARCH_ORGANIZATION
from contract.organization.search import SearchQuery
from masthead.client import Unreadable
from tests.client.conftest import ApiFor
from tests.faults import faults
from tests.faults.hostile import Fault, Hostile
from tests.loops import for_each


def page(identifier: str, following: str | None) -> Fault:
    item = {"id": identifier, "title": identifier, "pages": []}
    listing = {"items": [item], "count": 1} | ({"next": {"page": following}} if following is not None else {})
    return faults.says(listing)


QUERY = SearchQuery(query="guide", limit=1)


def test_all_pages(api_for: ApiFor) -> None:
    with Hostile(page("a", "2"), page("b", "3&x=/"), page("c", None)) as hostile:
        walk = api_for(hostile.url).walk(SEARCH_ORGANIZATION, "o", query=QUERY)
        items = [next(walk)]
        assert len(hostile.asked) == 1, "pages are read as they are taken"
        items += walk
    assert [item.id for item in items] == ["a", "b", "c"]
    assert [asked.target.partition("?")[2] for asked in hostile.asked] == [
        "limit=1&query=guide",
        "page=2&limit=1&query=guide",
        "page=3%26x%3D%2F&limit=1&query=guide",
    ]


@for_each("following", [["2", "2"], ["2", "3", "2"], ["", ""]])
def test_circle_ends_with_a_problem(following: list[str], api_for: ApiFor) -> None:
    with Hostile(*[page("a", each) for each in following]) as hostile:
        walk = api_for(hostile.url).walk(SEARCH_ORGANIZATION, "o", query=QUERY)
        assert len(list(islice(walk, len(following)))) == len(following)
        with pytest.raises(Unreadable):
            next(walk)
    assert len(hostile.asked) == len(following)


def test_listing_without_an_end(api_for: ApiFor) -> None:
    with Hostile(*[page("a", str(number)) for number in range(20)]) as hostile, pytest.raises(Unreadable):
        list(api_for(hostile.url).walk(SEARCH_ORGANIZATION, "o", query=QUERY, pages=10))
    assert len(hostile.asked) == 10
