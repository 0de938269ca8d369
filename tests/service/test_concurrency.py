"""Many writers at once: nothing that was answered is lost, doubled, or left between two places."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from contract.authoring.change_requests import CREATE_CHANGE_REQUEST, LIST_CHANGE_REQUESTS, MERGE_CHANGE_REQUEST
from contract.authoring.comments import CREATE_COMMENT, LIST_COMMENTS
from contract.authoring.custom_fields import (
    CREATE_CUSTOM_FIELD,
    GET_CUSTOM_FIELD_VALUES,
    UPDATE_CUSTOM_FIELD,
    UPDATE_CUSTOM_FIELD_VALUES,
)
from contract.organization.organizations import GET_ORGANIZATION, UPDATE_ORGANIZATION
from contract.publishing import site_spaces
from contract.publishing.section_groups import ADD_SECTION, MOVE_SECTION_GROUP, REMOVE_SECTION
from contract.publishing.sites import CREATE_SITE, GET_SITE, LIST_SITES, UPDATE_SITE
from contract.schema.endpoint import Endpoint
from service.identity.organizations import find_organization, save_organization
from service.storage.database import ServiceDatabase, database_url
from tests.loops import for_each
from tests.service.api_user import ApiResult, ApiUser
from tests.service.conftest import LARKFIELD
from tests.service.structures import default_of, sections_of
from tests.world import RunningService

pytestmark = pytest.mark.postgresql

WRITERS, ROUNDS = 8, 6
GUIDE = "space_guide"
DOCS, HELP = (LARKFIELD, "site_docs"), (LARKFIELD, "site_help")


def together(work: Callable[[int], Any], writers: int = WRITERS) -> list[Any]:
    """Run the work in threads, each with its number; what they return."""
    with ThreadPoolExecutor(writers) as threads:
        return [done.result() for done in [threads.submit(work, writer) for writer in range(writers)]]


Claim = tuple[Endpoint[Any], tuple[str, ...], Any]


def claims(alice: ApiUser) -> dict[str, list[Claim]]:
    """By what only one can have: who asks for it at the same time."""
    sites, shown = alice.asks(LIST_SITES, LARKFIELD).ids, alice.asks(site_spaces.LIST_SITE_SPACES, *HELP).ids
    groups = ["group_product", "group_developers"] * 2
    return {
        "a basename": [(UPDATE_SITE, (LARKFIELD, site), {"basename": "the-one"}) for site in sites],
        "a path": [(site_spaces.UPDATE_SITE_SPACE, (*HELP, each), {"path": "the-one"}) for each in shown],
        "a section": [(ADD_SECTION, (*DOCS, group), {"sectionId": "section_start"}) for group in groups],
        "the name of a field": [(CREATE_CUSTOM_FIELD, (LARKFIELD,), {"name": "same", "type": "text"})] * WRITERS,
        "the merge of a change request": [(MERGE_CHANGE_REQUEST, (GUIDE, "2"), None)] * WRITERS,
    }


@for_each("name", ["a basename", "a path", "a section", "the name of a field", "the merge of a change request"])
def test_what_one_can_have_goes_to_one(world: RunningService, alice: ApiUser, name: str) -> None:
    world.reset()
    asking = claims(alice)[name]

    def claim(writer: int) -> int:
        endpoint, ids, body = asking[writer]
        return alice.asks(endpoint, *ids, body=body).status

    won, *others = sorted(together(claim, len(asking)))
    assert (won in {200, 201}, others) == (True, [409] * (len(asking) - 1))


MADE: dict[str, tuple[Endpoint[Any], Endpoint[Any], str, Any]] = {
    "sites": (CREATE_SITE, LIST_SITES, LARKFIELD, {"title": "Kept"}),
    "comments": (CREATE_COMMENT, LIST_COMMENTS, GUIDE, {"body": {"markdown": "Kept"}}),
    "change requests": (CREATE_CHANGE_REQUEST, LIST_CHANGE_REQUESTS, GUIDE, {}),
}


@for_each("name", MADE)
def test_each_that_was_made_is_there_once(alice: ApiUser, name: str) -> None:
    making, listing, place, body = MADE[name]
    query = {"limit": "1000"} | ({"status": "draft"} if name == "change requests" else {})
    before = alice.asks(listing, place, **query).ids

    def make(_: int) -> list[ApiResult]:
        return [alice.asks(making, place, body=body) for _ in range(ROUNDS)]

    made = [each.json for answers in together(make) for each in answers]
    assert sorted(alice.asks(listing, place, **query).ids) == sorted([*before, *(each["id"] for each in made)])
    if name == "change requests":
        assert sorted(each["number"] for each in made) == list(range(7, 7 + WRITERS * ROUNDS))


def test_all_changes_that_do_not_touch_are_merged_whatever_the_order(alice: ApiUser) -> None:
    numbers = ("2", "6")
    assert together(lambda at: alice.asks(MERGE_CHANGE_REQUEST, GUIDE, numbers[at]).status, 2) == [200, 200]


def test_writers_of_different_fields_keep_each_others_changes(alice: ApiUser) -> None:
    fields: list[tuple[Endpoint[Any], tuple[str, ...], str, list[Any]]] = [
        (UPDATE_ORGANIZATION, (LARKFIELD,), "title", ["One", "Two"]),
        (UPDATE_ORGANIZATION, (LARKFIELD,), "sso", [True, False]),
        (UPDATE_ORGANIZATION, (LARKFIELD,), "ai", [True, False]),
        (UPDATE_SITE, HELP, "title", ["Help me", "Help"]),
        (UPDATE_SITE, HELP, "visibility", ["unlisted", "public"]),
        (UPDATE_SITE, HELP, "basename", ["help-me", "help-you"]),
    ]

    def write(writer: int) -> None:
        endpoint, ids, name, values = fields[writer]
        for written in values * (ROUNDS // 2):
            assert alice.asks(endpoint, *ids, body={name: written}).json[name] == written

    together(write, len(fields))
    for endpoint, read in ((UPDATE_ORGANIZATION, GET_ORGANIZATION), (UPDATE_SITE, GET_SITE)):
        own = [(ids, name, values[-1]) for writing, ids, name, values in fields if writing is endpoint]
        said = alice.asks(read, *own[0][0]).json
        assert [said[name] for _, name, _ in own] == [last for _, _, last in own]


def test_writers_of_different_values_keep_each_others(alice: ApiUser) -> None:
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
    assert [values[name] for name in names] == [ROUNDS - 1] * WRITERS


def test_two_programs_on_one_database_keep_each_others_changes(world: RunningService) -> None:
    databases = [ServiceDatabase(database_url(world.database.address)) for _ in range(2)]

    def count_up(writer: int) -> None:
        for _ in range(ROUNDS):
            with databases[writer % 2].writing() as connection:
                fields = find_organization(connection, LARKFIELD)
                counted = int(str(fields.get("counted", 0))) + 1
                save_organization(connection, {**fields, "counted": counted}, None)

    together(count_up)
    with databases[0].reading() as connection:
        assert find_organization(connection, LARKFIELD)["counted"] == WRITERS * ROUNDS
    for database in databases:
        database.close()


def test_sections_and_site_spaces_that_come_move_and_go_at_once_are_each_there_once(alice: ApiUser) -> None:
    """Others read meanwhile, and see as many sites as there are."""
    sections = sorted(section for section, _ in sections_of(alice))
    spaces = ["space_api", "space_handbook", "space_partners", "space_warehouse"]

    def arrange(writer: int) -> None:
        chance = random.Random(writer)  # noqa: S311 - the same numbers each time
        for _ in range(ROUNDS):
            group, section = chance.choice(["group_product", "group_developers"]), f"section_{chance.choice(sections)}"
            beside = {"before": {"type": "site-section", "id": section}}
            alice.asks(ADD_SECTION, *DOCS, group, body={"sectionId": section})
            alice.asks(MOVE_SECTION_GROUP, *DOCS, group, body={"position": beside})
            alice.asks(REMOVE_SECTION, *DOCS, group, section)
            added = alice.asks(site_spaces.ADD_SITE_SPACE, *HELP, body={"spaceId": chance.choice(spaces)})
            shown = alice.asks(site_spaces.LIST_SITE_SPACES, *HELP).ids
            after = {"after": {"type": "site-space", "siteSpace": chance.choice(shown)}}
            alice.asks(site_spaces.MOVE_SITE_SPACE, *HELP, chance.choice(shown), body={"position": after})
            if added.status == 201:
                alice.asks(site_spaces.REMOVE_SITE_SPACE, *HELP, chance.choice(shown))
            assert alice.asks(LIST_SITES, LARKFIELD).json["count"] == 7

    together(arrange)
    assert sorted(section for section, _ in sections_of(alice)) == sections
    left = alice.asks(site_spaces.LIST_SITE_SPACES, *HELP).json["items"]
    assert len({each["space"]["id"] for each in left}) == len({each["path"] for each in left}) == len(left)
    assert alice.asks(GET_SITE, *HELP).json["siteSpaces"] == len(left)
    assert len(default_of(alice, "site_help")) == (1 if left else 0)


def test_an_option_is_not_taken_away_from_whoever_chooses_it_meanwhile(alice: ApiUser) -> None:
    options = ["Customers", "Carriers", "Developers", "Employees"]
    alice.asks(UPDATE_CUSTOM_FIELD, LARKFIELD, "audience", body={"options": [*options, "Press"]})

    def work(writer: int) -> int:
        if writer == 0:
            return alice.asks(UPDATE_CUSTOM_FIELD, LARKFIELD, "audience", body={"options": options}).status
        given = {"values": {"audience": {"value": ["Press"]}}}
        return alice.asks(UPDATE_CUSTOM_FIELD_VALUES, "space_releases", body=given).status

    taken, *_ = together(work)
    read = alice.asks(GET_CUSTOM_FIELD_VALUES, "space_releases").json[1]
    assert ("Press" in read["customField"]["options"]) == (read.get("value") == ["Press"])
    assert taken == (409 if read.get("value") == ["Press"] else 200)
