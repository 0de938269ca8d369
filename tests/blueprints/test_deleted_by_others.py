"""Somebody else deleted a thing while its page asked whether to: the list that follows does not show it any more."""

import pytest

from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG, API = "/orgs/org_larkfield", "/v1/orgs/org_larkfield"


@pytest.mark.parametrize(
    ("lists", "thing", "path", "named"),
    [
        ("sites", "site_help", "sites/site_help", "Help centre"),
        ("fields", "owner", "custom-fields/owner", "Owner"),
        ("specs", "rates", "openapi/rates", "rates"),
        (
            "sites/site_partners/links",
            "link_carriers",
            "sites/site_partners/share-links/link_carriers",
            "Carriers 2025",
        ),
    ],
)
def test_the_list_that_follows_does_not_show_it(
    alice: Pages, service: RunningService, lists: str, thing: str, path: str, named: str
) -> None:
    rows = [row[0] for row in alice.get(f"{ORG}/{lists}").rows]
    assert any(row.startswith(named) for row in rows)
    alice.get(f"{ORG}/{lists}/{thing}/delete")
    ask(service, ALICE, "DELETE", f"{API}/{path}")
    shown = alice.submit(f"{ORG}/{lists}/{thing}/delete")
    assert "already deleted" in shown.toasts[0]
    assert not any(row[0].startswith(named) for row in shown.rows)
