"""The spaces of a site: linking, settings, removal, and what a site opens with."""

from typing import Any

from contract.publishing.site_spaces import ADD_SITE_SPACE, LIST_SITE_SPACES, REMOVE_SITE_SPACE, UPDATE_SITE_SPACE
from contract.publishing.sites import GET_PUBLISHED, GET_SITE, LIST_SITES, UPDATE_SITE
from service.storage.database import ServiceDatabase
from tests.loops import for_each
from tests.service.api_user import ApiResult, ApiUser
from tests.service.conftest import LARKFIELD
from tests.service.structures import add_section, default_of, sections_of, site_spaces_of
from tests.world import RunningService

DOCS, HELP = (LARKFIELD, "site_docs"), (LARKFIELD, "site_help")


def add(person: ApiUser, site: str, space: str, **body: Any) -> ApiResult:  # noqa: ANN401 - whatever is sent
    return person.asks(ADD_SITE_SPACE, LARKFIELD, site, body={"spaceId": space, **body})


def test_the_listing_says_what_the_published_site_says(charlie: ApiUser) -> None:
    published = charlie.asks(GET_PUBLISHED, *HELP).json["structure"]["structure"]
    assert charlie.asks(LIST_SITE_SPACES, *HELP).json == {"items": published, "count": 3}
    in_sections = charlie.asks(GET_PUBLISHED, *DOCS).json["structure"]["structure"]
    spaces = [each for section in in_sections for each in section["siteSpaces"]]
    assert charlie.asks(LIST_SITE_SPACES, *DOCS).json == {"items": spaces, "count": 6}
    assert charlie.asks(LIST_SITE_SPACES, *DOCS, default="true").json["items"] == spaces[:1]
    assert charlie.asks(LIST_SITE_SPACES, *DOCS, default="false").json["items"] == spaces[1:]


def test_the_key_of_an_active_share_link_opens_the_addresses(charlie: ApiUser) -> None:
    partners = (LARKFIELD, "site_partners")
    (closed,) = charlie.asks(LIST_SITE_SPACES, *partners).json["items"]
    assert closed["urls"] == {}
    for key in ("", "x", "fair-x8d4w1zn"):
        assert charlie.asks(LIST_SITE_SPACES, *partners, shareKey=key).json["items"] == [closed]
    key = "carriers-7f3k9q2m"
    published = charlie.asks(GET_PUBLISHED, *partners, shareKey=key).json["structure"]["structure"]
    assert published[0]["urls"]["published"].endswith(f"/partners/{key}")
    assert charlie.asks(LIST_SITE_SPACES, *partners, shareKey=key).json["items"] == published


def test_a_space_is_added_where_it_belongs(alice: ApiUser) -> None:
    added = add(alice, "site_help", "space_api").json
    assert (added["title"], added["path"], added["default"]) == ("API reference", "api-reference", False)
    assert added["space"]["id"] == "space_api"
    assert "section" not in added
    assert added["urls"] == {"published": "https://help.larkfield.example/api-reference"}
    assert alice.asks(LIST_SITE_SPACES, *HELP).json["items"][-1] == added
    assert alice.asks(GET_PUBLISHED, *HELP).json["structure"]["structure"][-1] == added

    added = add(alice, "site_docs", "space_handbook").json
    assert (added["section"], added["default"]) == ("section_start", False)
    assert site_spaces_of(alice, "section_start") == ["sitespace_docs_start", added["id"]]
    alice.asks(UPDATE_SITE, *DOCS, body={"defaultSiteSection": "section_releases"})
    alice.asks(REMOVE_SITE_SPACE, *DOCS, added["id"])
    assert add(alice, "site_docs", "space_handbook").json["section"] == "section_releases"


def test_the_site_counts_its_spaces(alice: ApiUser) -> None:
    before = alice.asks(GET_SITE, *HELP).json
    added = add(alice, "site_help", "space_api").json["id"]
    assert alice.asks(GET_SITE, *HELP).json == before | {"siteSpaces": 4}
    assert alice.asks(LIST_SITES, LARKFIELD, space="space_api").ids == ["site_docs", "site_help", "site_preview"]
    alice.asks(REMOVE_SITE_SPACE, *HELP, added)
    assert alice.asks(GET_SITE, *HELP).json == before


def test_the_first_space_of_an_empty_site_is_its_default(alice: ApiUser) -> None:
    added = add(alice, "site_incidents", "space_guide").json
    assert added["default"] is True
    assert added["urls"] == {}  # the site is not published
    assert add(alice, "site_incidents", "space_api").json["default"] is False
    assert default_of(alice, "site_incidents") == [added["id"]]


def test_a_site_shows_a_space_once(alice: ApiUser) -> None:
    for section in ({}, {"sectionId": "section_api"}):
        refused = add(alice, "site_docs", "space_guide", **section)
        assert (refused.status, refused.message) == (409, "spaceId: the site shows this space already.")
    assert alice.asks(GET_SITE, *DOCS).json["siteSpaces"] == 6


@for_each("space", ["space_unknown", "space_visits", ""])
def test_only_a_space_of_the_organization_is_added(alice: ApiUser, space: str) -> None:
    refused = add(alice, "site_help", space)
    assert (refused.status, refused.message) == (404, "spaceId: No space of this organization has this id.")


@for_each("site, status", [("site_help", 400), ("site_patients", 404), (None, 404)])
def test_only_a_section_of_the_site_takes_it(
    world: RunningService, alice: ApiUser, database: ServiceDatabase, site: str | None, status: int
) -> None:
    world.reset()
    if site is not None:
        add_section(database, site, "section_other")
    refused = add(alice, "site_docs", "space_handbook", sectionId="section_other")
    assert refused.status == status
    assert refused.message.startswith("sectionId: ")


def test_a_path_is_taken_once_in_a_section(alice: ApiUser) -> None:
    refused = alice.asks(UPDATE_SITE_SPACE, *HELP, "sitespace_help_guide", body={"path": "news"})
    assert (refused.status, refused.message) == (409, "path: another space beside it has the path “news”.")
    refused = alice.asks(UPDATE_SITE_SPACE, *DOCS, "sitespace_docs_partners", body={"path": "guide"})
    assert refused.status == 409
    elsewhere = alice.asks(UPDATE_SITE_SPACE, *DOCS, "sitespace_docs_partners", body={"path": "reference"})
    assert elsewhere.json["path"] == "reference"

    alice.asks(UPDATE_SITE_SPACE, *HELP, "sitespace_help_guide", body={"path": "api-reference"})
    assert add(alice, "site_help", "space_api").json["path"] == "api-reference-2"


def test_a_removed_site_space_is_nowhere_and_its_space_stays(alice: ApiUser) -> None:
    assert alice.asks(REMOVE_SITE_SPACE, *HELP, "sitespace_help_guide").status == 205
    assert alice.asks(LIST_SITE_SPACES, *HELP).ids == ["sitespace_help_start", "sitespace_help_releases"]
    assert alice.asks(UPDATE_SITE_SPACE, *HELP, "sitespace_help_guide", body={}).status == 404
    assert add(alice, "site_help", "space_guide").status == 201


def test_the_next_site_space_takes_over_as_the_default(alice: ApiUser) -> None:
    for gone, default in [
        ("sitespace_help_start", ["sitespace_help_guide"]),
        ("sitespace_help_guide", ["sitespace_help_releases"]),
        ("sitespace_help_releases", []),
    ]:
        alice.asks(REMOVE_SITE_SPACE, *HELP, gone)
        assert default_of(alice, "site_help") == default


def test_an_emptied_default_section_hands_over_to_the_first_with_spaces(alice: ApiUser) -> None:
    alice.asks(REMOVE_SITE_SPACE, *DOCS, "sitespace_docs_start")
    assert default_of(alice, "site_docs") == ["sitespace_docs_guide"]
    assert [section for section, _ in sections_of(alice)] == ["start", "guide", "warehouse", "api", "releases"]
    for left in ("guide", "partners", "warehouse", "api", "releases"):
        assert len(default_of(alice, "site_docs")) == 1
        alice.asks(REMOVE_SITE_SPACE, *DOCS, f"sitespace_docs_{left}")
    assert default_of(alice, "site_docs") == []
    assert alice.asks(GET_SITE, *DOCS).json["siteSpaces"] == 0
