"""The provider only says who somebody is: they link their token for the API once, replace it and unlink it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import select

from masthead.store.tables import metadata
from masthead.store.tables.records import linked_tokens
from masthead.web.person.portal import get_portal
from service.grants import revoke_token
from service.identity.tokens import create_token
from tests.oidc.browsing import sign_in
from tests.oidc.provider import SECRET_KEY, Provider, linked_settings_of
from tests.oidc.test_logout import claims, tell
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.world import ALICE, BOB, RunningService

LINK, SITES, EDIT = "/linked-token", "/orgs/org_larkfield/sites", "/orgs/org_larkfield/sites/site_docs/edit"
NEW_KEY = "another key of the tests: 7f1c9e07b2d8"
NOT_ACCEPTED = "The documentation service doesn't accept this token. Check that you copied all of it."
REFUSED = "The documentation service no longer accepts the token that you linked. Link a new one."
REFUSED_UNSAVED = (
    "The documentation service no longer accepts the token that you linked, so what you typed was not saved. "
    "Masthead kept it in your drafts. Link a new token."
)


@pytest.fixture
def token(trusting: RunningService) -> Iterator[str]:
    """One of Alice's own, which the API may come to refuse."""
    database = trusting.app.extensions["runtime"].database
    with database.writing() as connection:
        given = create_token(connection, "user_alice", "2025-11-20T09:30:15.250Z")
    yield given
    revoke_token(database, given)


def revoked(trusting: RunningService, token: str) -> None:
    assert revoke_token(trusting.app.extensions["runtime"].database, token)


def link(pages: Pages, token: str) -> Page:
    return pages.submit(LINK, token=token)


def linked(pages: Pages, token: str = ALICE, onward: str = SITES) -> Page:
    """Sign in for the first time, and link a token."""
    assert sign_in(pages, onward).path == LINK
    return link(pages, token)


WRONG = {
    "demo-nobody": NOT_ACCEPTED,
    "": "Paste your access token.",
    "demo alice": "This isn't an access token: a token has no spaces and no special characters. Copy it again.",
}


def test_a_token_is_asked_for_once_before_all_pages(newcomer: Pages, linking: Flask, trusting: RunningService) -> None:
    page = sign_in(newcomer, f"{SITES}?title=docs")
    assert (page.path, page.h1) == (LINK, "Link your access token")
    assert "Larkfield ID says who you are." in page.main
    assert {newcomer.get(each).path for each in ("/orgs", "/sessions", EDIT, "/drafts")} == {LINK}, (
        "no other page opens"
    )
    newcomer.get(f"{LINK}?next={SITES}?title%3Ddocs")
    for typed, said in WRONG.items():
        page = link(newcomer, typed)
        assert (page.status, page.problems) == (422, [said])
        assert not typed or typed not in page.html
    trusting.stop()
    try:
        page = link(newcomer, ALICE)
    finally:
        trusting.start()
    assert (page.status, page.problems) == (502, ["Your token can't be checked right now. Try again in a moment."])
    assert rows(linking) == []
    page = link(newcomer, ALICE)
    assert (page.address, page.toasts) == (f"{SITES}?title=docs", ["Your token is linked."])
    assert sign_in(Pages(linking), SITES).path == SITES


def test_the_provider_s_own_access_token_is_never_sent(newcomer: Pages, provider: Provider) -> None:
    """The API knows no such subject, and need not."""
    provider.does.subject = "mallory"
    assert linked(newcomer, BOB).path == SITES


def rows(app: Flask) -> list[str]:
    with get_portal(app).store.database.reading() as connection:
        return [repr(row) for row in connection.execute(select(linked_tokens))]


def test_the_token_is_where_nobody_finds_it(
    newcomer: Pages, linking: Flask, token: str, capfd: pytest.CaptureFixture[str]
) -> None:
    linked(newcomer, token, EDIT)
    newcomer.submit(EDIT, title="Handbook", press="Save changes")
    shown = "".join(newcomer.get(each).html for each in (LINK, "/sessions", EDIT, "/orgs/org_larkfield/journal"))
    shown += repr(newcomer.client._cookies) + capfd.readouterr().err  # noqa: SLF001 - all cookies at once
    with get_portal(linking).store.database.reading() as connection:
        shown += "".join(repr(connection.execute(select(each)).all()) for each in metadata.sorted_tables)
    files = [file for file in get_portal(linking).settings.instance_path.iterdir() if file.is_file()]
    assert "Handbook" in shown
    assert token not in shown
    assert not [file for file in files if token.encode() in file.read_bytes()]


def test_a_refused_token_is_replaced_and_what_was_typed_is_there_again(
    newcomer: Pages, trusting: RunningService, token: str
) -> None:
    linked(newcomer, token, EDIT)
    revoked(trusting, token)
    page = newcomer.submit(EDIT, title="Handbook of Larkfield")
    assert (page.path, page.h1, page.toasts) == (LINK, "Replace your linked token", [REFUSED_UNSAVED])
    page = newcomer.get(EDIT)
    assert (page.path, page.toasts) == (LINK, [REFUSED])
    assert "Continue with the linked token" not in page.links
    page = link(newcomer, ALICE)
    assert page.path == EDIT
    assert "Handbook of Larkfield" in page.html


def test_another_token_takes_its_place(newcomer: Pages) -> None:
    linked(newcomer)
    page = newcomer.get("/sessions")
    assert "A token has been linked since " in page.main
    assert newcomer.get(page.links["Replace token"]).h1 == "Replace your linked token"
    assert link(newcomer, "demo-nobody").problems == [NOT_ACCEPTED]
    assert newcomer.get(SITES).path == SITES  # by the one before
    newcomer.get(f"{LINK}?next=/sessions")
    assert link(newcomer, BOB).path == "/sessions"
    assert "Larkfield" in newcomer.get("/orgs").main
    newcomer.get(f"{LINK}?next=/orgs")
    assert "Larkfield" not in link(newcomer, "demo-dana").main, "no answers of the one before"


def test_it_stays_linked_until_it_is_unlinked(newcomer: Pages, linking: Flask, provider: Provider) -> None:
    other, pasted = Pages(linking), Pages(linking).sign_in(ALICE)
    linked(newcomer)
    newcomer.submit("/sign-out")
    assert newcomer.get("/orgs").h1 == "Sign in"
    assert sign_in(newcomer, SITES).path == SITES
    assert tell(linking, provider.signer.sign(claims(provider), typ="logout+jwt")) == 200
    assert newcomer.get("/orgs").h1 == "Sign in"
    assert (sign_in(newcomer, SITES).path, sign_in(other, SITES).path) == (SITES, SITES)
    asked = newcomer.get(newcomer.get("/sessions").links["Unlink token"])
    assert "All of your sessions that use it end, this one too." in asked.main
    page = newcomer.submit(f"{LINK}/unlink")
    assert (page.path, page.toasts) == (
        "/sign-in",
        ["Your token is no longer linked. All of your sessions have ended."],
    )
    assert (newcomer.get(SITES).path, other.get(SITES).path, pasted.get(SITES).path) == ("/sign-in", "/sign-in", SITES)
    assert rows(linking) == []
    assert sign_in(newcomer, SITES).path == LINK


def test_it_is_for_one_api_and_outlives_its_key(
    newcomer: Pages, portal_at: PortalFor, provider: Provider, trusting: RunningService
) -> None:
    linked(newcomer)
    keys = {"SECRET_KEY": NEW_KEY, "SECRET_KEY_FALLBACKS": [SECRET_KEY]}
    # As it is written makes no other API.
    for url, more, path in (
        (f"{trusting.url}/", {}, SITES),
        (trusting.url.replace("127.0.0.1", "localhost"), {}, LINK),
        (trusting.url, keys, SITES),
    ):
        other = portal_at(url, **{**linked_settings_of(provider.url), **more})
        assert sign_in(Pages(other), SITES).path == path
