"""The API answers what nobody expected, in the right shape: pages show it as it is, and forms keep it."""

from collections.abc import Iterator

import pytest

from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SITE = f"{ORG}/sites/site_docs"
PAGES = [f"{ORG}/sites", SITE, f"{SITE}/edit", f"{SITE}/delete", ORG, f"{ORG}/settings"]
Answer = dict[str, object]
USUAL: Answer = {
    "object": "site",
    "id": "site_docs",
    "type": "basic",
    "title": "Docs",
    "visibility": "public",
    "published": True,
    "siteSpaces": 1,
    "createdAt": "2024-05-06T07:08:09Z",
    "agentsContext": "included",
}


@pytest.fixture
def site() -> Answer:
    """The only site that there is."""
    return dict(USUAL)


@pytest.fixture
def alice(portal_for: PortalFor, service: RunningService, site: Answer) -> Iterator[Pages]:
    """Alice, with a service that has that site."""
    with Wire(service) as wire:
        pages = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)

        def told(talk: Talk) -> bool:
            answers = {"sites": {"items": [site], "count": 1}, "site_docs": site}
            answer = answers.get(talk.asked.path.rpartition("/")[2])
            return wire.pass_on(talk) if answer is None else faults.says(answer)(talk)

        wire.faults["GET"] = told
        yield pages


ODD: dict[str, Answer] = {
    "an unknown visibility": {"visibility": "items"},
    "other unknown words": {"type": "brand-new", "agentsContext": "keys"},
    "addresses that run": {"urls": {"published": "javascript:x()", "app": "//evil.example"}},
    "an address that is none": {"urls": {"published": "http://[", "app": ""}},
    "empty objects": {"adaptiveContent": {}, "proxy": {}, "urls": {}},
    "an id of signs": {"id": "a?b#c&d=%"},
}


@for_each("name, address", [(name, address) for name in ODD for address in PAGES])
def test_it_is_shown_as_it_is(alice: Pages, site: Answer, name: str, address: str) -> None:
    site.clear()
    site.update(USUAL | ODD[name])
    shown = alice.get(address)
    assert shown.status == 200
    assert "built-in method" not in shown.html
    assert not any(link.startswith(("javascript:", "//")) for link in shown.links.values())


@for_each("value", ["items", "brand-new"])
def test_an_unknown_visibility_is_offered_and_kept(alice: Pages, site: Answer, value: str) -> None:
    site["visibility"] = value
    shown = alice.get(f"{SITE}/edit")
    assert (shown.value("visibility"), shown.offers("visibility")[-1]) == ([value], value)
    assert alice.submit(f"{SITE}/edit").toasts == ["Nothing to save. You changed nothing."]


def test_what_is_not_told_is_not_changed(alice: Pages, site: Answer) -> None:
    site["adaptiveContent"] = {}
    alice.get(f"{SITE}/edit")
    assert alice.submit(f"{SITE}/edit").toasts == ["Nothing to save. You changed nothing."]
