"""What calls have made of a structure, however odd what they were put beside has become since."""

import json
from dataclasses import replace

from changes.structure.effect import effect_of
from changes.structure.service_moves import AttemptedCall
from changes.structure.tree import ROOT, GroupItem, SectionItem, SiteStructure, SpaceItem
from contract.publishing.section_groups import DELETE_SECTION_GROUP, MOVE_SECTION_GROUP
from contract.publishing.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE


def structure(**parts: object) -> SiteStructure:
    """Two groups and two sections, the second of which is in the second group."""
    made = SiteStructure(
        top=["g1", "s1", "g2"],
        members={"g1": [], "g2": ["s2"]},
        held={ROOT: [], "s1": ["p1"], "s2": []},
        groups={"g1": GroupItem("One"), "g2": GroupItem("Two")},
        sections={"s1": SectionItem("First"), "s2": SectionItem("Second")},
        spaces={"p1": SpaceItem("Page", "page")},
    )
    for name, value in parts.items():
        setattr(made, name, value)
    return made


def call(endpoint: str, *ids: str, became: dict[str, str] | None = None, **body: object) -> AttemptedCall:
    return AttemptedCall(endpoint, ("org", "site", *ids), json.dumps(body), done=True, became=became or {})


def test_a_group_beside_what_went_into_a_group_stays_at_the_top() -> None:
    base = structure()
    calls = [
        call(MOVE_SECTION_GROUP.name, "g1", position={"after": {"id": "s2"}}),
        call(DELETE_SECTION_GROUP.name, "g1"),
    ]
    assert "g1" in effect_of(calls[:1], base, base, {}, ended=False).top
    assert effect_of(calls, base, base, {}, ended=False).top == ["s1", "g2"]


def test_a_space_that_went_into_an_unknown_section_is_not_lost() -> None:
    base = structure()
    moved = call(MOVE_SITE_SPACE.name, "p1", became={"section": "gone"}, position={"after": {"siteSpace": "other"}})
    found = effect_of([moved], base, base, {}, ended=False)
    assert [spaces for spaces in found.held.values() if "p1" in spaces] != []


def test_a_space_that_the_draft_knows_under_no_id_keeps_the_title_of_its_call() -> None:
    base = structure()
    added = replace(call(ADD_SITE_SPACE.name, spaceId="space", sectionId="s2"), made="p2", title="Handbook")
    assert effect_of([added], base, base, {}, ended=False).spaces["p2"].title == "Handbook"
