"""What travels through browsers is signed with SHA-256; the libraries take SHA-1 by themselves."""

from tests.pages.pages import Pages

LENGTH = 43
"""Characters of a signature in base64; one of SHA-1 has 27."""


def length(signed: str) -> int:
    return len(signed.rpartition(".")[2])


def test_cookies_and_forms_are_signed_with_sha_256(visitor: Pages, alice: Pages) -> None:
    visitor.get("/sign-in")
    cookie = visitor.client.get_cookie("masthead_visitor")
    alice.get("/orgs/org_larkfield/settings")
    sealed = alice.shown.document.with_attribute("name", "was")[0].attrib["value"]
    assert cookie is not None
    assert [length(each) for each in (cookie.value, visitor.csrf_token(), alice.csrf_token(), sealed)] == [LENGTH] * 4
