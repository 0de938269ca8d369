"""Whether a move came to be, told by where things stand."""

from typing import Any

import pytest

from changes.structure.position_status import MOVES
from changes.structure.tree import GroupItem, SectionItem, SiteStructure, SpaceItem

SITE = SiteStructure(
    top=["sec0", "g0", "g1"],
    members={"g0": ["sec1"], "g1": []},
    held={"sec0": ["a", "b", "c"], "sec1": ["d"]},
    groups={"g0": GroupItem("Group0"), "g1": GroupItem("Group1")},
    sections={"sec0": SectionItem("Sec0", "sec0"), "sec1": SectionItem("Sec1", "sec1")},
    spaces={each: SpaceItem(each, each) for each in "abcd"},
)


def space(side: str, id_: str) -> dict[str, Any]:
    return {"position": {side: {"type": "site-space", "siteSpace": id_}}}


def section(side: str, id_: str) -> dict[str, Any]:
    return {"position": {side: {"type": "site-section", "id": id_}}}


@pytest.mark.parametrize(
    ("endpoint", "ids", "body", "stands"),
    [
        ("moveSiteSpace", ["b"], space("after", "a"), True),
        ("moveSiteSpace", ["c"], space("after", "a"), False),
        ("moveSiteSpace", ["a"], space("after", "d"), False),
        ("moveSiteSpace", ["b"], space("before", "c"), True),
        ("moveSiteSpace", ["a"], space("before", "c"), False),
        ("moveSiteSpace", ["c"], space("before", "d"), False),
        ("moveSiteSpace", ["c"], {}, True),
        ("moveSiteSpace", ["a"], {}, False),
        ("moveSiteSpace", ["gone"], {}, None),
        ("moveSectionGroup", ["g0"], section("after", "sec0"), True),
        ("moveSectionGroup", ["g0"], section("before", "sec0"), False),
        ("moveSectionGroup", ["g0"], {}, True),
        ("moveSectionGroup", ["g1"], {}, None),
        ("moveSectionGroup", ["g0"], section("after", "g1"), None),
        ("moveSectionGroup", ["gone"], {}, None),
        ("addSection", ["g0"], {"sectionId": "sec1"}, True),
        ("addSection", ["g1"], {"sectionId": "sec1"}, False),
        ("addSection", ["g1"], {"sectionId": "gone"}, None),
        ("removeSection", ["g0", "sec1"], {}, False),
        ("removeSection", ["g0", "sec0"], {}, True),
        ("removeSection", ["g0", "gone"], {}, None),
    ],
)
def test_where_it_stands_tells(endpoint: str, ids: list[str], body: dict[str, Any], *, stands: bool | None) -> None:
    assert MOVES[endpoint](SITE, ids, body) is stands
