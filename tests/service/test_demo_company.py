"""What there is to be seen at the company of the demo world: each thing that a page of the portal can show."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from cryptography.x509 import load_pem_x509_certificate

from contract import ENDPOINTS
from contract.authoring.change_requests import LIST_CHANGE_REQUESTS
from contract.authoring.comments import LIST_COMMENT_REPLIES, LIST_COMMENTS
from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES
from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.organization.saml import LIST_SAML_PROVIDERS, LIST_SSO_LOGINS
from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from contract.publishing.sites import VISIBILITIES
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD
from tests.service.every_request import REQUESTS

KNOWN = ("start", "guide", "api", "handbook", "warehouse", "partners", "releases")
SPACES = [f"space_{name}" for name in KNOWN]
TEAMS = ("team_docs", "team_operations", "team_support")
CLOSED = ("draft", "archived", "merged")


def every(person: ApiUser, endpoint: Any, **query: object) -> list[dict[str, Any]]:  # noqa: ANN401
    """The items of a listing that each space has."""
    return [item for space in SPACES for item in person.asks(endpoint, space, **query).json["items"]]


def told(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Each value of an answer: by the kind of what it is told of, the field's name, and the names above it."""
    if isinstance(value, dict):
        own = str(value.get("object", path))
        for name, held in value.items():
            yield from told(held, f"{own}.{name}")
    elif isinstance(value, list):
        for held in value:
            yield from told(held, path)
    else:
        yield path, value


SHOWN: dict[str, set[object]] = {
    "site.visibility": {*VISIBILITIES},
    "site.published": {True, False},
    "share-link.active": {True, False},
    "change-request.status": {"draft", "open", "archived", "merged"},
    "change-request.outdated": {True, False},
    "comment.status": {"open", "resolved"},
    "comment.target.page.outdated": {True, False},
    "member.role": {"create", "review", "edit", "comment", "read", None},
    "member.sso": {True, False},
    "saml-provider.status": {"active", "pending"},
    "openapi-spec.processingState": {"pending", "progress", "complete"},
    "openapi-spec.lastProcessErrorCode": {"FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR"},
    "listCustomFields.items.type": {"text", "number", "boolean", "tags", "select:single", "select:multi"},
}


def test_each_value_is_shown_somewhere(alice: ApiUser) -> None:
    met: dict[str, set[object]] = defaultdict(set)
    answers = [(each.name, REQUESTS[each].but().asked_by(alice).json) for each in ENDPOINTS if each.is_read]
    answers += [("", each) for status in CLOSED for each in every(alice, LIST_CHANGE_REQUESTS, status=status)]
    answers += [("", each) for endpoint in (LIST_CHANGE_REQUESTS, LIST_COMMENTS) for each in every(alice, endpoint)]
    answers += [("", alice.asks(LIST_TEAM_MEMBERS, LARKFIELD, team).json) for team in TEAMS]
    for name, said in answers:
        for path, value in told(said, name):
            met[path].add(value)
    assert {path: met[path] for path in SHOWN} == SHOWN
    assert met["invite.role"] == {"comment"}


def test_each_team_has_owners_and_members_and_people_outside(alice: ApiUser) -> None:
    items = [*alice.asks(LIST_COLLECTION_TEAMS, "col_handbook").json["items"], *every(alice, LIST_SPACE_TEAMS)]
    members = {}
    for team in {item["team"]["id"] for item in items}:
        listed = alice.asks(LIST_TEAM_MEMBERS, LARKFIELD, team).json["items"]
        assert {item["team"]["role"] for item in listed} == {"owner", "member"}
        members[team] = {item["organization"]["id"] for item in listed}
    everyone = {"user_alice", "user_lena"}.union(*members.values())
    assert len(members) >= 2
    assert all(len(everyone - people) >= 2 for people in members.values())


def test_people_talk_about_pages_parts_and_changes(alice: ApiUser) -> None:
    comments = every(alice, LIST_COMMENTS)
    for part in ("page", "node", "changeRequest"):
        assert {part in comment["target"] for comment in comments} == {True, False}
    assert any(reaction["count"] > 1 for comment in comments for reaction in comment["reactions"])
    (thread,) = (comment for comment in comments if comment["replies"] > 1)
    replies = alice.asks(LIST_COMMENT_REPLIES, thread["target"]["space"], thread["id"]).json["items"]
    times = [thread["postedAt"], *(reply["postedAt"] for reply in replies)]
    assert times == sorted(times)
    assert len({thread["postedBy"]["id"], *(reply["postedBy"]["id"] for reply in replies)}) == 3


def test_custom_fields_have_values_and_have_none(alice: ApiUser) -> None:
    values = [value for space in SPACES for value in alice.asks(GET_CUSTOM_FIELD_VALUES, space).json]
    assert {value["customField"]["type"] for value in values if "value" in value} == SHOWN[
        "listCustomFields.items.type"
    ]
    assert any("value" not in value for value in values)


def days_left(provider: dict[str, Any]) -> int:
    ends = load_pem_x509_certificate(provider["certificate"].encode()).not_valid_after_utc
    return (ends - datetime.now(UTC)).days


def test_one_certificate_is_well_one_ends_in_three_weeks_and_one_has_ended(alice: ApiUser) -> None:
    providers = alice.asks(LIST_SAML_PROVIDERS, LARKFIELD).json["items"]
    left = {each["id"]: days_left(each) for each in providers if "certificate" in each}
    assert (left["saml_staff"] > 365, left["saml_drivers"], left["saml_carriers"] < -30) == (True, 21, True)
    assert alice.asks(LIST_SSO_LOGINS, LARKFIELD).ids == [*left]


@for_each("endpoint", [LIST_CHANGE_REQUESTS, LIST_COMMENTS, LIST_SPACE_TEAMS])
def test_nothing_happens_before_the_company_or_after_today(alice: ApiUser, endpoint: Any) -> None:  # noqa: ANN401
    (company,) = alice.asks(LIST_ORGANIZATIONS).json["items"]
    now = datetime.now(UTC).isoformat()
    moments = [(path, str(when)) for path, when in told(every(alice, endpoint), "") if path.endswith("At")]
    assert [each for each in moments if not company["createdAt"] <= each[1] <= now] == []
