"""Arranging a real site through a service that moves things in each of the ways that the contract leaves open."""

import pytest

from masthead.store.bulk.steps import BulkChange
from masthead.structure.actions import (
    SECTION,
    MoveTarget,
    add_space,
    edit_space,
    make_home,
    move_items,
    name_group,
)
from masthead.structure.tree import SiteStructure
from tests.loops import for_each
from tests.structure.desk import DOCS, HELP, Desk, Draw, NewDesk, moved, shape
from tests.words import words

START, GUIDE, WAREHOUSE, API, RELEASES = (
    f"section_{name}" for name in ("start", "guide", "warehouse", "api", "releases")
)
PRODUCT, DEVELOPERS = "group_product", "group_developers"


WHAT_CAN_MOVE: dict[str, tuple[str, Draw]] = {
    "a space among its siblings": (HELP, moved("sitespace_help_start", where="last")),
    "a space into another section": (DOCS, moved("sitespace_docs_partners", where="into", to=f"{SECTION}{API}")),
    "a space into another section, first": (
        DOCS,
        moved("sitespace_docs_partners", where="before", to="sitespace_docs_api"),
    ),
    "a section between groups": (DOCS, moved(WAREHOUSE, where="into", to=f"group:{DEVELOPERS}")),
    "a section within its group": (DOCS, moved(WAREHOUSE, where="first")),
    "a group among sections": (DOCS, moved(DEVELOPERS, where="before", to=RELEASES)),
    "a group last": (DOCS, moved(PRODUCT, where="last")),
}
SWITCHES: dict[str, dict[str, object]] = {
    "as usual": {},
    "after or before, not both": {"moveTakes": "one"},
    "before only": {"moveTakes": "before"},
    "after only": {"moveTakes": "after"},
    "both": {"moveTakes": "both"},
    "nobody listens": {"moveTakes": "append"},
    "sections stay": {"moveChangesSection": False},
    "groups beside sections alone": {"moveBesideGroups": False},
    "added sections come first": {"addedSections": "prepend"},
}
# Such a service refuses calls that mean something else there, or does something else: the bulk change says so.
SAID = {"before only", "after only", "both", "nobody listens", "sections stay", "added sections come first"}


# Which moves a switch has to do with.
ABOUT = {
    "sections stay": "a space",
    "groups beside sections alone": "a group",
    "added sections come first": "a section",
}


@pytest.mark.parametrize("kind", SWITCHES)
@for_each("what", WHAT_CAN_MOVE)
@pytest.mark.exhaustive
def test_everything_gets_where_it_is_wanted_or_it_is_said_that_it_cannot(
    new_desk: NewDesk, kind: str, what: str
) -> None:
    if not what.startswith(ABOUT.get(kind, "")):
        return
    desk, (site, draw) = new_desk(), WHAT_CAN_MOVE[what]
    wanted = draw(desk.live(site))
    desk.service.turn(**SWITCHES[kind])
    bulk = desk.arrange(draw, site)
    there = shape(desk.live(site)) == shape(wanted)
    assert there == (bulk.finished_at is not None and words(bulk.differences) == ())
    assert there or kind in SAID, words(bulk.differences)


def everything(base: SiteStructure) -> SiteStructure:
    """All that a draft can hold at once."""
    draft = name_group(base, "", "For partners", "people")
    draft = move_items(draft, [RELEASES], MoveTarget("into", "group:new-1"))
    draft = move_items(draft, [WAREHOUSE], MoveTarget("into", f"group:{DEVELOPERS}"))
    draft = move_items(draft, ["sitespace_docs_partners"], MoveTarget("before", "sitespace_docs_api"))
    draft = edit_space(draft, "sitespace_docs_guide", "reference", "visitor.claims.isBetaUser")
    draft = edit_space(draft, "sitespace_docs_releases", "news", None)
    draft = name_group(draft, PRODUCT, "Products", "")
    draft = add_space(draft, "space_handbook", "Handbook", START)
    draft = make_home(draft, "sitespace_docs_guide")
    return move_items(draft, ["new-1"], MoveTarget("first"))


def test_a_draft_of_everything_is_brought_about_and_taken_back(desk: Desk) -> None:
    before = shape(desk.live())
    wanted = everything(desk.live())
    bulk = desk.arrange(everything)
    after = desk.live()
    assert words(bulk.differences) == ()
    assert [after.groups[id_].title for id_ in after.top if id_ in after.groups] == [
        "For partners",
        "Products",
        "Developers",
    ]
    assert shape(after)["held"] == shape(wanted)["held"]
    assert (after.default_section, after.default_space) == (GUIDE, "sitespace_docs_guide")
    assert after.spaces["sitespace_docs_guide"].condition == "visitor.claims.isBetaUser"
    undone = desk.undone(bulk)
    assert words(undone.differences) == ()
    assert shape(desk.live()) == before


def test_paths_change_places_through_a_path_that_nobody_wants(desk: Desk) -> None:
    def swap(base: SiteStructure) -> SiteStructure:
        first, second = "sitespace_help_start", "sitespace_help_guide"
        paths = base.spaces[first].path, base.spaces[second].path
        draft = edit_space(edit_space(base, first, "aside", None), second, paths[0], None)
        return edit_space(draft, first, paths[1], None)

    wanted = shape(swap(desk.live(HELP)))
    assert words(desk.arrange(swap, HELP).differences) == ()
    assert shape(desk.live(HELP)) == wanted
    assert len(desk.writes) == 3


def test_a_section_that_a_group_refuses_goes_back_by_an_undo(desk: Desk) -> None:
    path = f"/v1/**/section-groups/{DEVELOPERS}/sections"
    desk.service.turn(faults=[{"fault": "status", "status": 403, "method": "POST", "path": path}])
    before = shape(desk.live())
    bulk = desk.arrange(moved(WAREHOUSE, where="into", to=f"group:{DEVELOPERS}"))
    assert bulk.is_stuck
    desk.undone(bulk)
    assert shape(desk.live()) == before


def test_each_step_names_a_group_as_it_is_called_by_then(desk: Desk) -> None:
    joins = moved(RELEASES, where="into", to=f"group:{DEVELOPERS}")
    bulk = desk.arrange(lambda base: name_group(joins(base), DEVELOPERS, "Builders", ""))
    assert summaries(desk, bulk) == [
        "Rename the group Developers to Builders, and change its icon",
        "Add the section Release notes to the group Builders",
    ]
    assert summaries(desk, desk.undone(bulk))[:2] == [
        "Rename the group Builders to Developers, and change its icon",
        "Remove the section Release notes from the group Developers",
    ]


def summaries(desk: Desk, bulk: BulkChange) -> list[str]:
    return [step.intent.summary for step in desk.bulk_changes.steps(bulk)]
