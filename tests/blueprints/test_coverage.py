"""Language coverage: what is wanted is noted here, and held against what there is."""

import csv
import io

from masthead.store.notes import ALL
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_translations, delete_translations
from tests.world import RunningService

ORG = "/orgs/org_larkfield"
TRANSLATIONS = f"{ORG}/translations"
COVERAGE = f"{TRANSLATIONS}/coverage"
WANTED = f"{COVERAGE}/wanted"
REFERENCE = f"{WANTED}/translation_api"
COUNTED = "A language counts once for each translation."
ALL_THERE, ONE_MORE = "The one wanted translation is available.", "1 more is available but not wanted."
API = "/v1/orgs/org_larkfield/translations"


def want(pages: Pages, *codes: str, of: str = ALL) -> None:
    """Note what is wanted, as a colleague did."""
    get_portal(pages.app).store.wanted_languages.save("org_larkfield", of, codes, "somebody")


def noted(pages: Pages) -> dict[str, tuple[str, ...]]:
    lists = get_portal(pages.app).store.wanted_languages.for_organization("org_larkfield")
    return {translation: each.languages for translation, each in lists.items()}


def cells(shown: Page) -> dict[str, list[str]]:
    """By translation: a cell for each language, and what is there besides."""
    return {row[0]: [*row[1:-3], row[-2]] for row in shown.rows}


def test_nothing_wanted_says_what_to_do(alice: Pages, charlie: Pages, service: RunningService) -> None:
    shown = alice.get(COVERAGE)
    assert "No wanted languages yet" in shown.main
    assert "German, Japanese, Polish, Romanian, Spanish, Ukrainian." in shown.main
    assert shown.links["Select wanted languages"] == WANTED
    assert "Your role doesn't let you select them" in charlie.get(COVERAGE).main
    delete_translations(service, "org_larkfield")
    assert "No translations yet" in alice.get(f"{COVERAGE}?refresh=1").main
    add_translations(service, "org_larkfield", [None])
    want(alice, "de")
    assert cells(alice.get(f"{COVERAGE}?refresh=1")) == {"Translation 0001": ["Not shown", ""]}
    assert alice.get(f"{COVERAGE}?show=gaps").rows == []


def test_the_table_and_a_sentence_tell_what_is_there_missing_or_not_wanted(alice: Pages) -> None:
    want(alice, "de", "fr", "en")
    want(alice, "ja", "de", of="translation_api")
    shown = alice.get(COVERAGE)
    heads = [text_of(each) for each in shown.document.all("th") if each.get("scope") == "col"]
    assert heads == ["Translation", "English", "French", "German", "Japanese", "In words", "Also available", "Actions"]
    assert cells(shown) == {
        "Shipping guide for Europe": ["Missing", "Available", "Available", "", "Dutch, Polish"],
        "Drivers' handbook": [*["Missing"] * 3, "", "Spanish, Romanian, Ukrainian, Brazilian Portuguese"],
        "API reference own list": ["", "", "Missing", "Available", "Chinese (Traditional, Taiwan)"],
        "Partner onboarding": ["Available", "Missing", "Missing", "", ""],
    }
    missing = "7 of 11 wanted translations are missing: German (3), English (2), French (2)."
    assert f"{missing} {COUNTED} 7 more are available but not wanted." in shown.main
    assert "and whether it is outdated" in shown.main
    assert "You change the languages in the documentation app." in shown.main
    assert any(text.startswith("Open the organization in the app") for text in shown.links)
    assert shown.links["Edit list of wanted languages for API reference"].endswith("/wanted/translation_api")
    want(alice, "ja", of="translation_guide")
    shown = alice.get(COVERAGE)
    assert cells(shown)["Shipping guide for Europe own list"][2:4] == ["Available, not wanted", "Missing"]


@for_each(
    "languages, wanted, words",
    [
        ([["de"]], ["de"], ALL_THERE),
        ([["de", "fr"], ["de"]], ["de"], f"All 2 wanted translations are available. {COUNTED} {ONE_MORE}"),
        ([["de"], ["fr"]], ["de"], f"1 of 2 wanted translations is missing: German. {COUNTED}"),
        ([["fr"]], ["de"], f"The one wanted translation is missing: German. {ONE_MORE}"),
        ([["de"], None], ["de"], f"{ALL_THERE} The languages of 1 translation aren't shown."),
        ([["de"]], ["de", "fr"], "1 of 2 wanted translations is missing: French. The organization"),
        ([["PT_BR"]], ["pt-br"], ALL_THERE),
    ],
)
def test_the_sentence_counts_right(
    alice: Pages, service: RunningService, languages: list[list[str] | None], wanted: list[str], words: str
) -> None:
    delete_translations(service, "org_larkfield")
    add_translations(service, "org_larkfield", languages)
    want(alice, *wanted)
    assert words in alice.get(f"{COVERAGE}?refresh=1").main


def test_only_those_with_gaps_with_ways_that_go_with_the_filters(alice: Pages) -> None:
    want(alice, "de")
    assert len(alice.get(f"{COVERAGE}?show=gaps").rows) == 3
    assert [*cells(alice.get(f"{COVERAGE}?show=gaps&q=HAND"))] == ["Drivers' handbook"]
    assert "No translation matches" in alice.get(f"{COVERAGE}?q=zebra").main
    assert len(alice.get(f"{COVERAGE}?show=nonsense").rows) == 4
    assert "Clear" not in alice.get(COVERAGE).links
    part = alice.swap(f"{COVERAGE}?q=hand", "coverage-rows")
    assert f'{COVERAGE}/export.csv?q=hand"' in part.html
    assert ">Clear<" in part.html
    shown = alice.get(f"{COVERAGE}?page=9&show=gaps")
    assert "This page of the list is empty." in shown.main
    assert len(alice.get(shown.links["Show the first page"]).rows) == 3
    want(alice, "de", "fr", "en")
    assert alice.get(COVERAGE).rows[0][-3] == "Available: French, German. Missing: English."


def test_it_is_a_file_too(alice: Pages) -> None:
    want(alice, "de", "sr")
    want(alice, "ja", of="translation_api")
    lines = list(csv.reader(io.StringIO(alice.get(f"{COVERAGE}/export.csv?q=r").html)))
    assert lines[0] == ["translation", "translationId", "language", "code", "state", "list"]
    assert lines[1] == ["Shipping guide for Europe", "translation_guide", "German", "de", "there", "the organization's"]
    assert ["API reference", "translation_api", "Japanese", "ja", "there", "its own"] in lines
    assert [line[2:5] for line in lines if line[1] == "translation_partners"] == [
        ["German", "de", "missing"],
        ["Serbian", "sr", "missing"],
        ["English", "en", "there, not wanted"],
    ]


def test_the_list_of_the_organization_is_noted_here_alone(alice: Pages, asked: Log) -> None:
    shown = alice.fill_in(WANTED, {"languages": "pt-br", "languages-other": "sr, PT_PT;sr"})
    assert (shown.path, shown.toasts) == (COVERAGE, ["The wanted languages were saved in Masthead."])
    assert noted(alice) == {ALL: ("pt-br", "sr", "PT_PT")}
    assert asked.writes == []
    assert "Last saved by" in shown.main
    again = alice.get(WANTED)
    assert [each.get("value") for each in again.document.with_attribute("checked")] == ["pt-br", "PT_PT", "sr"]
    alice.submit(WANTED, {"languages-other": "PT-BR zh_TW de de"})
    assert {*noted(alice)[ALL]} == {"pt-br", "sr", "PT_PT", "de", "zh-tw"}
    alice.get(WANTED)
    want(alice, *noted(alice)[ALL], "fr")  # a colleague, meanwhile
    alice.submit(WANTED, {"languages-other": "q99"})
    assert {*noted(alice)[ALL]} == {"pt-br", "sr", "PT_PT", "de", "zh-tw", "fr", "q99"}


@for_each("typed", ["pt_", "<b>", "x" * 36, "é", " ".join(f"q{n}" for n in range(201))])
def test_what_is_no_code_is_told_at_the_field(alice: Pages, typed: str) -> None:
    shown = alice.fill_in(WANTED, {"languages-other": typed})
    assert (shown.status, noted(alice)) == (422, {})
    assert shown.error_at("languages") != ""
    assert shown.value("languages-other") == typed
    assert shown.document.with_attribute("checked") == []


def test_a_translation_has_a_list_of_its_own_and_gives_it_up(alice: Pages) -> None:
    shown = alice.fill_in(REFERENCE, languages="ja")
    assert (shown.status, noted(alice)) == (422, {})
    assert "Select it, or clear the languages." in shown.error_at("languages")
    want(alice, "de")
    alice.fill_in(REFERENCE, {"languages": "ja", "languages-is": "own"})
    assert noted(alice) == {ALL: ("de",), "translation_api": ("ja",)}
    shown = alice.get(f"{TRANSLATIONS}/translation_api")
    assert "Wanted Japanese Created" in shown.main
    alice.fill_in(REFERENCE, {"languages-is": "all"})
    assert noted(alice) == {ALL: ("de",)}
    alice.fill_in(REFERENCE, {"languages-is": "own"})
    assert noted(alice) == {ALL: ("de",), "translation_api": ()}
    assert cells(alice.get(COVERAGE))["API reference own list"][0] == ""
    for page in (WANTED, REFERENCE):
        assert alice.fill_in(page).toasts == ["Nothing to save. You changed nothing."]


def test_a_reader_looks_whoever_edits_notes_and_strangers_see_nothing(charlie: Pages, bob: Pages, dana: Pages) -> None:
    for pages, page in ((charlie, WANTED), (charlie, REFERENCE), (bob, WANTED)):
        shown = pages.get(page)
        assert "Your role doesn't let you select wanted languages." in shown.notes[0]
        token = shown.document.with_attribute("name", "csrf_token")[0].attrib["value"]
        refused = pages.post(page, {"csrf_token": token, "languages": "de", "languages-is": "own"})
        assert (refused.status, noted(pages)) == (403, {})
        assert "Nothing was saved" in refused.problems[0]
    bob.fill_in(REFERENCE, {"languages": "ja", "languages-is": "own"})
    assert noted(bob) == {"translation_api": ("ja",)}
    want(dana, "de")
    assert [dana.get(page).status for page in (COVERAGE, WANTED, f"{COVERAGE}/export.csv")] == [404, 404, 404]
    assert dana.get("/orgs/org_orchard/translations/coverage").rows == []


def test_the_page_of_a_translation_tells_what_is_missing_and_its_list_goes_with_it(alice: Pages) -> None:
    assert "No languages selected yet." in alice.get(f"{TRANSLATIONS}/translation_guide").main
    want(alice, "de", "sr")
    assert "German, Serbian. Missing: Serbian" in alice.get(f"{TRANSLATIONS}/translation_guide").main
    want(alice, "de")
    want(alice, "ja", of="translation_api")
    alice.fill_in(f"{TRANSLATIONS}/translation_api/delete", confirm="API reference")
    assert noted(alice) == {ALL: ("de",)}
    assert alice.get(REFERENCE).status == 404


def test_many_languages_come_on_pages_which_are_light(alice: Pages, service: RunningService) -> None:
    add_translations(service, "org_larkfield", [["q00"]] * 150)
    want(alice, *(f"q{number:02}" for number in range(85)))
    first = alice.get(f"{COVERAGE}?show=gaps")
    assert len(first.html) < 250_000
    assert "q00 to q39: 40 of 85 languages" in first.main
    assert "Previous languages" not in first.links
    assert len(first.rows[0]) == 44
    last = alice.get(alice.get(first.links["Next languages"]).links["Next languages"])
    assert "q80 to q84: 5 of 85 languages" in last.main
    assert "Next languages" not in last.links
    assert "Also available" not in [cell for cell in last.rows[0] if cell]
    following = alice.get(last.links["Next page"])
    assert "q80 to q84: 5 of 85 languages" in following.main
    assert len(following.rows) == 54
    assert "q80 to q84" in alice.get(f"{COVERAGE}?languages=99").main
    want(alice, "q00")
    shown = alice.get(COVERAGE)
    assert (len(shown.rows), len(alice.get(shown.links["Next page"]).rows)) == (100, 54)
    assert f"4 of 154 wanted translations are missing: q00 (4). {COUNTED}" in shown.main
