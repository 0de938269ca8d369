"""Two people choose the home of a site: a home section brings its own home space, so nobody's choice goes unasked."""

import pytest

from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

SITE = "/orgs/org_larkfield/sites/site_docs"
EDIT, API = f"{SITE}/edit", "/v1/orgs/org_larkfield/sites/site_docs"
PARTNERS = "sitespace_docs_partners"
REPLACES = "Home space changed while you were editing, and your change replaces it. Choose which to keep."
TOLD = "changed Home space to “Shipping / Partner onboarding”. Your change of Home section replaces it."


def home(service: RunningService) -> str:
    listed = ask(service, ALICE, "GET", f"{API}/published").get_json()["structure"]["structure"]
    sections = [each for item in listed for each in item.get("sections", [item])]
    (first,) = [each for each in sections if each.get("default")]
    return next(str(each["title"]) for each in first["siteSpaces"] if each.get("default"))


@pytest.fixture
def edited(alice: Pages, service: RunningService) -> Pages:
    """Alice at the settings of a site, of which a colleague made another space of the home section home since."""
    ask(service, ALICE, "PATCH", API, {"defaultSiteSection": "section_guide"})
    alice.get(EDIT)
    assert ask(service, ALICE, "PATCH", API, {"defaultSiteSpace": PARTNERS}).status_code == 200
    return alice


def test_a_home_section_replaces_a_home_space_where_that_was_asked(edited: Pages, service: RunningService) -> None:
    shown = edited.submit(EDIT, defaultSiteSection="section_api")
    assert (shown.status, home(service)) == (409, "Partner onboarding")
    assert shown.error_at("defaultSiteSection") == REPLACES
    assert f"Somebody {TOLD}" in shown.main
    assert "keeps that change" not in shown.main
    shown = edited.submit(EDIT, {"defaultSiteSection-whose": "mine"})
    assert (shown.toasts, home(service)) == (["Larkfield Docs was saved."], "API reference")


def test_another_field_leaves_their_home(edited: Pages, service: RunningService) -> None:
    assert edited.submit(EDIT, title="Guide").toasts == ["Guide was saved."]
    assert home(service) == "Partner onboarding"


def test_undoing_a_home_section_leaves_a_home_space_that_was_chosen_elsewhere_since(
    alice: Pages, service: RunningService
) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, defaultSiteSection="section_guide")
    ask(service, ALICE, "PATCH", API, {"defaultSiteSpace": PARTNERS})
    shown = alice.submit("/orgs/org_larkfield/journal/1/undo")
    assert home(service) == "Partner onboarding"
    assert "Changed since These stay as they are now: Home section: “Shipping”" in shown.main
    assert "Home space: “Partner onboarding”" in shown.main
    assert "There is nothing left to undo." in shown.main


def test_a_home_section_is_undone_and_redone_with_its_home_space_which_the_journal_tells(
    alice: Pages, service: RunningService
) -> None:
    before = home(service)
    alice.get(EDIT)
    alice.submit(EDIT, defaultSiteSection="section_guide")
    after = home(service)
    alice.submit("/orgs/org_larkfield/journal/1/undo")
    assert home(service) == before == "Get started"
    shown = alice.submit("/orgs/org_larkfield/journal/2/undo")
    assert (home(service), "stay as they are" in shown.main) == (after, False)
    assert f"Home space “{before}” “{after}”" in alice.get("/orgs/org_larkfield/journal/1").main
