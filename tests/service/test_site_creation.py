"""New sites."""

from contract.organization.organizations import SEARCH_ORGANIZATION
from contract.publishing.site import SITE_TYPES, VISIBILITIES
from contract.publishing.sites import CREATE_SITE, GET_SITE, LIST_SITES
from tests.loops import for_each
from tests.service.conftest import LARKFIELD, NOW_WRITTEN
from tests.service.person import Person
from tests.world import RunningService


def test_a_site_that_nothing_is_said_of_has_defaults(alice: Person) -> None:
    made = alice.asks(CREATE_SITE, LARKFIELD, body={}).json
    said = {name: value for name, value in made.items() if name not in {"id", "urls"}}
    assert said == {
        "object": "site",
        "type": "basic",
        "title": "Untitled site",
        "visibility": "public",
        "published": False,
        "siteSpaces": 0,
        "createdAt": NOW_WRITTEN,
        "adaptiveContent": {"enabled": False},
        "agentsContext": "included",
        "features": [],
    }
    assert made["urls"].keys() == {"location", "app"}
    assert alice.asks(GET_SITE, LARKFIELD, made["id"]).json == made


@for_each(
    "given",
    [
        *({"type": each} for each in SITE_TYPES),
        *({"visibility": each} for each in VISIBILITIES),
        {"title": "ab"},
        {"title": "x" * 128},
        {"title": "多言語 🚚"},
        {"title": 'quote " backslash \\ \u0001 control'},
    ],
)
def test_what_is_given_is_kept(alice: Person, given: dict[str, str]) -> None:
    made = alice.asks(CREATE_SITE, LARKFIELD, body=given).json
    assert given.items() <= made.items()
    assert alice.asks(GET_SITE, LARKFIELD, made["id"]).json == made


def test_two_sites_never_share_an_id(alice: Person) -> None:
    ids = {alice.asks(CREATE_SITE, LARKFIELD, body={}).json["id"] for _ in range(20)}
    assert len(ids) == 20


def test_spaces_are_linked(alice: Person) -> None:
    made = alice.asks(CREATE_SITE, LARKFIELD, body={"spaces": ["space_api", "space_guide"]}).json
    assert made["siteSpaces"] == 2
    for space in ("space_api", "space_guide"):
        assert made["id"] in alice.asks(LIST_SITES, LARKFIELD, space=space).ids


@for_each("space", ["space_unknown", "space_clinic", "", "\u0001"])
def test_a_space_that_is_not_there_makes_no_site(alice: Person, space: str) -> None:
    refused = alice.asks(CREATE_SITE, LARKFIELD, body={"spaces": ["space_api", space]})
    assert (refused.status, refused.message) == (404, "spaces: No space of this organization has this id.")
    assert alice.asks(LIST_SITES, LARKFIELD).json["count"] == 7


def test_a_space_is_linked_once(alice: Person) -> None:
    refused = alice.asks(CREATE_SITE, LARKFIELD, body={"spaces": ["space_api", "space_api"]})
    assert (refused.status, refused.message) == (400, "spaces: names a space twice.")


@for_each("spaces, found", [("sample", 1), ("empty", 0)])
def test_a_new_space_is_made(world: RunningService, alice: Person, spaces: str, found: int) -> None:
    world.reset()
    assert alice.asks(SEARCH_ORGANIZATION, LARKFIELD, query="delivery address warehouse").json["count"] == 0
    made = alice.asks(CREATE_SITE, LARKFIELD, body={"title": "Quick start", "spaces": spaces}).json
    assert made["siteSpaces"] == 1
    hits = alice.asks(SEARCH_ORGANIZATION, LARKFIELD, query="delivery address warehouse").json["items"]
    assert [hit["title"] for hit in hits] == ["Quick start"] * found
