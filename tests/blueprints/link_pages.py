"""Where the share links of the demo world are, for the tests of their pages."""

from typing import Any

from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SITE = f"{ORG}/sites/site_partners"
LINKS = f"{SITE}/links"
CARRIERS = f"{LINKS}/link_carriers"
JOURNAL = f"{ORG}/journal"
API = "/v1/orgs/org_larkfield/sites/site_partners/share-links"
KEYS = ("carriers-7f3k9q2m", "brokers-m5t8c3vj")
"""Those of the links that are on."""


def links(service: RunningService) -> list[dict[str, Any]]:
    """The links as the service tells them."""
    listed: list[dict[str, Any]] = ask(service, ALICE, "GET", f"{API}?limit=1000").get_json()["items"]
    return listed


def link(service: RunningService, name: str) -> dict[str, Any]:
    """The one with this name; the newest of several."""
    return [each for each in links(service) if each["name"] == name][-1]
