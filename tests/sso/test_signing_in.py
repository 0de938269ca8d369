"""A provider that is set up by the portal's pages, and a real identity provider: who gets in, and who does not."""

import pytest

from tests.pages.pages import Pages
from tests.records import ask
from tests.sso.browsing import Browser
from tests.sso.conftest import MEMBER, NEWCOMER
from tests.sso.identity_provider import IdentityProvider, signing_key
from tests.sso.setting_up import replace_certificate, set_up
from tests.world import ALICE, RunningService

IN = (200, f"You are signed in as {NEWCOMER}", "Night desk confirmed who you are. You can close this page.")
NOT_IN = (403, "You are not signed in")
TEAM = "/v1/orgs/org_larkfield/teams/team_docs/members?limit=1000"


def members(service: RunningService) -> dict[str, dict[str, object]]:
    """The members of the documentation team, as they are in the organization, by address."""
    items = ask(service, ALICE, "GET", TEAM).get_json()["items"]
    return {each["organization"]["user"]["email"]: each["organization"] for each in items}


def test_a_newcomer_and_a_member_sign_in_and_the_portal_sees_it(
    alice: Pages, idp: IdentityProvider, kim: Browser, service: RunningService
) -> None:
    provider = set_up(alice, idp)
    before = members(service)
    assert NEWCOMER not in before
    kim.begin(provider.start_url)
    assert kim.page.url.startswith(f"{idp.sso_url}?SAMLRequest=")
    assert kim.bring(kim.sign_in(NEWCOMER)) == IN
    member = members(service)[NEWCOMER]
    assert (member["role"], member["sso"]) == ("edit", True)
    assert member["user"] | {"displayName": "Kim Larsen"} == member["user"]  # type: ignore[operator]
    idp.answer_as(signResponse=True)
    kim.begin(provider.start_url)
    assert kim.bring(kim.sign_in(MEMBER))[1] == f"You are signed in as {MEMBER}"
    after = members(service)[MEMBER]
    assert after == before[MEMBER] | {"sso": True, "lastSeenAt": after["lastSeenAt"]}
    assert str(after["lastSeenAt"]) > str(before[MEMBER].get("lastSeenAt", ""))


@pytest.mark.exhaustive
def test_a_wrong_certificate_or_a_new_key_keeps_people_out_until_it_is_replaced(
    alice: Pages, idp: IdentityProvider, kim: Browser
) -> None:
    provider = set_up(alice, idp, certificate=signing_key("new").certificate)
    kim.begin(provider.start_url)
    said = kim.bring(kim.sign_in(NEWCOMER))
    assert said[:2] == NOT_IN
    assert "not signed with the key of the certificate that is kept here" in said[2]
    replace_certificate(alice, provider, idp.key.certificate)
    kim.begin(provider.start_url)
    assert kim.bring(kim.sign_in(NEWCOMER)) == IN
    idp.sign_with(signing_key("newer"))
    kim.begin(provider.start_url)
    assert kim.bring(kim.sign_in(NEWCOMER))[:2] == NOT_IN
    replace_certificate(alice, provider, idp.key.certificate)
    kim.begin(provider.start_url)
    assert kim.bring(kim.sign_in(NEWCOMER)) == IN


def test_who_does_not_know_the_password_or_brings_another_answer_stays_out(
    alice: Pages, idp: IdentityProvider, kim: Browser
) -> None:
    provider = set_up(alice, idp)
    kim.begin(provider.start_url)
    form = kim.sign_in("nobody@larkfield.example")
    assert (kim.said, form.action == kim.page.url) == ((403, "Sign in", "Nobody has this address and password."), True)
    idp.answer_as(audience="https://wiki.larkfield.example")
    kim.begin(provider.start_url)
    said = kim.bring(kim.sign_in(NEWCOMER))
    assert (said[:2], "meant for another service" in said[2]) == (NOT_IN, True)
    idp.answer_as(audience=None)
    kim.begin(provider.start_url)
    form = kim.sign_in(NEWCOMER)
    good = form.answer
    form.answer = good.replace(NEWCOMER.encode(), b"alice@larkfield.example")
    assert form.answer != good
    assert kim.bring(form)[:2] == NOT_IN
    form.answer = good
    assert kim.bring(form) == IN
    again = kim.bring(form)
    assert (again[:2], again[2].startswith("This answer was used already")) == (NOT_IN, True)


def test_neither_certificates_nor_answers_are_in_a_log(
    alice: Pages,
    idp: IdentityProvider,
    kim: Browser,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    with caplog.at_level("DEBUG", logger="service"):
        provider = set_up(alice, idp)
        kim.begin(provider.start_url)
        form = kim.sign_in(NEWCOMER)
        assert kim.bring(form) == IN
        assert kim.bring(form)[:2] == NOT_IN
        idp.sign_with(signing_key("new"))
        kim.begin(provider.start_url)
        assert kim.bring(kim.sign_in(NEWCOMER))[:2] == NOT_IN
    logged = caplog.text + "".join(capfd.readouterr())
    letters = idp.key.certificate.splitlines()[5]
    secrets = ("SAMLRequest", "SAMLResponse", "BEGIN CERTIFICATE", letters, form.fields["SAMLResponse"][:60], NEWCOMER)
    assert [secret for secret in secrets if secret in logged] == []
