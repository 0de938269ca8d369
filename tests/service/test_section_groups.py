"""Groups of sections: what they hold, and what becomes of sections that leave."""

from contract.publishing import section_groups
from contract.publishing.sites import GET_PUBLISHED
from service.storage.database import ServiceDatabase
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD
from tests.service.structures import add_section, sections_of
from tests.world import RunningService

DOCS = (LARKFIELD, "site_docs")
START, RELEASES = ("start", None), ("releases", None)
GUIDE, WAREHOUSE, API = ("guide", "group_product"), ("warehouse", "group_product"), ("api", "group_developers")


def groups(person: ApiUser) -> dict[str, list[str]]:
    """The ids of the sections that each group of the listing holds."""
    listed = person.asks(section_groups.LIST_SECTION_GROUPS, *DOCS).json["items"]
    return {each["id"]: [section["id"] for section in each["sections"]] for each in listed}


def test_groups_are_listed_as_they_are_published(charlie: ApiUser) -> None:
    assert groups(charlie) == {
        "group_product": ["section_guide", "section_warehouse"],
        "group_developers": ["section_api"],
    }

    listed = charlie.asks(section_groups.LIST_SECTION_GROUPS, *DOCS).json["items"]
    shown = charlie.asks(GET_PUBLISHED, *DOCS).json["structure"]["structure"]
    grouped = [section for section in shown if "sectionGroup" in section]
    assert [section for group in listed for section in group["sections"]] == grouped


def test_a_group_is_made_at_the_end_of_the_site(alice: ApiUser) -> None:
    body = {"title": "More", "icon": "star", "sections": ["section_releases", "section_start"]}
    made = alice.asks(section_groups.CREATE_SECTION_GROUP, *DOCS, body=body).json
    assert (made["title"], made["icon"]) == ("More", "star")
    assert alice.asks(section_groups.LIST_SECTION_GROUPS, *DOCS).json["items"][-1] == made
    assert sections_of(alice) == [GUIDE, WAREHOUSE, API, ("releases", made["id"]), ("start", made["id"])]


@for_each("icon", [{}, {"icon": None}])
def test_a_group_may_be_empty_and_without_an_icon(alice: ApiUser, icon: dict[str, None]) -> None:
    made = alice.asks(section_groups.CREATE_SECTION_GROUP, *DOCS, body={"title": "x" * 100, **icon}).json
    assert made == {"object": "site-section-group", "id": made["id"], "title": "x" * 100, "sections": []}


def test_a_section_is_in_one_group_at_most(alice: ApiUser) -> None:
    body = {"title": "x", "sections": ["section_start", "section_api"]}
    refused = alice.asks(section_groups.CREATE_SECTION_GROUP, *DOCS, body=body)
    assert refused.status == 409
    assert refused.message == "sections: section_api is in the group group_developers. Remove it there first."
    for group in groups(alice):
        assert alice.asks(section_groups.ADD_SECTION, *DOCS, group, body={"sectionId": "section_api"}).status == 409
    assert sections_of(alice) == [START, GUIDE, WAREHOUSE, API, RELEASES]


@for_each("site, status", [("site_help", 400), ("site_patients", 404), (None, 404)])
def test_a_group_holds_sections_of_its_site_alone(
    world: RunningService, alice: ApiUser, database: ServiceDatabase, site: str | None, status: int
) -> None:
    world.reset()
    if site is not None:
        add_section(database, site, "section_other")
    refused = alice.asks(section_groups.CREATE_SECTION_GROUP, *DOCS, body={"title": "x", "sections": ["section_other"]})
    assert (refused.status, refused.message.split(":")[0]) == (status, "sections")
    refused = alice.asks(section_groups.ADD_SECTION, *DOCS, "group_product", body={"sectionId": "section_other"})
    assert (refused.status, refused.message.split(":")[0]) == (status, "sectionId")


def test_an_added_section_is_the_last_of_its_group(alice: ApiUser) -> None:
    added = alice.asks(section_groups.ADD_SECTION, *DOCS, "group_product", body={"sectionId": "section_start"}).json
    assert alice.asks(section_groups.LIST_SECTION_GROUPS, *DOCS).json["items"][0] == added
    assert sections_of(alice) == [GUIDE, WAREHOUSE, ("start", "group_product"), API, RELEASES]


def test_a_removed_section_stands_directly_after_its_group(alice: ApiUser) -> None:
    assert alice.asks(section_groups.REMOVE_SECTION, *DOCS, "group_product", "section_guide").status == 205
    assert sections_of(alice) == [START, WAREHOUSE, ("guide", None), API, RELEASES]


def test_only_what_a_group_holds_is_removed_from_it(alice: ApiUser) -> None:
    for section in ("section_api", "section_start"):
        refused = alice.asks(section_groups.REMOVE_SECTION, *DOCS, "group_product", section)
        assert (refused.status, refused.message) == (404, "This group holds no section with this id.")
    assert sections_of(alice) == [START, GUIDE, WAREHOUSE, API, RELEASES]


def test_the_sections_of_a_deleted_group_stay_where_they_stood(alice: ApiUser) -> None:
    assert alice.asks(section_groups.DELETE_SECTION_GROUP, *DOCS, "group_product").status == 205
    assert sections_of(alice) == [START, ("guide", None), ("warehouse", None), API, RELEASES]
    assert list(groups(alice)) == ["group_developers"]
    assert alice.asks(section_groups.DELETE_SECTION_GROUP, *DOCS, "group_product").status == 404


def test_a_section_is_named_once(alice: ApiUser) -> None:
    body = {"title": "x", "sections": ["section_start", "section_start"]}
    refused = alice.asks(section_groups.CREATE_SECTION_GROUP, *DOCS, body=body)
    assert (refused.status, refused.message.partition(":")[0]) == (400, "sections")
    assert len(groups(alice)) == 2
