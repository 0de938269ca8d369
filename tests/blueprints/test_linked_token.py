"""Linking a token, where nobody does. What happens with a provider is in tests/oidc/test_linked_tokens.py."""

import pytest
from flask import Flask

from tests.pages.pages import Pages
from tests.world import ALICE
from web.person.portal import portal_of


@pytest.mark.parametrize("way", ["open", "link", "unlink"])
def test_who_pasted_a_token_has_nothing_to_link(alice: Pages, portal: Flask, way: str) -> None:
    shown = {
        "open": lambda: alice.get("/linked-token"),
        "link": lambda: alice.post("/linked-token", {"token": ALICE}),
        "unlink": lambda: alice.post("/linked-token/unlink", {}),
    }[way]()
    assert shown.path == "/sessions"
    assert "Linked token" not in shown.main
    parts = portal_of(portal)
    linked = parts.store.linked_tokens.linked_at(parts.store.keys.owner_of(ALICE), parts.settings.api_base_url)
    assert linked is None
