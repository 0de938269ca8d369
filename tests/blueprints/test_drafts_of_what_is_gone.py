"""What was typed for something that is gone meanwhile can still be read and copied."""

import pytest
from flask import Flask

from masthead.web.person.portal import portal_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

PROVIDERS = "/orgs/org_larkfield/sso"


def typed_in(shown: Page) -> str:
    return str(shown.value("typed"))


@pytest.fixture
def gone(alice: Pages, service: RunningService) -> Pages:
    """Alice, who saved a provider that was deleted meanwhile."""
    alice.get(f"{PROVIDERS}/saml_auditors/idp")
    deleted = ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/saml/saml_auditors")
    assert deleted.status_code == 204
    assert alice.submit(f"{PROVIDERS}/saml_auditors/idp", label="Lorries", press="Save provider").status == 404
    return alice


def test_the_refusal_and_the_list_lead_to_the_text(gone: Pages) -> None:
    assert "Nothing was saved. Masthead keeps what you typed as a draft: view the draft." in gone.shown.main
    shown = gone.get(gone.shown.links["view the draft"])
    assert (shown.h1, "Label: Lorries" in typed_in(shown)) == ("Identity provider", True)
    assert "This was not saved." in shown.main
    assert "structure" not in shown.main
    shown = gone.get("/drafts")
    assert "Label: Lorries" in typed_in(gone.get(shown.links["Identity provider"]))
    assert gone.submit(f"{PROVIDERS}/saml_auditors/idp", press="Open in its form").status == 404
    assert "Label: Lorries" in typed_in(gone.get(gone.shown.links["view the draft"]))
    assert gone.submit("/drafts/discard").rows == []


def test_a_draft_of_a_form_that_no_longer_exists_can_be_read(alice: Pages, portal: Flask) -> None:
    parts = portal_of(portal)
    parts.store.drafts.save(parts.store.keys.owner_of(ALICE), "/gone/form", [("title", "Guide\nand more")])
    assert alice.get("/drafts").rows[0][0] == "A form that no longer exists Guide and more"
    shown = alice.get(alice.shown.links["A form that no longer exists"])
    assert typed_in(shown) == "Title: Guide\nand more"
    assert not shown.forms_to("/gone/form")
    alice.get("/drafts")
    assert alice.submit("/drafts/discard").rows == []
