"""Discarded drafts of structures: each that is kept is listed, and can be put back."""

from collections.abc import Callable

import pytest

from blueprints.drafts.views import NOT_KEPT
from blueprints.structure.board import UNREADABLE
from blueprints.structure.views import DISCARDED
from masthead.store.drafts.drafts import MAX_ITEMS
from masthead.store.drafts.texts import MAX_TEXT_BYTES
from masthead.structure.tree import SiteStructure, SpaceItem, structure_json
from masthead.web.person.portal import get_portal
from masthead.web.submit.structure_drafts import TOO_LARGE
from tests.blueprints.structure_pages import DOCS, HELP, RELEASES, draft, started
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.world import ALICE

DRAFTS = "/drafts"
PUT_BACK = "/drafts/structure/restore"


def drafted(pages: Pages, where: str, address: str = HELP, item: str = RELEASES) -> None:
    pages.get(address)
    pages.post(address, {"do": "move", "item": item, "where": where})
    assert "Your draft: 1 move" in pages.get(address).main


def discarded(pages: Pages) -> list[list[str]]:
    """The rows of those that are kept."""
    pages.get(DRAFTS)
    return pages.submit("/drafts/structure/discard", press="Discard").rows


def test_a_second_discarded_draft_does_not_hide_the_first(alice: Pages) -> None:
    for where in ("first", "up"):
        drafted(alice, where)
        discarded(alice)
    assert [row[:2] for row in alice.shown.rows] == [["Help centre 1 move", "Larkfield Freight"]] * 2
    older = alice.shown.document.with_attribute("name", "kept")[-1].get("value", "")
    for kept, said in ((older, "The draft was restored."), (older, NOT_KEPT), ("x", NOT_KEPT), ("", NOT_KEPT)):
        assert alice.post(PUT_BACK, {"kept": kept}).toasts == [said]
        assert len([row for row in alice.shown.rows if "Restore" in row[-1]]) == 1
    assert "from position 3 to 1" in alice.get(HELP).main


def in_banner(pages: Pages, of: str) -> str:
    """How many drafts a page says that there are."""
    return "".join(text_of(each) for each in pages.get(of).document.with_attribute("class", "banner-link"))


def test_the_banner_counts_what_is_listed_and_a_form_once_however_often_it_is_refused(alice: Pages) -> None:
    assert in_banner(alice, DOCS) == ""
    for _ in range(3):
        alice.get(f"{HELP}/add")
        assert alice.submit(HELP, {"space-other": "no id at all"}, press="Add space").status == 422
    assert in_banner(alice, DRAFTS) == "1 draft"
    assert "counts each form once" in alice.shown.main
    alice.submit("/drafts/discard", press="Discard")
    drafted(alice, "first")
    assert in_banner(alice, DOCS) == "1 draft"
    drafted(alice, "last", DOCS, "section_guide")
    assert in_banner(alice, DRAFTS) == "2 drafts"
    assert len(alice.shown.rows) == 2
    (menu,) = [text_of(each) for each in alice.shown.document.all("a") if "Your drafts" in text_of(each)]
    assert menu == "Your drafts (2)"
    discarded(alice)
    assert f"Masthead keeps the last {MAX_ITEMS} for 24 hours. Input that you discarded and files" in alice.shown.main
    assert in_banner(alice, DOCS) == "1 draft"


@pytest.mark.parametrize("back", [{"do": "undo"}, {"do": "move", "item": RELEASES, "where": "last"}])
def test_a_draft_that_changes_nothing_is_listed_and_not_counted(alice: Pages, back: dict[str, str]) -> None:
    drafted(alice, "first")
    draft(alice, HELP, **back)
    assert in_banner(alice, DRAFTS) == ""
    assert len(alice.shown.rows) == 1
    assert "leaves out those that change nothing" in alice.shown.main
    drafted(alice, "up")
    assert in_banner(alice, DRAFTS) == "1 draft"
    assert "leaves out" not in alice.shown.main


def keep_in_another_form(pages: Pages) -> None:
    store = get_portal(pages.app).store
    store.structure_drafts.begin(store.keys.owner_of(ALICE), "org_larkfield/site_docs", "in another form")


def test_a_draft_that_another_version_kept_takes_no_other_page_down_and_is_restored(alice: Pages) -> None:
    keep_in_another_form(alice)
    for address in (HELP, DRAFTS, "/orgs/org_larkfield/sites/site_docs/published"):
        assert in_banner(alice, address) == "1 draft"
    for address in (DOCS, f"{DOCS}/review", f"{DOCS}/add"):
        shown = alice.get(address)
        assert shown.toasts == [UNREADABLE]
        ((listed, *_),) = shown.rows
        assert listed == "Larkfield Docs changes that can't be read, because another version of Masthead saved them"
    shown = alice.post(DOCS, {"do": "move", "item": "section_guide", "where": "last"})
    assert shown.toasts == [UNREADABLE]
    discarded(alice)
    assert alice.get(DOCS).status == 200
    alice.get(DRAFTS)
    assert alice.submit(PUT_BACK, press="Restore").toasts == ["The draft was restored."]
    assert alice.get(DOCS).toasts == [UNREADABLE]


def test_a_newer_draft_is_not_lost_to_an_older_one_unless_it_was_undone(alice: Pages) -> None:
    drafted(alice, "first")
    discarded(alice)
    drafted(alice, "up")
    alice.get(DRAFTS)
    shown = alice.submit(PUT_BACK, press="Restore")
    assert shown.toasts == ["You have a newer draft of this structure. Discard it first. You can restore both."]
    assert "from position 3 to 2" in alice.get(HELP).main
    draft(alice, HELP, do="undo")
    alice.get(DRAFTS)
    assert [row[0] for row in alice.shown.rows] == ["Help centre all changes undone", "Help centre 1 move"]
    shown = alice.submit(PUT_BACK, press="Restore")
    assert [row[0] for row in shown.rows] == ["Help centre 1 move", "Help centre all changes undone"]
    assert "from position 3 to 1" in alice.get(HELP).main
    discarded(alice)
    undone = alice.shown.document.with_attribute("name", "kept")[-1].get("value", "")
    alice.post(PUT_BACK, {"kept": undone})
    assert "No changes yet" in alice.get(HELP).main
    assert "from position 3 to 2" in alice.submit(HELP, press="Redo").main


def test_a_draft_that_is_discarded_on_its_own_page_can_be_put_back(alice: Pages) -> None:
    drafted(alice, "first")
    shown = alice.submit(HELP, press="Discard draft")
    assert (shown.path, shown.toasts) == (HELP, [DISCARDED % {"max": 5}])
    assert f"for 24 hours, or until you discard or import {MAX_ITEMS} more." in shown.toasts[0]
    assert "Your draft: 1 move" in alice.submit(f"{PUT_BACK}*", press="Restore draft").main
    assert (alice.shown.path, alice.shown.toasts) == (HELP, ["The draft was restored."])
    alice.submit(HELP, press="Discard draft")
    alice.get(DRAFTS)
    assert alice.submit(PUT_BACK, press="Restore").toasts == ["The draft was restored."]


def test_what_takes_a_place_takes_that_of_none_that_is_kept(alice: Pages) -> None:
    for at in range(MAX_ITEMS):
        drafted(alice, "first" if at % 2 else "up")
        discarded(alice)
    new = "/orgs/org_larkfield/sites/new"
    alice.get(new)
    alice.submit(new, title="x" * 300)
    older = alice.get(DRAFTS)
    alice.submit(new, press="Open")
    alice.submit(new, title="y" * 300)
    alice.page = older
    assert "Nothing was discarded" in alice.submit("/drafts/discard", press="Discard").toasts[0]
    assert sum("Restore" in row[-1] for row in alice.get(DRAFTS).rows) == MAX_ITEMS
    drafted(alice, "up")
    alice.post(HELP, {"do": "undo"})
    alice.get(DRAFTS)
    assert alice.submit(PUT_BACK, press="Restore").toasts == ["The draft was restored."]
    assert sum("Restore" in row[-1] for row in alice.get(DRAFTS).rows) == MAX_ITEMS


def test_what_is_too_large_to_be_kept_is_not_discarded_unasked(alice: Pages) -> None:
    store = get_portal(alice.app).store
    large = SiteStructure(spaces={"s": SpaceItem("x" * MAX_TEXT_BYTES, "s", None, "space")})
    store.structure_drafts.begin(store.keys.owner_of(ALICE), "org_larkfield/site_help", structure_json(large))
    rows = discarded(alice)
    assert alice.shown.toasts == [TOO_LARGE]
    assert [row[-1] for row in rows] == ["Discard"]


@for_each("elsewhere", [discarded, lambda pages: started(pages, HELP)])
def test_what_is_no_longer_there_is_not_said_to_be_discarded(
    alice: Pages, elsewhere: Callable[[Pages], object]
) -> None:
    drafted(alice, "first")
    listed = alice.get(DRAFTS)
    elsewhere(alice)
    alice.page = listed
    shown = alice.submit("/drafts/structure/discard", press="Discard")
    assert shown.toasts == ["Nothing was discarded: your draft was applied or discarded in another window."]
    assert "Undo" not in shown.buttons
