"""The page of a new identity provider: its metadata first, a label that is suggested, and the way without it."""

from tests.blueprints.metadata_pages import IMPORT_NEW, NEW, READ, given, good, one
from tests.blueprints.start_over import start_over
from tests.pages.pages import Pages
from tests.providers import AUDITORS, DRIVERS, IDP, saved
from tests.saml import published as p
from tests.world import RunningService


def from_okta() -> bytes:
    parts = (p.key(good()), p.sign_on("HTTP-Redirect", "https://larkfield.okta.com/app/exk1/sso/saml"))
    return p.entity(p.role(*parts), "http://www.okta.com/exk1").encode()


def test_metadata_comes_first_and_stays_where_it_is_refused(alice: Pages) -> None:
    shown = alice.get(NEW)
    named = [each.get("name") for each in shown.document.all("textarea", "input") if each.get("type") != "hidden"]
    assert named[:4] == ["text", "file", "address", "label"]
    (field,) = shown.document.with_attribute("name", "text")
    assert int(field.get("rows", "1")) >= 8
    alice.get(NEW)
    shown = alice.submit(IMPORT_NEW, text="<EntityDescriptor", press=READ)
    assert (shown.status, shown.value("text")) == (422, "<EntityDescriptor")


def test_a_label_is_suggested_that_is_not_taken_and_can_be_changed(alice: Pages, service: RunningService) -> None:
    shown = given(alice, from_okta(), NEW, IMPORT_NEW)
    assert shown.value("label") == "Okta"
    assert "Masthead suggests the label." in shown.main
    made = alice.submit(NEW, label="Staff", press="Create provider")
    assert made.toasts == ["Staff was created. Enter these values at your identity provider."]
    start_over(alice, service)
    given(alice, from_okta(), NEW, IMPORT_NEW)
    alice.submit(NEW, press="Create provider")
    assert given(alice, from_okta(), NEW, IMPORT_NEW).value("label") == "larkfield.okta.com"


def test_after_metadata_the_next_open_step_comes_next(alice: Pages) -> None:
    given(alice, one(), NEW, IMPORT_NEW)
    made = alice.submit(NEW, label="Depots", press="Create provider")
    assert made.links["Continue"].endswith("/people")
    alice.get(NEW)
    assert alice.submit(NEW, label="Night desk").links["Continue"].endswith("/idp")


def test_a_step_is_done_once_something_shows_it(alice: Pages) -> None:
    assert alice.get(AUDITORS).html.count('"Done:"') == 0
    assert alice.get(DRIVERS).html.count('"Done:"') == 2
    alice.get(f"{DRIVERS}/test")
    alice.submit(f"{DRIVERS}/test", {"at": "0:00"}, press="Record my sign-in")
    assert alice.get(DRIVERS).html.count('"Done:"') == 4
    saved(alice, AUDITORS, entityID=f"{IDP}/metadata", ssoURL=f"{IDP}/sso", certificate="".join(good()))
    assert alice.get(AUDITORS).html.count('"Done:"') == 1
