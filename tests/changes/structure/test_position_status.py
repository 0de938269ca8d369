"""Whether a move came to be, told by where things stand."""

from typing import Any

from changes.structure.position_status import MOVES
from changes.structure.since import Standing
from changes.structure.tree import GroupItem, SectionItem, SiteStructure, SpaceItem
from tests.loops import for_each

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


AS_SENT, AS_BEFORE, NEITHER, GONE = Standing
TO_THE_END: dict[str, Any] = {}
BETWEEN_A_AND_B = {"position": space("after", "a")["position"] | space("before", "b")["position"]}


@for_each(
    "endpoint, ids, body, was, standing",
    [
        ("moveSiteSpace", ["b"], space("after", "a"), space("after", "c"), AS_SENT),
        ("moveSiteSpace", ["c"], space("after", "a"), space("after", "b"), AS_BEFORE),
        ("moveSiteSpace", ["c"], space("after", "a"), {}, NEITHER),
        ("moveSiteSpace", ["c"], space("after", "a"), space("after", "d"), NEITHER),
        ("moveSiteSpace", ["b"], space("before", "d"), space("after", "a"), NEITHER),
        ("moveSiteSpace", ["a"], space("after", "d"), space("before", "b"), AS_BEFORE),
        ("moveSiteSpace", ["b"], space("before", "c"), BETWEEN_A_AND_B, AS_SENT),
        ("moveSiteSpace", ["d"], space("after", "a"), {"position": {}}, AS_BEFORE),
        ("moveSiteSpace", ["c"], TO_THE_END, BETWEEN_A_AND_B, AS_SENT),
        ("moveSiteSpace", ["a"], TO_THE_END, space("before", "b"), AS_BEFORE),
        ("moveSiteSpace", ["a"], TO_THE_END, space("before", "c"), NEITHER),
        ("moveSiteSpace", ["gone"], TO_THE_END, {}, GONE),
        ("moveSectionGroup", ["g0"], section("after", "sec0"), {}, AS_SENT),
        ("moveSectionGroup", ["g0"], section("before", "sec0"), section("after", "sec0"), AS_BEFORE),
        ("moveSectionGroup", ["g0"], TO_THE_END, section("before", "sec0"), AS_SENT),
        ("moveSectionGroup", ["g1"], TO_THE_END, {}, GONE),
        ("moveSectionGroup", ["g0"], section("after", "g1"), {}, GONE),
        ("moveSectionGroup", ["gone"], TO_THE_END, {}, GONE),
        ("addSection", ["g0"], {"sectionId": "sec1"}, {}, AS_SENT),
        ("addSection", ["g0"], {"sectionId": "sec0"}, {}, AS_BEFORE),
        ("addSection", ["g1"], {"sectionId": "sec1"}, {}, NEITHER),
        ("addSection", ["g1"], {"sectionId": "gone"}, {}, GONE),
        ("addSection", ["gone"], {"sectionId": "sec1"}, {}, GONE),
        ("removeSection", ["g0", "sec1"], {}, {}, AS_BEFORE),
        ("removeSection", ["g0", "sec0"], {}, {}, AS_SENT),
        ("removeSection", ["g0", "gone"], {}, {}, GONE),
        ("removeSection", ["gone", "sec0"], {}, {}, GONE),
    ],
)
def test_where_it_stands_tells(
    endpoint: str, ids: list[str], body: dict[str, Any], was: dict[str, Any], standing: Standing
) -> None:
    assert MOVES[endpoint](SITE, ids, body, was) is standing
