"""Translations: listed with their languages by name, made, renamed, deleted; each change told and taken back."""

from typing import Any

import pytest

from contract.publishing.translations import LANGUAGES
from masthead.web.person.portal import portal_of
from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import add_translations, ask, delete_translations
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
TRANSLATIONS = f"{ORG}/translations"
GUIDE, REFERENCE = f"{TRANSLATIONS}/translation_guide", f"{TRANSLATIONS}/translation_api"
JOURNAL = f"{ORG}/journal"
API = "/v1/orgs/org_larkfield/translations"
IN_GERMAN = {"Accept-Language": "tlh-XX, de-CH;q=0.9, en;q=0.5"}


@pytest.fixture
def through_wire(wire: Wire, portal_for: PortalFor) -> Pages:
    """Alice, at a portal that reaches the service over the wire."""
    return Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)


def titles(service: RunningService) -> list[str]:
    return [each["title"] for each in ask(service, ALICE, "GET", f"{API}?limit=1000").get_json()["items"]]


def one(service: RunningService, own_id: str) -> dict[str, Any]:
    found: dict[str, Any] = ask(service, ALICE, "GET", f"{API}/{own_id}").get_json()
    return found


def test_the_list_names_the_languages_as_the_reader_knows_them_and_what_is_not_reported(alice: Pages) -> None:
    assert [row[:2] for row in alice.get(TRANSLATIONS).rows] == [
        ["Shipping guide for Europe", "German, French, Dutch, Polish"],
        ["Drivers' handbook", "Spanish, Romanian, Ukrainian, Brazilian Portuguese"],
        ["API reference", "Japanese, Chinese (Traditional, Taiwan)"],
        ["Partner onboarding", "English"],
    ]
    assert "The API doesn't report which sites show a translation." in alice.get(TRANSLATIONS).main
    said = alice.get(GUIDE).facts["Source space and sites"]
    assert said.startswith("Not reported The API reports neither the space that a translation is made from")
    shown = alice.get(TRANSLATIONS, headers=IN_GERMAN)
    assert [row[1] for row in shown.rows][2] == "Japanisch, Chinesisch (Traditionell, Taiwan)"
    assert {each.get("lang") for each in shown.document.all("span") if each.get("lang")} == {"de-CH"}
    assert TRANSLATIONS in alice.get(ORG).links.values()
    assert f'href="{TRANSLATIONS}"' in alice.get(f"{ORG}/go?q=transl").html


def test_languages_without_a_name_are_told_by_code_and_many_counted(alice: Pages, service: RunningService) -> None:
    add_translations(service, "org_larkfield", [["xx-yy", "yue"], [], None])
    assert [row[1] for row in alice.get(TRANSLATIONS).rows][4:] == ["xx-yy, Cantonese", "None yet", "Not reported"]
    start_over(alice, service)
    add_translations(service, "org_larkfield", [LANGUAGES[:12], LANGUAGES])
    few, many = [row[1] for row in alice.get(TRANSLATIONS).rows][4:]
    assert few.count(",") == 11
    assert many.startswith(f"{len(LANGUAGES)} languagesEnglish, ")


def test_an_organization_without_translations_says_what_they_are_for(alice: Pages, service: RunningService) -> None:
    delete_translations(service, "org_larkfield")
    shown = alice.get(TRANSLATIONS)
    assert shown.rows == []
    assert "No translations yet" in shown.main
    assert shown.links["New translation"] == f"{TRANSLATIONS}/new"


def test_a_long_list_is_paged(alice: Pages, service: RunningService) -> None:
    add_translations(service, "org_larkfield", [["de"]] * 99)
    first = alice.get(TRANSLATIONS)
    assert len(first.rows) == 100
    assert [row[0] for row in alice.get(first.links["Next page"]).rows] == [f"Translation {n:04}" for n in (97, 98, 99)]


def test_it_is_made_once_and_taken_away_after_a_question(alice: Pages, service: RunningService, asked: Log) -> None:
    assert "You select its space and languages in the documentation app." in alice.get(f"{TRANSLATIONS}/new").main
    shown = alice.submit(f"{TRANSLATIONS}/new", title="  Customs forms ")
    next_step = "Next, select its space and languages in the documentation app."
    assert (shown.h1, shown.toasts) == ("Customs forms", [f"Customs forms was created. {next_step}"])
    assert asked.writes == [f"POST {API}"]
    assert titles(service)[-1] == "Customs forms"
    start_over(alice, service)
    asked.clear()
    form = alice.get(f"{TRANSLATIONS}/new")
    first = alice.submit(f"{TRANSLATIONS}/new", title="Forms").path
    alice.page = form
    assert alice.submit(f"{TRANSLATIONS}/new", title="Forms").path == first
    assert asked.writes == [f"POST {API}"]
    start_over(alice, service)
    asked.clear()
    alice.get(f"{TRANSLATIONS}/new")
    alice.submit(f"{TRANSLATIONS}/new", title="Forms")
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert shown.h1 == "Undo this change?"
    assert "The API doesn't say" in shown.notes[0]
    alice.submit(f"{JOURNAL}/1/undo")
    assert "Forms" not in titles(service)


@for_each("title, message", [("", "is required"), ("t" * 101, "at most 100 characters")])
@for_each("form", [f"{TRANSLATIONS}/new", f"{GUIDE}/edit"])
def test_a_title_that_will_not_do_is_told_at_the_field(
    alice: Pages, asked: Log, form: str, title: str, message: str
) -> None:
    alice.get(form)
    shown = alice.submit(form, title=title)
    assert (shown.status, asked.writes) == (422, [])
    assert message in shown.error_at("title")


def test_it_is_shown_before_it_is_sent_renamed_and_the_title_taken_back(
    alice: Pages, asked: Log, service: RunningService
) -> None:
    alice.get(f"{GUIDE}/edit")
    assert alice.submit(f"{GUIDE}/edit").path == GUIDE
    assert asked.writes == []
    start_over(alice, service)
    asked.clear()
    alice.get(f"{GUIDE}/edit")
    shown = alice.submit(f"{GUIDE}/edit", title="Shipping guide")
    assert (shown.path, shown.toasts) == (GUIDE, ["Shipping guide was saved."])
    assert asked.writes == [f"PUT {API}/translation_guide"]
    assert titles(service)[0] == "Shipping guide"
    alice.submit(f"{JOURNAL}/1/undo")
    assert titles(service)[0] == "Shipping guide for Europe"
    assert ["Title", "“Shipping guide for Europe”", "“Shipping guide”"] in alice.get(f"{JOURNAL}/1").rows
    start_over(alice, service)
    asked.clear()
    alice.get(f"{GUIDE}/edit")
    shown = alice.submit(f"{GUIDE}/edit", title="Shipping guide", press="Review first")
    assert (shown.h1, asked.writes) == ("Review your changes", [])
    alice.submit(f"{GUIDE}/edit", press="Save")
    assert titles(service)[0] == "Shipping guide"


def test_what_a_colleague_renamed_meanwhile_is_asked_about(alice: Pages, service: RunningService) -> None:
    alice.get(f"{GUIDE}/edit")
    ask(service, ALICE, "PUT", f"{API}/translation_guide", {"title": "Routes"})
    assert alice.submit(f"{GUIDE}/edit", title="Shipping guide").status == 409
    assert titles(service)[0] == "Routes"


@for_each("page", [GUIDE, f"{GUIDE}/edit"])
def test_what_cannot_be_changed_is_said_with_a_way_on(alice: Pages, page: str) -> None:
    shown = alice.get(page)
    assert "The API has no call that changes the languages, so you can't change them here." in shown.main
    assert "/o/org_larkfield" in next(href for words, href in shown.links.items() if "in the app" in words)


def test_what_deleting_means_is_said_and_one_that_is_gone_told(alice: Pages, service: RunningService) -> None:
    shown = alice.get(f"{GUIDE}/delete")
    assert "The translation loses its languages" in shown.main
    assert "The API doesn't say what happens to translated pages that are published." in shown.main
    alice.get(f"{GUIDE}/delete")
    ask(service, ALICE, "DELETE", f"{API}/translation_guide")
    shown = alice.submit(f"{GUIDE}/delete", confirm="Shipping guide for Europe")
    assert (shown.path, shown.toasts) == (TRANSLATIONS, ["This translation was already deleted."])
    assert [alice.get(page).status for page in (GUIDE, f"{GUIDE}/edit", f"{GUIDE}/delete")] == [404, 404, 404]
    assert alice.get("/orgs/org_zebra/translations").status == 404
    assert alice.post("/orgs/org_zebra/translations/translation_guide/delete", {}).status == 404


def test_a_deleted_one_is_made_again_without_its_languages(alice: Pages, service: RunningService) -> None:
    alice.get(f"{GUIDE}/delete")
    shown = alice.submit(f"{GUIDE}/delete", confirm="Shipping guide for Europe")
    assert (shown.path, shown.toasts) == (TRANSLATIONS, ["Shipping guide for Europe was deleted."])
    assert len(titles(service)) == 3
    alice.get(f"{JOURNAL}/1/undo")
    assert "Its languages don't come back" in alice.shown.notes[0]
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert titles(service)[-1] == "Shipping guide for Europe"
    again = ask(service, ALICE, "GET", API).get_json()["items"][-1]
    assert (again["languages"], shown.path) == (["en"], TRANSLATIONS)
    assert "It was already created again." in alice.get(f"{JOURNAL}/1/undo").main


def test_a_reader_can_look_and_not_change(charlie: Pages) -> None:
    assert [row[-1] for row in charlie.get(TRANSLATIONS).rows] == ["", "", "", ""]
    assert {"Edit", "Delete", "New translation"} & charlie.get(GUIDE).links.keys() == set()
    for page, words in (("new", "create translations"), ("translation_api/edit", "change this translation")):
        assert f"Your role doesn't let you {words}." in charlie.get(f"{TRANSLATIONS}/{page}").notes[0]
    assert charlie.get(f"{GUIDE}/delete").forms_to(f"{GUIDE}/delete") == []


def test_whoever_may_edit_one_is_told_by_itself(bob: Pages, service: RunningService) -> None:
    assert [row[-1] for row in bob.get(TRANSLATIONS).rows] == ["Edit", "Edit", "Edit", "Edit"]
    bob.get(f"{REFERENCE}/edit")
    bob.submit(f"{REFERENCE}/edit", title="The API")
    assert one(service, "translation_api")["title"] == "The API"


def test_a_title_that_the_service_did_not_take_is_not_called_saved(through_wire: Pages, wire: Wire) -> None:
    as_before = {"object": "translation-settings", "id": "translation_guide", "title": "Shipping guide for Europe"}
    wire.faults["PUT"] = faults.says(as_before)
    through_wire.get(f"{GUIDE}/edit")
    shown = through_wire.submit(f"{GUIDE}/edit", title="Routes")
    assert shown.toasts == ["Shipping guide for Europe: the API accepted this, but reports another value for title."]


@for_each(
    "status, told",
    [
        (None, "the API accepted this, but it is still there."),
        (500, "the API accepted this. Masthead couldn't check yet whether it is gone."),
    ],
)
@pytest.mark.exhaustive
def test_what_is_still_there_is_not_called_deleted(
    through_wire: Pages, wire: Wire, status: int | None, told: str, service: RunningService
) -> None:
    start_over(through_wire, service)
    wire.faults.clear()

    def nothing(talk: Talk) -> bool:
        if status:
            wire.faults["GET"] = faults.at("/**/translation_guide", faults.refusal(status))
        return faults.answer(205, b"")(talk)

    lists = portal_of(through_wire.app).store.wanted_languages
    lists.save("org_larkfield", "translation_guide", ["de"], "somebody")
    wire.faults["DELETE"] = nothing
    through_wire.get(f"{GUIDE}/delete")
    shown = through_wire.submit(f"{GUIDE}/delete", confirm="Shipping guide for Europe")
    assert shown.toasts == [f"Shipping guide for Europe: {told}"]
    assert shown.rows[0][0] == "Shipping guide for Europe"
    assert "translation_guide" in lists.for_organization("org_larkfield")


def test_what_is_wanted_of_a_new_one_goes_when_it_is_undone(alice: Pages) -> None:
    alice.get(f"{TRANSLATIONS}/new")
    own_id = alice.submit(f"{TRANSLATIONS}/new", title="Forms").path.rsplit("/", 1)[1]
    lists = portal_of(alice.app).store.wanted_languages
    lists.save("org_larkfield", own_id, ["de"], "somebody")
    alice.submit(f"{JOURNAL}/1/undo")
    alice.submit(f"{JOURNAL}/1/undo")
    assert own_id not in lists.for_organization("org_larkfield")
