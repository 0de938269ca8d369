"""What was named by hand in a form is proved by one read before anything is sent; addresses are as good as ids."""

import pytest

from tests.asked import Log
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
API = "/v1/orgs/org_larkfield"
EDIT, NEW = f"{ORG}/sites/site_docs/edit", f"{ORG}/sites/new"
SPACES = f"{API}/sites/site_docs/site-spaces"


def reads_of(asked: Log, path: str) -> int:
    return asked.lines.count(f"GET {path}")


def sent(alice: Pages) -> dict[str, str]:
    """What the form of a new site sends that is to start with some spaces."""
    document = alice.shown.document
    hidden = {name: document.with_attribute("name", name)[0].attrib["value"] for name in ("was", "form_key")}
    return {**hidden, "title": "Drivers", "visibility": "public", "type": "basic", "spaces": "known"}


@pytest.mark.parametrize("typed", ["sitespace_docs_partners", f"{SPACES}/sitespace_docs_partners"])
def test_a_part_of_the_site_by_id_or_address(alice: Pages, service: RunningService, typed: str) -> None:
    alice.get(EDIT)
    shown = alice.submit(EDIT, {"defaultSiteSpace-other": typed, "defaultSiteSection-other": "section_guide"})
    assert shown.problems == []
    sections = ask(service, ALICE, "GET", f"{API}/sites/site_docs/published").get_json()["structure"]["structure"]
    assert [each["id"] for each in sections if each["default"]] == ["section_guide"]


def test_what_the_page_has_read_needs_no_proof(alice: Pages, asked: Log) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, defaultSiteSection="section_guide")
    assert reads_of(asked, SPACES) == 0


@for_each(
    "typed, said",
    [
        (
            "https://evil.example/o/org_larkfield/s/x",
            "This isn't an address of the documentation app or of Masthead.",
        ),
        ("a<b", "This isn't an address"),
        (f"{API}/sites/site_help", "This is the address of something else: site, and not space of a site."),
    ],
)
def test_what_names_nothing_of_the_kind_is_refused_unasked(alice: Pages, asked: Log, typed: str, said: str) -> None:
    alice.get(EDIT)
    shown = alice.submit(EDIT, {"defaultSiteSpace-other": typed})
    assert (shown.status, asked.writes, reads_of(asked, SPACES)) == (422, [], 0)
    assert shown.error_at("defaultSiteSpace").startswith(said)
    assert shown.value("defaultSiteSpace-other") == typed


def test_spaces_of_a_new_site_are_ticked_or_named(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(f"{ORG}/sites/site_docs")
    alice.get(NEW)
    assert "Shipping guide" in alice.shown.main
    asked.clear()
    typed = {"spaces-chosen": "space_guide", "spaces-ids": "space_handbook /o/org_larkfield/s/space_api"}
    shown = alice.post(NEW, {**sent(alice), **typed})
    assert shown.problems == []
    assert reads_of(asked, "/v1/spaces/space_guide/permissions/teams") == 0, "it was seen"
    assert reads_of(asked, "/v1/spaces/space_handbook/permissions/teams") == 1
    site = ask(service, ALICE, "GET", f"{API}/sites?title=Drivers").get_json()["items"][0]
    assert site["siteSpaces"] == 3


def test_a_choice_that_nobody_offered_is_proved_too(alice: Pages, asked: Log) -> None:
    alice.get(NEW)
    shown = alice.post(NEW, {**sent(alice), "spaces-chosen": "space_of_others"})
    assert (shown.status, asked.writes) == (422, [])
    assert "There is no space space_of_others" in shown.error_at("spaces")
