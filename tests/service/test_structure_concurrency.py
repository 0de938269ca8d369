"""Many people who arrange the same things at once: nothing gets lost, doubled, or left between two places."""

import random

import pytest

from contract.authoring.custom_fields import (
    CREATE_CUSTOM_FIELD,
    GET_CUSTOM_FIELD_VALUES,
    UPDATE_CUSTOM_FIELD,
    UPDATE_CUSTOM_FIELD_VALUES,
)
from contract.publishing.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    LIST_SECTION_GROUPS,
    MOVE_SECTION_GROUP,
)
from contract.publishing.section_groups import REMOVE_SECTION as LET_GO
from contract.publishing.site_spaces import (
    ADD_SITE_SPACE,
    LIST_SITE_SPACES,
    MOVE_SITE_SPACE,
    REMOVE_SITE_SPACE,
    UPDATE_SITE_SPACE,
)
from contract.publishing.sites import GET_SITE
from tests.service.conftest import LARKFIELD
from tests.service.person import Person
from tests.service.structures import default_of, sections_of
from tests.service.test_concurrency import ROUNDS, WRITERS, together

pytestmark = pytest.mark.postgresql

DOCS, HELP = (LARKFIELD, "site_docs"), (LARKFIELD, "site_help")


def test_a_section_is_taken_by_one_group(alice: Person) -> None:
    groups = [alice.asks(CREATE_SECTION_GROUP, *DOCS, body={"title": f"G{n}"}).json["id"] for n in range(WRITERS)]
    statuses: list[int] = []

    def take(writer: int) -> None:
        statuses.append(alice.asks(ADD_SECTION, *DOCS, groups[writer], body={"sectionId": "section_start"}).status)

    together(take)
    assert sorted(statuses) == [201] + [409] * (WRITERS - 1)
    held = [group["id"] for group in alice.asks(LIST_SECTION_GROUPS, *DOCS).json["items"] if group["id"] in groups]
    assert len(held) == WRITERS
    assert dict(sections_of(alice))["start"] in groups


def test_groups_and_sections_that_move_at_once_are_each_there_once(alice: Person) -> None:
    before = sorted(section for section, _ in sections_of(alice))

    def arrange(writer: int) -> None:
        chance = random.Random(writer)  # noqa: S311 - the same numbers each time
        for _ in range(ROUNDS):
            group = chance.choice(["group_product", "group_developers"])
            section = f"section_{chance.choice(before)}"
            alice.asks(ADD_SECTION, *DOCS, group, body={"sectionId": section})
            anchor = {"type": "site-section", "id": section}
            alice.asks(MOVE_SECTION_GROUP, *DOCS, group, body={"position": {"before": anchor}})
            alice.asks(LET_GO, *DOCS, group, section)

    together(arrange)
    assert sorted(section for section, _ in sections_of(alice)) == before


def test_site_spaces_that_come_move_and_go_at_once_leave_one_default(alice: Person) -> None:
    spaces = ["space_api", "space_handbook", "space_partners", "space_warehouse"]

    def arrange(writer: int) -> None:
        chance = random.Random(writer)  # noqa: S311 - the same numbers each time
        for _ in range(ROUNDS // 2):
            added = alice.asks(ADD_SITE_SPACE, *HELP, body={"spaceId": chance.choice(spaces)})
            shown = alice.asks(LIST_SITE_SPACES, *HELP).ids
            anchor = {"type": "site-space", "siteSpace": chance.choice(shown)}
            alice.asks(MOVE_SITE_SPACE, *HELP, chance.choice(shown), body={"position": {"after": anchor}})
            if added.status == 201:
                alice.asks(REMOVE_SITE_SPACE, *HELP, chance.choice(shown))

    together(arrange)
    left = alice.asks(LIST_SITE_SPACES, *HELP).json["items"]
    assert len({each["space"]["id"] for each in left}) == len({each["path"] for each in left}) == len(left)
    assert alice.asks(GET_SITE, *HELP).json["siteSpaces"] == len(left)
    assert len(default_of(alice, "site_help")) == (1 if left else 0)


def test_two_site_spaces_never_get_one_path(alice: Person) -> None:
    shown = alice.asks(LIST_SITE_SPACES, *HELP).ids
    statuses: list[int] = []

    def claim(writer: int) -> None:
        site_space = shown[writer % len(shown)]
        statuses.append(alice.asks(UPDATE_SITE_SPACE, *HELP, site_space, body={"path": "the-one"}).status)

    together(claim)
    paths = [each["path"] for each in alice.asks(LIST_SITE_SPACES, *HELP).json["items"]]
    assert paths.count("the-one") == 1
    assert set(statuses) == {200, 409}


def test_one_name_makes_one_field(alice: Person) -> None:
    statuses: list[int] = []
    body = {"name": "same", "type": "text"}
    together(lambda _: statuses.append(alice.asks(CREATE_CUSTOM_FIELD, LARKFIELD, body=body).status))
    assert sorted(statuses) == [201] + [409] * (WRITERS - 1)


def test_writers_of_different_values_keep_each_others(alice: Person) -> None:
    names = [f"field-{writer}" for writer in range(WRITERS)]
    for name in names:
        alice.asks(CREATE_CUSTOM_FIELD, LARKFIELD, body={"name": name, "type": "number"})

    def write(writer: int) -> None:
        for turn in range(ROUNDS):
            body = {"values": {names[writer]: {"value": turn}}}
            assert alice.asks(UPDATE_CUSTOM_FIELD_VALUES, "space_start", body=body).status == 204

    together(write)
    read = alice.asks(GET_CUSTOM_FIELD_VALUES, "space_start").json
    values = {each["customField"]["name"]: each.get("value") for each in read}
    assert {name: values[name] for name in names} == dict.fromkeys(names, ROUNDS - 1)


def test_an_option_is_not_taken_away_from_whoever_chooses_it_meanwhile(alice: Person) -> None:
    answers: dict[str, int] = {}

    def work(writer: int) -> None:
        if writer == 0:
            body = {"options": ["Customers", "Carriers", "Developers", "Employees", "Press"]}
            alice.asks(UPDATE_CUSTOM_FIELD, LARKFIELD, "audience", body=body)
            body["options"].remove("Press")
            answers["taken"] = alice.asks(UPDATE_CUSTOM_FIELD, LARKFIELD, "audience", body=body).status
        else:
            given = {"values": {"audience": {"value": ["Press"]}}}
            alice.asks(UPDATE_CUSTOM_FIELD_VALUES, "space_releases", body=given)

    together(work)
    read = alice.asks(GET_CUSTOM_FIELD_VALUES, "space_releases").json[1]
    assert ("Press" in read["customField"]["options"]) == (read.get("value") == ["Press"])
    assert answers["taken"] == (409 if read.get("value") == ["Press"] else 200)
