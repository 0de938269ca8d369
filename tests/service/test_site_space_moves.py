"""Where a site space can be put."""

from typing import Any

from contract.publishing.site_spaces import ADD_SITE_SPACE, LIST_SITE_SPACES, MOVE_SITE_SPACE, UPDATE_SITE_SPACE
from tests.loops import for_each
from tests.service.api_user import ApiResult, ApiUser
from tests.service.conftest import LARKFIELD
from tests.service.structures import default_of, site_spaces_of
from tests.world import RunningService

HELP, DOCS = (LARKFIELD, "site_help"), (LARKFIELD, "site_docs")
START, GUIDE, RELEASES = "sitespace_help_start", "sitespace_help_guide", "sitespace_help_releases"


def at(site_space: str) -> dict[str, str]:
    return {"type": "site-space", "siteSpace": site_space}


def move(person: ApiUser, site: str, moved: str, **position: Any) -> ApiResult:  # noqa: ANN401 - whatever is sent
    return person.asks(MOVE_SITE_SPACE, LARKFIELD, site, moved, body={"position": position})


@for_each(
    "moved, position, expected",
    [
        (RELEASES, {"before": at(START)}, [RELEASES, START, GUIDE]),
        (RELEASES, {"after": at(START)}, [START, RELEASES, GUIDE]),
        (RELEASES, {"before": at(GUIDE)}, [START, RELEASES, GUIDE]),
        (RELEASES, {"after": at(GUIDE)}, [START, GUIDE, RELEASES]),
        (RELEASES, {"before": at(GUIDE), "after": at(START)}, [START, RELEASES, GUIDE]),
        (GUIDE, {"before": at(RELEASES), "after": at(START)}, [START, GUIDE, RELEASES]),
        (START, {"after": at(RELEASES)}, [GUIDE, RELEASES, START]),
        (START, {}, [GUIDE, RELEASES, START]),
    ],
)
def test_a_site_space_goes_where_it_is_put(
    world: RunningService, alice: ApiUser, moved: str, position: dict[str, Any], expected: list[str]
) -> None:
    world.reset()
    before = {each["id"]: each for each in alice.asks(LIST_SITE_SPACES, *HELP).json["items"]}
    assert move(alice, "site_help", moved, **position).json == before[moved]
    assert alice.asks(LIST_SITE_SPACES, *HELP).json["items"] == [before[each] for each in expected]
    assert default_of(alice, "site_help") == [START]


def test_an_anchor_in_another_section_takes_it_there(alice: ApiUser) -> None:
    moved = move(alice, "site_docs", "sitespace_docs_partners", before=at("sitespace_docs_api")).json
    assert (moved["section"], moved["default"]) == ("section_api", False)
    assert moved["urls"]["published"].endswith("/docs/api/carriers")
    assert site_spaces_of(alice, "section_api") == ["sitespace_docs_partners", "sitespace_docs_api"]
    assert site_spaces_of(alice, "section_guide") == ["sitespace_docs_guide"]


def test_a_section_that_loses_its_default_opens_with_the_next(alice: ApiUser) -> None:
    move(alice, "site_docs", "sitespace_docs_guide", after=at("sitespace_docs_start"))
    by_id = {each["id"]: each for each in alice.asks(LIST_SITE_SPACES, *DOCS).json["items"]}
    assert by_id["sitespace_docs_partners"]["urls"]["published"].endswith("/docs/shipping")
    assert by_id["sitespace_docs_guide"]["urls"]["published"].endswith("/docs/guide")
    assert default_of(alice, "site_docs") == ["sitespace_docs_start"]


def test_a_default_section_that_is_emptied_hands_over(alice: ApiUser) -> None:
    moved = move(alice, "site_docs", "sitespace_docs_start", after=at("sitespace_docs_api")).json
    assert (moved["section"], moved["default"]) == ("section_api", False)
    assert default_of(alice, "site_docs") == ["sitespace_docs_guide"]


def test_two_anchors_agree_when_they_are_neighbours_in_their_section(alice: ApiUser) -> None:
    added = alice.asks(ADD_SITE_SPACE, *DOCS, body={"spaceId": "space_handbook", "sectionId": "section_guide"})
    third = added.json["id"]  # in the order of the site, three others come before it
    between = {"before": at(third), "after": at("sitespace_docs_partners")}
    assert move(alice, "site_docs", "sitespace_docs_api", **between).json["section"] == "section_guide"
    assert site_spaces_of(alice, "section_guide") == [
        "sitespace_docs_guide",
        "sitespace_docs_partners",
        "sitespace_docs_api",
        third,
    ]


@for_each(
    "before, after, said",
    [
        ("sitespace_docs_guide", "sitespace_docs_partners", "are not next to each other. Send one, or two that are."),
        ("sitespace_docs_guide", "sitespace_docs_guide", "are not next to each other. Send one, or two that are."),
        ("sitespace_docs_guide", "sitespace_docs_start", "are in different sections. Send one, or two of one section."),
    ],
)
def test_two_anchors_that_do_not_agree_are_refused(alice: ApiUser, before: str, after: str, said: str) -> None:
    refused = move(alice, "site_docs", "sitespace_docs_api", before=at(before), after=at(after))
    assert (refused.status, refused.message) == (400, f"position: before and after {said}")
    assert site_spaces_of(alice, "section_api") == ["sitespace_docs_api"]


@for_each("name", ["before", "after"])
@for_each(
    "anchor, status, said",
    [
        (GUIDE, 400, "position: is beside the site space itself. Name another one."),
        ("sitespace_docs_api", 400, "position.{}: belongs to another site."),
        ("sitespace_patients", 404, "position.{}: There is none with this id."),
        ("sitespace_unknown", 404, "position.{}: There is none with this id."),
        ("space_guide", 404, "position.{}: There is none with this id."),
    ],
)
def test_an_anchor_is_another_space_of_the_site(alice: ApiUser, name: str, anchor: str, status: int, said: str) -> None:
    refused = move(alice, "site_help", GUIDE, **{name: at(anchor)})
    assert (refused.status, refused.message) == (status, said.format(name))
    assert alice.asks(LIST_SITE_SPACES, *HELP).ids == [START, GUIDE, RELEASES]


def test_a_path_that_is_taken_there_keeps_it_out(alice: ApiUser) -> None:
    alice.asks(UPDATE_SITE_SPACE, *DOCS, "sitespace_docs_api", body={"path": "guide"})
    refused = move(alice, "site_docs", "sitespace_docs_api", after=at("sitespace_docs_guide"))
    assert (refused.status, refused.message) == (409, "position: another space beside it has the path “guide”.")
    assert site_spaces_of(alice, "section_api") == ["sitespace_docs_api"]
    alice.asks(UPDATE_SITE_SPACE, *DOCS, "sitespace_docs_api", body={"path": "reference"})
    assert move(alice, "site_docs", "sitespace_docs_api", after=at("sitespace_docs_guide")).status == 200


def test_moves_never_run_out_of_room(alice: ApiUser) -> None:
    for _ in range(15):
        for moved in (GUIDE, RELEASES):
            move(alice, "site_help", moved, after=at(START))
    assert alice.asks(LIST_SITE_SPACES, *HELP).ids == [START, RELEASES, GUIDE]
