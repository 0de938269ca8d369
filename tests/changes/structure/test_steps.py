"""What a step of a structure is called."""

from changes.structure.steps import PlannedCalls
from changes.structure.tree import ROOT, SiteStructure, SpaceItem
from tests.loops import for_each

TITLES = {"g": "Goods", "a": "Guide", "b": "Rates", "c": "Terms", "d": "News"}


@for_each(
    "sections, called",
    [
        ("", "Create the group Goods"),
        ("a", "Create the group Goods with Guide"),
        ("abc", "Create the group Goods with Guide, Rates, and Terms"),
        ("abcd", "Create the group Goods with 4 sections"),
    ],
)
def test_a_new_group_says_which_sections_go_in(sections: str, called: str) -> None:
    calls = PlannedCalls("org", "site", "Docs", TITLES)
    assert calls.create_group("g", None, list(sections)).summary == called


@for_each("section, called", [("a", "Remove News from Guide"), (ROOT, "Remove News from Docs")])
def test_a_removal_says_from_where(section: str, called: str) -> None:
    calls = PlannedCalls("org", "site", "Docs", TITLES, SiteStructure(held={section: ["d"]}))
    assert calls.remove_space("d", SpaceItem("News", "news", None, "space_news")).summary == called
