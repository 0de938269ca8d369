"""Import of content: asked for with the name typed, sent once, told with numbers and with the revision before."""

import json
import re

from blueprints.imports import LEFT_OUT
from tests.asked import Log
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
HERE, PROPOSED = f"{ORG}/spaces/space_guide/import", f"{ORG}/spaces/space_guide/change-requests/2/import"
SENT = "POST /v1/spaces/space_guide/content/import"
SPACE = f"{ORG}/spaces/space_guide"
NONE = "0 of 3 resources were imported"
RESULT = {"revision": "rev_2", "totalResources": 3}
NOWHERE = "https://docs.invalid/docs"


def test_it_says_what_it_does_before_and_without_the_name_nothing_is_sent(alice: Pages, asked: Log) -> None:
    alice.get(f"{ORG}/sites/site_docs")
    alice.get(HERE)
    main = alice.shown.main
    assert alice.shown.h1 == "Import into Shipping guide"
    assert "The import changes the space at once" in main
    assert "go back to the revision of " in main
    assert "Type “Shipping guide” to confirm" in main
    assert asked.writes == []
    alice.submit(HERE, url=NOWHERE, confirm="something else")
    assert (alice.shown.status, "doesn't match" in alice.shown.main, asked.writes) == (422, True, [])


@for_each(
    "url",
    [
        "",
        "https://127.0.0.1/",
        "docs.example",
        "https://me:secret@docs.example/",
    ],
)
def test_an_address_that_is_none_is_refused_here(alice: Pages, asked: Log, url: str) -> None:
    alice.get(HERE)
    alice.submit(HERE, url=url, confirm="space_guide")
    assert (alice.shown.status, asked.writes) == (422, [])
    assert alice.shown.error_at("url")


@for_each("imported, told, path", [(0, NONE, HERE), (2, "2 of 3 resources", SPACE), (3, "3 of 3 resources", SPACE)])
def test_it_is_sent_once_and_told_with_numbers(
    service: RunningService, portal_for: PortalFor, imported: int, told: str, path: str
) -> None:
    with Wire(service) as wire:
        alice = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
        wire.faults["POST"] = faults.answer(201, json.dumps({**RESULT, "importedResources": imported}).encode())
        alice.get(HERE)
        shown = alice.submit(HERE, url=NOWHERE, source="markdown", confirm="space_guide")
        said = " ".join(shown.toasts)
        assert (shown.path, told in said, NOWHERE in said, LEFT_OUT in said) == (path, True, True, imported == 2)
        outcomes = {each.get("data-outcome") for each in shown.document.with_attribute("data-outcome")}
        assert outcomes == {"saved" if imported else "not-saved"}
        assert ("What you typed here was not saved" in shown.main) is (imported == 0)
        journal = alice.get(f"{ORG}/journal").main
        assert "Import from Markdown into space_guide, after the revision of " in journal


def test_a_review_shows_the_request(alice: Pages, asked: Log) -> None:
    alice.get(HERE)
    shown = alice.submit(HERE, url=NOWHERE, confirm="space_guide", press="Review first")
    assert (shown.h1, asked.writes) == ("Review your changes", [])
    assert "An import may change pages that exist." in shown.main
    alice.confirm(HERE)
    assert asked.writes == [SENT]


def test_a_change_request_needs_no_name_and_leads_to_its_import(alice: Pages, asked: Log) -> None:
    request = PROPOSED.removesuffix("/import")
    alice.get(alice.get(request).links["Import content"])
    assert "to confirm" not in alice.shown.main
    assert alice.shown.links["Cancel"] == request
    assert alice.submit(PROPOSED, url=NOWHERE).path == PROPOSED
    entry = next(to for to in alice.get(f"{ORG}/journal").links.values() if re.fullmatch(r".*/journal/\d+", to))
    assert f"{ORG}/spaces/space_guide/change-requests/" in " ".join(alice.get(entry).links.values())
    (written,) = asked.writes
    assert written.endswith("/content/import")
    assert "/change-requests/" in written
