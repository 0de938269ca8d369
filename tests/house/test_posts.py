"""An address that takes a form can be reloaded: it answers GET too, with the form or with the page above it."""

import pytest
from flask import Flask

from tests.house.routes import address_of
from tests.pages.pages import Pages


@pytest.mark.exhaustive
def test_no_address_of_a_form_refuses_to_be_opened(portal: Flask, alice: Pages) -> None:
    posts = [rule.endpoint for rule in portal.url_map.iter_rules() if "POST" in (rule.methods or ())]
    refused = []
    for endpoint in posts:
        _, path = address_of(portal, endpoint)
        shown = alice.get(path)
        if shown.status == 405:
            refused.append(path)
    assert not refused


def test_the_page_above_is_the_nearest_one(alice: Pages) -> None:
    assert alice.get("/orgs/org_larkfield/known/add").path == "/orgs/org_larkfield/known"
    assert alice.get("/orgs/org_larkfield/sso/enforce/off").path == "/orgs/org_larkfield/sso/enforce"
    assert alice.get("/theme").path != "/theme"


def test_other_methods_are_refused(alice: Pages) -> None:
    assert alice.client.put("/orgs/org_larkfield/known").status_code == 405
    assert alice.client.open("/orgs", method="TRACE", headers={"X-Told": "back"}).status_code == 405
    refused = alice.client.delete("/theme")
    assert (refused.status_code, set(refused.headers["Allow"].split(", "))) == (405, {"OPTIONS", "POST"})
