"""An administrator changes the secret key: nobody is signed out, and all that people have is still theirs."""

import secrets
from pathlib import Path

import pytest
from flask import Flask

from masthead.store.directory.objects import DirectoryQuery
from masthead.web.person.portal import get_portal
from tests.bulk_changes import ORG, keep_bulk_change
from tests.pages.pages import Pages
from tests.portals import PortalFor, close_portal
from tests.world import ALICE

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
JOURNAL = "/orgs/org_larkfield/journal"
OLD, NEW = secrets.token_hex(32), secrets.token_hex(32)


@pytest.fixture
def kept(portal_for: PortalFor, tmp_path: Path) -> tuple[str, str]:
    """The cookie of Alice, who saved, typed, imported and planned something under the old key; and her import."""
    app = portal_for(INSTANCE_PATH=tmp_path / "here", SECRET_KEY=OLD)
    pages = Pages(app).sign_in(ALICE)
    pages.get(EDIT)
    pages.submit(EDIT, title="Guide", press="Save changes")
    store = get_portal(app).store
    owner = store.keys.owner_of(ALICE)
    store.drafts.save(owner, EDIT, [("title", "Typed before")])
    store.structure_drafts.begin(owner, "org_larkfield/site_docs", "a structure")
    keep_bulk_change(app, ALICE, ["docs"])
    imported = store.temporary_texts.save(owner, "/import", b"a table")
    close_portal(app)
    return _cookie_of(pages), imported


def _cookie_of(pages: Pages) -> str:
    cookie = pages.client.get_cookie("masthead")
    assert cookie is not None
    return cookie.value


@pytest.mark.exhaustive
def test_nobody_is_signed_out_and_all_is_theirs(kept: tuple[str, str], portal_for: PortalFor, tmp_path: Path) -> None:
    first = portal_for(INSTANCE_PATH=tmp_path / "here", SECRET_KEY=NEW, SECRET_KEY_FALLBACKS=[OLD])
    _is_all_there(first, *kept)
    close_portal(first)
    later = portal_for(INSTANCE_PATH=tmp_path / "here", SECRET_KEY=NEW)
    _is_all_there(later, *kept)
    _is_all_there(later, _cookie_of(Pages(later).sign_in(ALICE)), kept[1])  # the token names the same person


def _is_all_there(app: Flask, cookie: str, imported: str) -> None:
    pages, store = Pages(app), get_portal(app).store
    pages.client.set_cookie("masthead", cookie)
    assert "What you typed here was not saved" in pages.get(EDIT).main
    assert "Larkfield Docs" in pages.get(JOURNAL).main
    owner = store.keys.owner_of(ALICE)
    assert [dict(draft.pairs)["title"] for draft in store.drafts.of_owner(owner)] == ["Typed before"]
    assert store.temporary_texts.get(owner, "/import", imported) == b"a table"
    assert store.structure_drafts.find(owner, "org_larkfield/site_docs") is not None
    assert len(store.bulk_changes.newest(ORG, owner)) == 1
    assert store.directory.find(owner, DirectoryQuery())
    assert store.journal.verify_chain()[1] is None
    assert store.anchor.check() is None


def test_what_was_typed_meanwhile_stays_in_its_form(portal_for: PortalFor, tmp_path: Path) -> None:
    before = portal_for(INSTANCE_PATH=tmp_path / "here", SECRET_KEY=OLD)
    pages = Pages(before).sign_in(ALICE)
    pages.get(EDIT)
    cookie = _cookie_of(pages)
    close_portal(before)
    pages.client = portal_for(INSTANCE_PATH=tmp_path / "here", SECRET_KEY=NEW, SECRET_KEY_FALLBACKS=[OLD]).test_client()
    pages.client.set_cookie("masthead", cookie)
    again = pages.submit(EDIT, title="Typed meanwhile")
    assert again.value("title") == "Typed meanwhile"
    assert pages.submit(EDIT).value("title") == "Typed meanwhile"  # and asks: what the form had shown is not known
