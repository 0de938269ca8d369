"""What doesn't match the contract in an answer is left out, and the answer says so."""

import json
from typing import Any

import pytest
from pydantic import MISSING, ValidationError

from contract.authoring.content import LIST_PAGE_LINKS
from contract.organization.organizations import GET_ORGANIZATION, LIST_ORGANIZATIONS, UPDATE_ORGANIZATION
from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.publishing.site_spaces import LIST_SITE_SPACES
from contract.publishing.translations import LIST_TRANSLATIONS
from contract.schema.endpoint import UnreadableItem, is_omitted, list_omitted_fields
from masthead import resources
from tests.loops import for_each

ORGANIZATION: dict[str, Any] = {
    "object": "organization",
    "id": "org",
    "title": "Larkfield",
    "createdAt": "2024-05-06T07:08:09Z",
    "emailDomains": [],
    "type": "business",
    "inviteLinks": True,
    "plan": "pro",
}
SPACE: dict[str, Any] = {"object": "site-space", "id": "one", "path": "one", "title": "One"}
TRANSLATION = {"object": "translation-settings", "id": "good", "title": "Guide", "languages": ["de"]}
ODD: dict[str, tuple[dict[str, Any], str]] = {
    "a date that is none": ({"billing": {"interval": "monthly", "endDate": "soon"}}, "billing.endDate"),
    "a number for a date": ({"trial": {"endDate": 1700000000}}, "trial.endDate"),
    "a date beyond all": ({"billing": {"endDate": "9999-12-31T23:59:59-14:00"}}, "billing.endDate"),
    "a text for an object": ({"billing": "paid"}, "billing"),
    "null": ({"permissions": None}, "permissions"),
    "a number for a text": ({"hostname": 7}, "hostname"),
    "an object without its type": ({"defaultContent": {"site": "s"}}, "defaultContent"),
}


def written(value: object) -> bytes:
    return json.dumps(value).encode()


@for_each("name", ODD)
@for_each("endpoint", [GET_ORGANIZATION, UPDATE_ORGANIZATION])
def test_the_rest_is_read(endpoint: Any, name: str) -> None:  # noqa: ANN401 - an endpoint of organizations
    odd, where = ODD[name]
    organization = endpoint.parse(written(ORGANIZATION | odd))
    assert (organization.title, list_omitted_fields(organization)) == ("Larkfield", [where])
    assert organization == endpoint.parse(written(_without(ORGANIZATION | odd, where)))


def _without(value: dict[str, Any], where: str) -> dict[str, Any]:
    name, _, rest = where.partition(".")
    inner = {name: _without(value[name], rest)} if rest else {}
    return {key: held for key, held in value.items() if key != name} | inner


def test_in_a_list_too() -> None:
    listing = LIST_ORGANIZATIONS.parse(written({"items": [ORGANIZATION, ORGANIZATION | {"sso": "on"}], "count": 2}))
    assert [is_omitted(each, "sso") for each in listing.items] == [False, True]
    assert list_omitted_fields(listing) == ["sso"]


@for_each("odd", [{"id": 7}, {"createdAt": "soon"}, {"emailDomains": [None]}, {"object": "site"}])
def test_what_has_to_be_there_has_to_be_right(odd: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        GET_ORGANIZATION.parse(written(ORGANIZATION | odd | {"sso": "on"}))


def test_the_way_to_the_next_page_is_never_left_out() -> None:
    with pytest.raises(ValidationError):
        LIST_ORGANIZATIONS.parse(written({"items": [], "count": 0, "next": {"page": 2}}))


@for_each("odd", [{"section": 1}, {"default": "yes"}, {"condition": {}}])
def test_nor_is_what_means_something_else_when_it_is_not_there(odd: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        LIST_SITE_SPACES.parse(written({"items": [SPACE | odd], "count": 1}))


def test_an_item_is_set_aside_where_leaving_out_is_not_enough() -> None:
    items = [TRANSLATION | {"createdAt": 1}, TRANSLATION | {"createdAt": 1, "languages": None}]
    listing = LIST_TRANSLATIONS.tolerant_listing.parse(written({"items": items, "count": 2}))
    assert (len(listing.items), len(listing.unreadable_items)) == (1, 1)


@for_each(
    "odd, name", [({"defaultContent": 1}, "defaultContent"), ({"urls": {"logo": 1}}, "logo"), ({"urls": 1}, "logo")]
)
def test_what_could_not_be_read_is_not_none_for_a_form(odd: dict[str, Any], name: str) -> None:
    assert resources.ORGANIZATION.settings_of(GET_ORGANIZATION.parse(written(ORGANIZATION)))[name] is None
    assert resources.ORGANIZATION.settings_of(GET_ORGANIZATION.parse(written(ORGANIZATION | odd)))[name] is MISSING


def test_what_fits_no_kind_of_a_union_is_left_out_as_a_whole() -> None:
    page = {"id": "page", "title": "Start", "urls": {"app": 7}}
    told = {"items": [{"status": "ok", "targetReference": {"kind": "page", "page": page}}], "stats": {"total": 1}}
    read = LIST_PAGE_LINKS.parse(json.dumps(told).encode())
    assert len(read.items) == 1
    assert list_omitted_fields(read) == ["targetReference.page"]


GOOD = {"object": "translation-settings", "id": "good", "title": "Guide", "languages": ["de"]}
ODD_ITEMS: dict[str, tuple[Any, UnreadableItem]] = {
    "a field of null": (GOOD | {"languages": None}, UnreadableItem("good", "Guide")),
    "two fields of null": (GOOD | {"languages": None, "createdAt": None}, UnreadableItem("good", "Guide")),
    "no id": ({"object": "translation-settings", "title": " Guide "}, UnreadableItem("", "Guide")),
    "a title of null": (GOOD | {"title": None}, UnreadableItem("good", "")),
    "an id that is a number": (GOOD | {"id": 7}, UnreadableItem("", "Guide")),
    "null": (None, UnreadableItem()),
    "a list": ([GOOD], UnreadableItem()),
}


def listed(*items: object, **more: object) -> bytes:
    return json.dumps({"items": items, "count": len(items), **more}).encode()


@for_each("name", ODD_ITEMS)
def test_the_others_are_read(name: str) -> None:
    item, unread = ODD_ITEMS[name]
    listing = LIST_TRANSLATIONS.tolerant_listing.parse(listed(GOOD, item, GOOD, next={"page": "2"}))
    assert [each.id for each in listing.items] == ["good", "good"]
    assert (listing.unreadable_items, listing.count, listing.next) == ((unread,), 3, listing.next)
    assert listing.model_dump()["next"] == {"page": "2"}


@for_each(
    "raw",
    [
        listed(GOOD, count="many"),
        listed(GOOD, GOOD | {"languages": None}, next={"page": None}),
        b'{"items": {}, "count": 0}',
        b'{"items": [null], "count": 1} {}',
        b'{"items": [{"id": "\\ud800"}], "count": 1}',
        b"[null]",
        b"",
    ],
)
def test_what_is_no_listing_is_refused(raw: bytes) -> None:
    with pytest.raises(ValidationError):
        LIST_TRANSLATIONS.tolerant_listing.parse(raw)


def test_somebody_is_named_by_what_is_inside_and_counted() -> None:
    member = {"id": None, "organization": {"id": "user_x", "user": {"displayName": "Judith Amari"}, "role": []}}
    assert LIST_TEAM_MEMBERS.tolerant_listing.parse(listed(member)).unreadable_items == (
        UnreadableItem("user_x", "Judith Amari"),
    )

    listing = LIST_TRANSLATIONS.tolerant_listing.parse(json.dumps({"items": [GOOD, None]}).encode())
    assert (len(listing.items), listing.unreadable_items, listing.count) == (1, (UnreadableItem(),), 1)


def test_as_many_odd_ones_are_told_as_can_be_looked_through() -> None:
    with pytest.raises(ValidationError):
        LIST_TRANSLATIONS.tolerant_listing.parse(listed(GOOD, GOOD | {"languages": [None] * 50_001}))

    listing = LIST_TRANSLATIONS.tolerant_listing.parse(listed(*[GOOD | {"languages": None}] * 1000))
    assert (listing.items, len(listing.unreadable_items)) == ([], 1000)
