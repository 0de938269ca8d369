"""Translations: listed with their languages by name, made, renamed, deleted; each change told and taken back."""

from typing import Any

from contract.publishing.translations import LANGUAGES
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import add_translations, ask, delete_translations
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
TRANSLATIONS = f"{ORG}/translations"
GUIDE, REFERENCE = f"{TRANSLATIONS}/translation_guide", f"{TRANSLATIONS}/translation_api"
JOURNAL = f"{ORG}/journal"
API = "/v1/orgs/org_larkfield/translations"
IN_GERMAN = {"Accept-Language": "tlh-XX, de-CH;q=0.9, en;q=0.5"}


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
    assert "The space that a translation is made from, and the sites that show it." in alice.get(GUIDE).main
    shown = alice.get(TRANSLATIONS, headers=IN_GERMAN)
    assert [row[1] for row in shown.rows][2] == "Japanisch, Chinesisch (Traditionell, Taiwan)"
    assert {each.get("lang") for each in shown.document.all("span") if each.get("lang")} == {"de-CH"}
    assert f'href="{TRANSLATIONS}"' in alice.get(f"{ORG}/search?q=transl").html


def test_languages_without_a_name_are_told_by_code_and_many_counted(alice: Pages, service: RunningService) -> None:
    add_translations(service, "org_larkfield", [["xx-yy", "yue"], [], None, LANGUAGES[:12], LANGUAGES])
    *odd, few, many = [row[1] for row in alice.get(TRANSLATIONS).rows][4:]
    assert odd == ["xx-yy, Cantonese", "None yet", "Not shown"]
    assert few.count(",") == 11
    assert many.startswith(f"{len(LANGUAGES)} languagesEnglish, ")


def test_an_organization_without_translations_says_what_they_are_for(alice: Pages, service: RunningService) -> None:
    delete_translations(service, "org_larkfield")
    shown = alice.get(TRANSLATIONS)
    assert shown.rows == []
    assert "No translations yet" in shown.main
    assert shown.links["New translation"] == f"{TRANSLATIONS}/new"


def test_it_is_made_once_and_taken_away_after_a_question(alice: Pages, service: RunningService, asked: Log) -> None:
    assert "You select its space and languages in the documentation app." in alice.get(f"{TRANSLATIONS}/new").main
    shown = alice.submit(f"{TRANSLATIONS}/new", title="  Customs forms ")
    next_step = "Next, select its space and languages in the documentation app."
    assert (shown.h1, shown.toasts) == ("Customs forms", [f"Customs forms was created. {next_step}"])
    assert asked.writes == [f"POST {API}"]
    assert titles(service)[-1] == "Customs forms"
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert shown.h1 == "Undo this change?"
    assert "Published pages in these languages may go with it." in shown.notes[0]
    alice.submit(f"{JOURNAL}/1/undo")
    assert "Customs forms" not in titles(service)


def test_it_is_shown_before_it_is_sent_renamed_and_the_title_taken_back(
    alice: Pages, asked: Log, service: RunningService
) -> None:
    alice.get(f"{GUIDE}/edit")
    assert alice.submit(f"{GUIDE}/edit").path == GUIDE
    assert asked.writes == []
    alice.get(f"{GUIDE}/edit")
    shown = alice.submit(f"{GUIDE}/edit", title="Shipping guide", press="Review first")
    assert (shown.h1, asked.writes) == ("Review your changes", [])
    shown = alice.submit(f"{GUIDE}/edit", press="Save")
    assert (shown.path, shown.toasts) == (GUIDE, ["Shipping guide was saved."])
    assert asked.writes == [f"PUT {API}/translation_guide"]
    assert titles(service)[0] == "Shipping guide"
    alice.submit(f"{JOURNAL}/1/undo")
    assert titles(service)[0] == "Shipping guide for Europe"
    assert ["Title", "“Shipping guide for Europe”", "“Shipping guide”"] in alice.get(f"{JOURNAL}/1").rows


@for_each("page", [GUIDE, f"{GUIDE}/edit"])
def test_what_cannot_be_changed_is_said_with_a_way_on(alice: Pages, page: str) -> None:
    shown = alice.get(page)
    assert "You change the languages in the documentation app." in shown.main
    assert "/o/org_larkfield" in next(href for words, href in shown.links.items() if "in the app" in words)


def test_what_deleting_means_is_said(alice: Pages) -> None:
    shown = alice.get(f"{GUIDE}/delete")
    assert "The translation loses its languages" in shown.main
    assert "It isn't clear what happens to translated pages that are published." in shown.main


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


def test_whoever_may_edit_one_is_told_by_itself(bob: Pages, service: RunningService) -> None:
    assert [row[-1] for row in bob.get(TRANSLATIONS).rows] == ["⋯ Edit"] * 4
    bob.get(f"{REFERENCE}/edit")
    bob.submit(f"{REFERENCE}/edit", title="The API")
    assert one(service, "translation_api")["title"] == "The API"


def test_what_is_wanted_of_a_new_one_goes_when_it_is_undone(alice: Pages) -> None:
    alice.get(f"{TRANSLATIONS}/new")
    own_id = alice.submit(f"{TRANSLATIONS}/new", title="Forms").path.rsplit("/", 1)[1]
    lists = get_portal(alice.app).store.wanted_languages
    lists.save("org_larkfield", own_id, ["de"], "somebody")
    alice.submit(f"{JOURNAL}/1/undo")
    alice.submit(f"{JOURNAL}/1/undo")
    assert own_id not in lists.for_organization("org_larkfield")
