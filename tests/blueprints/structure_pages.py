"""The structure of the demo sites, as tests of two people change it."""

import json

from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "org_larkfield"
HELP = f"/orgs/{ORG}/sites/site_help/structure"
DOCS = f"/orgs/{ORG}/sites/site_docs/structure"
API = f"/v1/orgs/{ORG}/sites"
HELP_SPACES = ["sitespace_help_start", "sitespace_help_guide", "sitespace_help_releases"]
START, GUIDE, RELEASES = HELP_SPACES
QUICK, WAREHOUSE, REFERENCE = "sitespace_docs_start", "sitespace_docs_warehouse", "sitespace_docs_api"


def rows(page: Page, line: str) -> list[str]:
    """The items of one line, in their order."""
    return [str(item) for item in json.loads(str(page.document.with_attribute("name", "lines")[0].get("value")))[line]]


def move(service: RunningService, space: str, after: str, site: str = "site_docs") -> None:
    body = {"position": {"after": {"type": "site-space", "siteSpace": after}}}
    answer = ask(service, ALICE, "POST", f"{API}/{site}/site-spaces/{space}/move", body)
    assert answer.status_code == 200


def into(page: Pages, item: str, section: str) -> Page:
    page.get(DOCS)
    return page.post(DOCS, {"do": "move", "item": item, "where": f"into section:{section}"})
