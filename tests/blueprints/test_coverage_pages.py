"""How the table of coverage comes: light, on pages, in words on a phone, with its file and its way back."""

from tests.blueprints.test_coverage import COVERAGE, want
from tests.pages.pages import Pages
from tests.records import add_translations
from tests.world import RunningService


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


def test_a_phone_is_told_it_in_words_and_its_ways_go_with_the_filters(alice: Pages) -> None:
    want(alice, "de")
    assert "Clear" not in alice.get(COVERAGE).links
    part = alice.swap(f"{COVERAGE}?q=hand", "coverage-rows")
    assert f'{COVERAGE}/export.csv?q=hand"' in part.html
    assert ">Clear<" in part.html
    shown = alice.get(f"{COVERAGE}?page=9&show=gaps")
    assert "This page of the list is empty." in shown.main
    assert len(alice.get(shown.links["Show the first page"]).rows) == 3
    want(alice, "de", "fr", "en")
    assert alice.get(COVERAGE).rows[0][-3] == "Available: French, German. Missing: English."
