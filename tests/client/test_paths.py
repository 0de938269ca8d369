"""Ids cannot leave their place in a path, and an id that cannot exist is never asked for."""

import pytest

from contract.authoring.comments import LIST_COMMENTS, CommentsQuery
from contract.publishing.share_links import CREATE_SHARE_LINK, UPDATE_SHARE_LINK
from contract.publishing.sites import GET_SITE, LIST_SITES, SitesQuery
from masthead.client.exchange import build_path, build_query, get_organization_id, list_stale_paths
from masthead.client.problems import NotFound
from tests.loops import for_each


@for_each(
    "site,quoted",
    [
        ("site_1", "site_1"),
        ("a/b", "a%2Fb"),
        ("a?b#c", "a%3Fb%23c"),
        ("a%2Fb", "a%252Fb"),
        ("…", "%E2%80%A6"),
        ("{siteId}", "%7BsiteId%7D"),
        ("x" * 200, "x" * 200),
    ],
)
def test_ids_are_quoted(site: str, quoted: str) -> None:
    assert build_path(GET_SITE, ("org", site)) == f"/v1/orgs/org/sites/{quoted}"


@for_each("site", ["", ".", "..", "a\nb", "\x00", "a\x7f", "a\x85", "\ud800", "x" * 201])
def test_id_that_cannot_exist(site: str) -> None:
    with pytest.raises(NotFound) as raised:
        build_path(GET_SITE, ("org", site))
    assert raised.value.status is None
    with pytest.raises(TypeError):
        build_path(GET_SITE, ("org",))


def test_query() -> None:
    assert (
        build_query(SitesQuery(title="a & b", published=False, limit=100)) == "limit=100&title=a+%26+b&published=false"
    )
    assert build_query(CommentsQuery(authors=["a", "b"])) == "authors=a&authors=b"
    assert build_query(SitesQuery()) == build_query(None) == ""


def test_what_a_write_touches() -> None:
    organization = build_path(LIST_SITES, ("o/1",)).removesuffix("/sites")
    assert list_stale_paths(build_path(GET_SITE, ("o/1", "s")), "") == (
        organization,
        f"{organization}/",
        "/v1/orgs",
        "/v1/email-domains/",
    )
    site = build_path(GET_SITE, ("o", "s/1"))
    assert list_stale_paths(build_path(CREATE_SHARE_LINK, ("o", "s/1")), "") == (site, f"{site}/")
    assert list_stale_paths(build_path(UPDATE_SHARE_LINK, ("o", "s/1", "l")), "") == (site, f"{site}/")
    in_a_space = list_stale_paths(build_path(LIST_COMMENTS, ("space",)), "o%2F1")
    assert in_a_space[:4] == ("/v1/spaces/space", "/v1/spaces/space/", organization, f"{organization}/")


def test_organization_of_a_path() -> None:
    paths = {
        build_path(LIST_SITES, ("o/1",)): "o%2F1",
        "/v1/orgs/o": "o",
        "/v1/orgs": "",
        "/v1/spaces/s/v1/orgs/o": "",
        "/v1/email-domains/a.example/orgs": "",
    }
    assert {path: get_organization_id(path) for path in paths} == paths
