"""When certificates expire, as a picture: one, some and many of them."""

import pytest

from blueprints.certificates.timeline import LATER, MAX_ROWS, PAST, TODAY, YEAR_END, timeline
from tests.blueprints.overview import Told, listing
from tests.certificates import pem
from tests.pages.document import read_aloud
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.providers import DRIVERS

ORG = "/orgs/org_larkfield"
DESK = f"{ORG}/certificates"


def provider(number: int, days: int) -> dict[str, object]:
    label = f"Provider {number}"
    return {"object": "saml-provider", "id": f"saml_{number}", "label": label, "certificate": pem(days)}


def lines(page: Page) -> list[str]:
    """The lines of the picture, as a screen reader reads them."""
    lists = [each for each in page.document.all("ul") if each.get("class") == "timeline"]
    return [read_aloud(page.document, line) for each in lists for line in each.iter("li")]


def places(page: Page) -> list[float]:
    marks = [each for each in page.document.all("rect") if each.get("class", "").startswith("bar-")]
    return [float(each.attrib["x"]) + 0.5 for each in marks]


def test_each_certificate_has_a_line_with_words_and_a_link(alice: Pages) -> None:
    shown = alice.get(DESK)
    assert lines(shown)[:2] == ["Carriers (old directory) Expired 40 days ago", "Drivers Expires in 21 days"]
    assert shown.links["Drivers"] == DRIVERS
    assert "1 provider is not shown here: no certificate" in shown.main
    past, soon, *_ = places(shown)
    assert past == PAST
    assert TODAY < soon < TODAY + 10


@pytest.mark.parametrize(("days", "place"), [(1, TODAY), (364, YEAR_END), (900, LATER)])
def test_a_certificate_stands_where_its_day_is(told: Told, days: int, place: float) -> None:
    alice, becomes = told
    becomes["saml"] = listing(provider(1, days))
    shown = alice.get(DESK)
    assert places(shown) == [pytest.approx(place, abs=0.3)]
    assert len(lines(shown)) == 1


def test_many_are_counted_by_period_and_lead_to_their_rows(told: Told) -> None:
    alice, becomes = told
    becomes["saml"] = listing(*(provider(number, days) for number, days in enumerate([-9, 3, 3, *[800] * MAX_ROWS])))
    shown = alice.get(DESK)
    assert lines(shown) == [
        "Expired 1 of 15 certificates",
        "Within 30 days 2 of 15 certificates",
        "Later 12 of 15 certificates",
    ]
    assert len(places(shown)) == 15
    assert [shown.links[name] for name in ("Expired", "Within 30 days", "Later")] == ["#row-1", "#row-2", "#row-4"]


def test_nothing_is_drawn_of_nothing(told: Told) -> None:
    alice, becomes = told
    becomes["saml"] = listing()
    shown = alice.get(DESK)
    assert "When they expire" not in shown.main
    assert timeline([], None).by_row  # type: ignore[arg-type] # nothing asks for the time
