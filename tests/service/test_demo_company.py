"""What there is to be seen at the company of the demo world: each thing that a page of the portal can show."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from cryptography.x509 import load_pem_x509_certificate

from contract.authoring.change_requests import LIST_CHANGE_REQUESTS
from contract.authoring.comments import LIST_COMMENT_REPLIES, LIST_COMMENTS
from contract.authoring.custom_fields import GET_CUSTOM_FIELD_VALUES, LIST_CUSTOM_FIELDS
from contract.authoring.openapi_specs import LIST_SPEC_VERSIONS, LIST_SPECS
from contract.organization.organizations import GET_INVITE, LIST_ORGANIZATIONS
from contract.organization.saml import LIST_SAML_PROVIDERS, LIST_SSO_LOGINS
from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from contract.publishing.share_links import LIST_SHARE_LINKS
from contract.publishing.site import VISIBILITIES
from contract.publishing.site_spaces import LIST_SITE_SPACES
from contract.publishing.sites import GET_PUBLISHED, LIST_SITES
from contract.publishing.translations import LIST_TRANSLATIONS
from tests.loops import for_each
from tests.service.conftest import LARKFIELD
from tests.service.person import Person
from tests.world import RunningService

DOCS = (LARKFIELD, "site_docs")
KNOWN = ("start", "guide", "api", "handbook", "warehouse", "partners", "releases")
SPACES = [f"space_{name}" for name in KNOWN]


def every(person: Person, endpoint: Any, **query: object) -> list[dict[str, Any]]:  # noqa: ANN401
    """The items of a listing that each space has."""
    return [item for space in SPACES for item in person.asks(endpoint, space, **query).json["items"]]


def test_there_is_a_site_of_each_visibility(alice: Person) -> None:
    sites = alice.asks(LIST_SITES, LARKFIELD).json["items"]
    assert {site["visibility"] for site in sites} == {site["visibility"] for site in sites if site["published"]}
    assert {site["visibility"] for site in sites} == set(VISIBILITIES)
    assert {site["published"] for site in sites} == {True, False}
    assert [site["id"] for site in sites if "proxy" in site or "hostname" in site] == ["site_help", "site_preview"]


def test_one_site_has_five_sections_of_which_two_are_in_no_group(alice: Person) -> None:
    sections = alice.asks(GET_PUBLISHED, *DOCS).json["structure"]["structure"]
    groups = [section.get("sectionGroup") for section in sections]
    assert (len(groups), groups.count(None), len(set(groups) - {None})) == (5, 2, 2)
    assert sum(section["default"] for section in sections) == 1


def test_there_are_share_links_that_open_the_site_and_others(alice: Person) -> None:
    links = alice.asks(LIST_SHARE_LINKS, LARKFIELD, "site_partners").json["items"]
    assert Counter(link["active"] for link in links) == {True: 2, False: 2}
    assert all(("published" in link["urls"]) is link["active"] for link in links)


def test_some_site_spaces_are_for_some_visitors_alone(alice: Person) -> None:
    listed = alice.asks(LIST_SITE_SPACES, LARKFIELD, "site_help").json["items"]
    assert [item["path"] for item in listed if "condition" in item] == ["news"]


def test_people_know_the_invite_and_the_collection(alice: Person) -> None:
    assert alice.asks(GET_INVITE, LARKFIELD, "inv_welcome").json["role"] == "comment"
    assert len(alice.asks(LIST_COLLECTION_TEAMS, "col_handbook").json["items"]) >= 2
    shown = alice.asks(GET_PUBLISHED, LARKFIELD, "site_handbook").json["structure"]["structure"]
    assert {item["space"]["parent"] for item in shown} == {"col_handbook"}


def test_each_team_has_owners_and_members_and_people_outside(alice: Person) -> None:
    items = [*alice.asks(LIST_COLLECTION_TEAMS, "col_handbook").json["items"], *every(alice, LIST_SPACE_TEAMS)]
    members = {}
    for team in {item["team"]["id"] for item in items}:
        listed = alice.asks(LIST_TEAM_MEMBERS, LARKFIELD, team).json["items"]
        assert {item["team"]["role"] for item in listed} == {"owner", "member"}
        members[team] = {item["organization"]["id"] for item in listed}
    everyone = {"user_alice", "user_lena"}.union(*members.values())
    assert len(members) >= 2
    assert all(len(everyone - people) >= 2 for people in members.values())


def test_two_administrators_can_sign_in(world: RunningService, alice: Person) -> None:
    lena = Person(world.app, "demo-lena")
    mine, hers = (who.asks(LIST_ORGANIZATIONS).json["items"] for who in (alice, lena))
    assert [each["permissions"] for each in mine] == [each["permissions"] for each in hers]


def test_members_have_each_role_and_sign_in_or_not(alice: Person) -> None:
    teams = ("team_docs", "team_operations", "team_support")
    listed = [item for team in teams for item in alice.asks(LIST_TEAM_MEMBERS, LARKFIELD, team).json["items"]]
    told = [item["organization"] for item in listed]
    assert {member["role"] for member in told} == {"create", "review", "edit", "comment", "read", None}
    assert {member["sso"] for member in told} == {"lastSeenAt" in member for member in told} == {True, False}


def test_change_requests_are_in_each_state(alice: Person) -> None:
    states = ("draft", "open", "archived", "merged")
    requests = [each for state in states for each in every(alice, LIST_CHANGE_REQUESTS, status=state)]
    assert {request["status"] for request in requests} == set(states)
    assert {request["outdated"] for request in requests if request["status"] == "open"} == {True, False}
    assert all("revisionMerged" in request for request in requests if request["status"] == "merged")
    assert all(request["createdAt"] <= request["updatedAt"] for request in requests)


def test_people_talk_about_pages_parts_and_changes(alice: Person) -> None:
    comments = every(alice, LIST_COMMENTS)
    assert {comment["status"] for comment in comments} == {"open", "resolved"}
    for part in ("page", "node", "changeRequest"):
        assert {part in comment["target"] for comment in comments} == {True, False}
    assert {comment["target"]["page"]["outdated"] for comment in comments if "page" in comment["target"]} == {
        True,
        False,
    }
    assert any(reaction["count"] > 1 for comment in comments for reaction in comment["reactions"])
    (thread,) = (comment for comment in comments if comment["replies"] > 1)
    replies = alice.asks(LIST_COMMENT_REPLIES, thread["target"]["space"], thread["id"]).json["items"]
    times = [thread["postedAt"], *(reply["postedAt"] for reply in replies)]
    assert times == sorted(times)
    assert len({thread["postedBy"]["id"], *(reply["postedBy"]["id"] for reply in replies)}) == 3


def test_custom_fields_of_each_type_have_values(alice: Person) -> None:
    fields = alice.asks(LIST_CUSTOM_FIELDS, LARKFIELD).json["items"]
    values = [value for space in SPACES for value in alice.asks(GET_CUSTOM_FIELD_VALUES, space).json]
    with_value = {value["customField"]["type"] for value in values if "value" in value}
    types = {"text", "number", "boolean", "tags", "select:single", "select:multi"}
    assert {field["type"] for field in fields} == with_value == types
    assert any("value" not in value for value in values)


def days_left(provider: dict[str, Any]) -> int:
    ends = load_pem_x509_certificate(provider["certificate"].encode()).not_valid_after_utc
    return (ends - datetime.now(UTC)).days


def test_one_certificate_is_well_one_ends_in_three_weeks_and_one_has_ended(alice: Person) -> None:
    providers = alice.asks(LIST_SAML_PROVIDERS, LARKFIELD).json["items"]
    left = {each["id"]: days_left(each) for each in providers if "certificate" in each}
    assert left["saml_staff"] > 365
    assert left["saml_drivers"] == 21
    assert left["saml_carriers"] < -30
    assert [each["id"] for each in providers if each["status"] == "pending"] == ["saml_auditors"]
    assert alice.asks(LIST_SSO_LOGINS, LARKFIELD).ids == [*left]


def test_specifications_are_in_each_state(alice: Person) -> None:
    specs = alice.asks(LIST_SPECS, LARKFIELD).json["items"]
    assert {spec["processingState"] for spec in specs} == {"pending", "progress", "complete"}
    codes = {spec.get("lastProcessErrorCode") for spec in specs}
    assert codes == {None, "FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR"}
    assert {"sourceURL" in spec for spec in specs} == {True, False}
    assert len(alice.asks(LIST_SPEC_VERSIONS, LARKFIELD, "shipments").ids) == 3


def test_translations_have_languages(alice: Person) -> None:
    settings = alice.asks(LIST_TRANSLATIONS, LARKFIELD).json["items"]
    assert len({language for each in settings for language in each["languages"]}) >= 8


def moments(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Every time that is told anywhere in an answer."""
    if isinstance(value, dict):
        for key, held in value.items():
            yield from moments(held, key)
    elif isinstance(value, list):
        for held in value:
            yield from moments(held, name)
    elif isinstance(value, str) and name.endswith("At"):
        yield name, value


@for_each("endpoint", [LIST_CHANGE_REQUESTS, LIST_COMMENTS, LIST_SPACE_TEAMS])
def test_nothing_happens_before_the_company_or_after_today(alice: Person, endpoint: Any) -> None:  # noqa: ANN401
    (company,) = alice.asks(LIST_ORGANIZATIONS).json["items"]
    now = datetime.now(UTC).isoformat()
    for name, moment in moments(every(alice, endpoint)):
        assert (name, company["createdAt"] <= moment <= now) == (name, True)
