"""Signing in at a provider, where none is set. What happens with one is in tests/oidc."""

from tests.oidc.browsing import START
from tests.pages.pages import Pages


def test_without_a_provider_there_is_no_such_way(visitor: Pages) -> None:
    assert "Sign in with" not in visitor.get("/sign-in").main
    for path in (START, "/sign-in/callback?code=a&state=b", "/signed-out"):
        assert visitor.get(path).path == "/sign-in"
