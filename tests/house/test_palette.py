"""The command palette finds every page that has no object of its own, and every setting of the organization."""

from urllib.parse import urlencode

from flask import Flask

from blueprints.places import PLACES
from blueprints.settings.forms import SECTIONS
from masthead.web.frame.navigation import Destination
from tests.house.routes import address_of
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
# Pages that nobody goes to, with what they are.
LEFT_OUT = {
    "home.index": "leads to the organizations",
    "health.alive": "for a load balancer",
    "health.ready": "for a load balancer",
    "health.metrics": "for Prometheus, with a token of its own",
    "reminders.listing": "for programs",
    "certificates.monitor": "for a monitor with its own token",
    "account.sign_in": "leads on for those who are signed in",
    **dict.fromkeys(("oidc.start", "oidc.callback", "oidc.signed_out"), "the way to a provider and back"),
    "linked_token.show": "where the account page leads whoever links a token",
    "status.try_now": "the way back of a button",
    "organizations.switcher": "part of the banner",
    "bulk_changes.unfinished": "a line of pages that are open",
    "sso.enforcement": "part of pages that are open",
    "directory.options": "part of a field",
    "drafts.show": "one draft",
    "search.anywhere": "the palette outside of an organization",
    "journal_bulk.ask": "asks about the changes that are selected in the journal",
    "inbox_bulk.ask": "asks about the items that are selected in the inbox",
    "organization_files.export": "what its page's form asks for",
    "link_bulk.ask": "asks about the links that are selected in a list",
}
AREAS = [place.area for place in PLACES if place.area]
TABS = [place.tab for place in PLACES if place.tab and not place.area]
DECLARED = [*AREAS, *TABS, *(each for place in PLACES for each in place.destinations)]
ENDPOINTS = {each.endpoint for each in DECLARED}


def without_objects(app: Flask) -> set[str]:
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return {rule.endpoint for rule in rules if rule.arguments <= {"organization_id"}}


def found(pages: Pages, words: str) -> list[str]:
    shown: Page = pages.get(f"{ORG}/search?{urlencode({'q': words})}")
    return [each.get("href") or "" for each in shown.document.all("a") if each.get("class") == "entry"]


def test_each_page_without_an_object_is_declared(portal: Flask) -> None:
    pages = without_objects(portal)
    assert pages - ENDPOINTS == LEFT_OUT.keys()
    assert ENDPOINTS - pages == {"journal.export"}


@for_each("one", DECLARED)
def test_its_label_finds_it_first_and_its_keywords_find_it(alice: Pages, portal: Flask, one: Destination) -> None:
    url = address_of(portal, one.endpoint)[1]
    assert found(alice, one.label)[0] == url
    assert [each for each in one.keywords.split(", ") if url not in found(alice, each)] == []


def test_each_setting_is_found_by_its_label(alice: Pages) -> None:
    labels = {
        getattr(form, name).args[0]: f"{ORG}/settings#part-{section}"
        for section, form in SECTIONS.items()
        for name in form.body.model_fields
        if hasattr(form, name)
    }
    assert len(labels) == 8
    assert {label for label, url in labels.items() if url not in found(alice, label)} == set()


def test_keywords_are_of_settings_that_there_are() -> None:
    forms = [each for place in PLACES for each in place.searchable]
    there = {name for each in forms for name in each.form.body.model_fields if hasattr(each.form, name)}
    assert {name for each in forms for name in each.keywords} <= there
