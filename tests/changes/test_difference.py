"""Only what differs is sent; absent, null and empty are three things."""

import pytest
from pydantic import MISSING, ValidationError

from changes import only_changed
from contract.organizations import Organization, OrganizationUpdate
from contract.site import Site
from contract.sites import SiteUpdate

SITE = Site.model_validate(
    {
        "object": "site",
        "id": "s",
        "type": "basic",
        "title": "Handbook",
        "basename": "handbook",
        "visibility": "public",
        "published": True,
        "siteSpaces": 1,
        "createdAt": "2024-01-01T00:00:00Z",
        "agentsContext": "included",
        "adaptiveContent": {"enabled": True},
        "proxy": {"origin": "docs.example.com", "target": "example.com/docs"},
    },
    strict=False,
)
PROXY = {"proxy": lambda site: site.proxy.target if site.proxy is not MISSING else None}


def organization(**fields: object) -> Organization:
    required = {
        "object": "organization",
        "id": "o",
        "title": "Acme",
        "createdAt": "2024-01-01T00:00:00Z",
        "emailDomains": ["acme.example"],
        "type": "business",
        "inviteLinks": True,
        "plan": "free_2024",
    }
    return Organization.model_validate({**required, **fields}, strict=False)


def sent(update: object) -> dict[str, object] | None:
    return update.model_dump() if isinstance(update, SiteUpdate | OrganizationUpdate) else None


def test_nothing_changed() -> None:
    as_it_is = {"title": "Handbook", "adaptiveContent": {"enabled": True}, "proxy": "example.com/docs"}
    assert only_changed(SiteUpdate, SITE, as_it_is, PROXY) is None
    assert only_changed(SiteUpdate, SITE, {}) is None


def test_only_what_differs_is_sent() -> None:
    wanted = {"title": "Guide", "visibility": "public", "basename": "handbook", "adaptiveContent": {"enabled": False}}
    assert sent(only_changed(SiteUpdate, SITE, wanted)) == {"title": "Guide", "adaptiveContent": {"enabled": False}}


def test_proxy_reads_as_a_string() -> None:
    assert sent(only_changed(SiteUpdate, SITE, {"proxy": None}, PROXY)) == {"proxy": None}
    assert sent(only_changed(SiteUpdate, SITE, {"proxy": "example.com/new"}, PROXY)) == {"proxy": "example.com/new"}
    without = SITE.model_copy(update={"proxy": MISSING})
    assert only_changed(SiteUpdate, without, {"proxy": None}, PROXY) is None


@pytest.mark.parametrize(
    ("before", "wanted", "expected"),
    [
        ({}, None, {"defaultRole": None}),
        ({"defaultRole": None}, None, None),
        ({"defaultRole": "read"}, None, {"defaultRole": None}),
        ({"defaultRole": None}, "read", {"defaultRole": "read"}),
        ({}, "read", {"defaultRole": "read"}),
        ({"defaultRole": "read"}, "read", None),
        ({"defaultRole": "read"}, MISSING, None),
        ({}, MISSING, None),
    ],
    ids=str,
)
def test_absent_null_and_value(before: dict[str, object], wanted: object, expected: dict[str, object] | None) -> None:
    assert sent(only_changed(OrganizationUpdate, organization(**before), {"defaultRole": wanted})) == expected


def test_lists_are_compared_as_a_whole() -> None:
    before = organization(emailDomains=["a.example", "b.example"])
    assert only_changed(OrganizationUpdate, before, {"emailDomains": ["a.example", "b.example"]}) is None
    assert sent(only_changed(OrganizationUpdate, before, {"emailDomains": []})) == {"emailDomains": []}


def test_changed_value_is_judged_by_the_contract() -> None:
    with pytest.raises(ValidationError) as raised:
        only_changed(SiteUpdate, SITE, {"title": "x", "basename": "handbook"})
    assert [error["loc"] for error in raised.value.errors()] == [("title",)]


def test_value_that_is_there_is_not_judged() -> None:
    odd = SITE.model_copy(update={"title": "x", "visibility": "by-invitation"})
    assert only_changed(SiteUpdate, odd, {"title": "x", "visibility": "by-invitation"}) is None


def test_unknown_field_is_a_mistake_of_ours() -> None:
    with pytest.raises(AttributeError):
        only_changed(SiteUpdate, SITE, {"published": False})
