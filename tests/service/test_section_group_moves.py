"""Where a group of sections can be put."""

from itertools import permutations
from typing import Any

from contract.publishing.section_groups import LIST_SECTION_GROUPS, MOVE_SECTION_GROUP
from service.storage.database import ServiceDatabase
from tests.loops import for_each
from tests.service.api_user import ApiResult, ApiUser
from tests.service.conftest import LARKFIELD
from tests.service.structures import add_group, add_section, sections_of
from tests.world import RunningService

DOCS = (LARKFIELD, "site_docs")
START, RELEASES = ("start", None), ("releases", None)
GUIDE, WAREHOUSE, API = ("guide", "group_product"), ("warehouse", "group_product"), ("api", "group_developers")


KIND = "position.{}: is a %s, not a %s."


def section(id_: str) -> dict[str, str]:
    return {"type": "site-section", "id": f"section_{id_}"}


def group(id_: str) -> dict[str, str]:
    return {"type": "site-section-group", "id": f"group_{id_}"}


def move(person: ApiUser, moved: str, **position: Any) -> ApiResult:  # noqa: ANN401 - whatever is sent
    return person.asks(MOVE_SECTION_GROUP, *DOCS, moved, body={"position": position})


@for_each(
    "position, expected",
    [
        ({"before": section("start")}, [API, START, GUIDE, WAREHOUSE, RELEASES]),
        ({"after": section("start")}, [START, API, GUIDE, WAREHOUSE, RELEASES]),
        ({"before": group("product")}, [START, API, GUIDE, WAREHOUSE, RELEASES]),
        ({"after": group("product")}, [START, GUIDE, WAREHOUSE, API, RELEASES]),
        ({"before": section("releases")}, [START, GUIDE, WAREHOUSE, API, RELEASES]),
        ({"after": section("releases")}, [START, GUIDE, WAREHOUSE, RELEASES, API]),
        ({"before": group("product"), "after": section("start")}, [START, API, GUIDE, WAREHOUSE, RELEASES]),
        ({"before": section("releases"), "after": group("product")}, [START, GUIDE, WAREHOUSE, API, RELEASES]),
        ({}, [START, GUIDE, WAREHOUSE, RELEASES, API]),
    ],
)
def test_a_group_goes_where_it_is_put(
    world: RunningService, alice: ApiUser, position: dict[str, Any], expected: list[Any]
) -> None:
    world.reset()
    before = alice.asks(LIST_SECTION_GROUPS, *DOCS).json["items"]
    assert move(alice, "group_developers", **position).json == before[1]
    assert sections_of(alice) == expected


def test_two_that_are_not_neighbours_are_refused(alice: ApiUser) -> None:
    for before, after in permutations([section("start"), group("product"), section("releases")], 2):
        moved = move(alice, "group_developers", before=before, after=after)
        neighbours = (before, after) in [(group("product"), section("start")), (section("releases"), group("product"))]
        assert moved.status == (200 if neighbours else 400)
    assert move(alice, "group_product", before=section("start"), after=section("start")).status == 400


@for_each("name", ["before", "after"])
@for_each(
    "pointer, status, said",
    [
        (group("developers"), 400, "position: is beside the group itself. Name another group or a section."),
        (section("guide"), 400, "position.{}: is in a group. Name the group, group_product, instead of the section."),
        (section("start") | {"type": "site-section-group"}, 400, KIND % ("site-section", "site-section-group")),
        (group("product") | {"type": "site-section"}, 400, KIND % ("site-section-group", "site-section")),
        (section("other"), 400, "position.{}: belongs to another site."),
        (group("other"), 400, "position.{}: belongs to another site."),
        (section("abroad"), 404, "position.{}: There is none with this id."),
        (section("unknown"), 404, "position.{}: There is none with this id."),
        (group("unknown"), 404, "position.{}: There is none with this id."),
    ],
)
def test_a_pointer_leads_to_what_stands_beside_it(
    world: RunningService,
    alice: ApiUser,
    database: ServiceDatabase,
    name: str,
    pointer: dict[str, str],
    status: int,
    said: str,
) -> None:
    world.reset()
    add_section(database, "site_help", "section_other")
    add_section(database, "site_patients", "section_abroad")
    add_group(database, "site_help", "group_other")
    refused = move(alice, "group_developers", **{name: pointer})
    assert (refused.status, refused.message) == (status, said.format(name))
    assert sections_of(alice) == [START, GUIDE, WAREHOUSE, API, RELEASES]
