"""Somebody signs in by a real identity provider: the portal sees it, and single sign-on is enforced and kept."""

import pytest

from tests.enforced import ENFORCE, KEEP, is_enforced
from tests.pages.pages import Pages
from tests.sso.browsing import Browser
from tests.sso.conftest import MEMBER
from tests.sso.identity_provider import IdentityProvider
from tests.sso.setting_up import set_up
from tests.world import RunningService


@pytest.mark.exhaustive
def test_a_sign_in_is_seen_and_it_is_enforced(
    alice: Pages, idp: IdentityProvider, kim: Browser, service: RunningService
) -> None:
    provider = set_up(alice, idp)
    test = f"{provider.page}/test"
    alice.get(test)
    assert "No sign-in was seen yet." in alice.submit(test, press="Start the test").main
    kim.begin(provider.start_url)
    assert kim.bring(kim.sign_in(MEMBER))[1] == f"You are signed in as {MEMBER}"
    seen = "Bob Okafor, who signs in with single sign-on, after the test started."
    assert f"Seen: {seen}" in alice.get(test).main
    assert f"Night desk was tested just now by Alice. Seen: {seen}" in alice.get(ENFORCE).main
    alice.submit(ENFORCE, accept=True)
    kim.begin(provider.start_url)
    assert kim.bring(kim.sign_in(MEMBER))[1] == f"You are signed in as {MEMBER}"
    alice.submit(KEEP)
    assert is_enforced(service)
