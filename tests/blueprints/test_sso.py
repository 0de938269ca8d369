"""Single sign-on: the overview with what may go wrong, a provider made, set up, mended and deleted."""

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.certificates import pem
from tests.faults import faults
from tests.pages.pages import Pages
from tests.providers import API, AUDITORS, DRIVERS, IDP, ORG, SSO, STAFF, enforce, provider, saved
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService


def test_the_overview_tells_what_may_go_wrong_and_is_led_to(alice: Pages) -> None:
    shown = alice.get(SSO)
    assert "Not enforced: people can also sign in other ways" in shown.main
    assert [row[:2] for row in shown.rows] == [
        ["Larkfield staff", "Ready"],
        ["Drivers", "Ready"],
        ["Carriers (old directory)", "Not ready"],
        ["Auditors", "Pending"],
    ]
    assert "The certificate of Carriers (old directory) expired 40 days ago." in shown.main
    assert "The certificate of Drivers expires in 21 days." in shown.main
    assert "Auditors: the entity ID, the sign-on address, and the certificate are missing." in shown.main
    assert f'href="{SSO}"' in alice.get(f"{ORG}/sites").html
    assert DRIVERS in alice.get(ORG).links.values()
    assert "saml/<wbr>metadata</code>" in alice.get(SSO).html
    assert "saml/<wbr>metadata</code>" in alice.get(DRIVERS).html


def test_who_may_not_or_has_no_provider_yet_is_told(dana: Pages, bob: Pages) -> None:
    shown = dana.get("/orgs/org_orchard/sso")
    assert "No identity provider yet" in shown.main
    assert shown.links["Add a provider"] == "/orgs/org_orchard/sso/new"
    assert bob.get(SSO).status == bob.get(DRIVERS).status == 403
    assert "An administrator of the organization can change your role." in bob.shown.main
    assert dana.get(SSO).status == 404


def test_a_service_that_wants_it_all_at_once_gets_it(distant: Pages, wire: Wire, asked: Log) -> None:
    wire.faults["POST"] = faults.refusal(400, "entityID: is required.")
    closed = distant.get(f"{SSO}/new")
    refused = distant.submit(f"{SSO}/new", label="Depots")
    assert [len(each.document.with_attribute("open")) for each in (closed, refused)] == [0, 1]
    assert "entityID" in " ".join(refused.problems) or "is required" in refused.main
    wire.faults.clear()
    typed = {"entityID": f"{IDP}/metadata", "ssoURL": f"{IDP}/sso", "certificate": pem(90)}
    shown = distant.submit(f"{SSO}/new", typed)
    shown = distant.get(shown.path.removesuffix("/service"))
    assert shown.h1 == "Depots"
    assert "90 days left" in shown.main
    assert asked.writes == [f"POST {API}"]


def test_the_last_provider_stays_while_it_is_enforced(alice: Pages, service: RunningService, asked: Log) -> None:
    enforce(service)
    ask(service, ALICE, "DELETE", f"{API}/saml_drivers")
    asked.clear()
    assert "the last provider that people can sign in with" in alice.get(f"{STAFF}/delete").main
    shown = alice.submit(f"{STAFF}/delete", confirm="Larkfield staff")
    assert (shown.status, asked.writes) == (409, [])
    assert alice.submit(f"{STAFF}/delete", confirm="staff").status == 422
    alice.get(f"{AUDITORS}/delete")
    assert alice.submit(f"{AUDITORS}/delete", confirm="Auditors").toasts == ["Auditors was deleted."]
    alice.get(f"{AUDITORS}/delete")


def test_enforced_without_a_provider_that_works_is_urgent(alice: Pages, service: RunningService) -> None:
    enforce(service)
    for name in ("staff", "drivers"):
        ask(service, ALICE, "DELETE", f"{API}/saml_{name}")
    shown = alice.get(SSO)
    assert "Enforced: people can sign in only with an identity provider" in shown.main
    assert "Single sign-on is enforced, and nobody can sign in with any provider." in shown.main


def test_one_that_was_deleted_is_made_again_with_all_that_was_set(alice: Pages, service: RunningService) -> None:
    before = provider(service, "drivers")
    asked = alice.get(f"{DRIVERS}/delete").main
    assert "From there you can create it again." in asked
    assert "undone" not in asked
    alice.submit(f"{DRIVERS}/delete", confirm="Drivers")
    undo = f"{ORG}/journal/1/undo"
    assert "It gets other addresses" in alice.get(undo).main
    alice.submit(undo)
    made = ask(service, ALICE, "GET", API).get_json()["items"][-1]
    same = ("label", "entityID", "ssoURL", "certificate", "defaultRole")
    assert [made.get(name) for name in same] == [before.get(name) for name in same]
    assert made["id"] != before["id"]


def test_a_provider_is_made_by_its_name_unless_that_is_taken(alice: Pages, asked: Log) -> None:
    alice.get(f"{SSO}/new")
    shown = alice.submit(f"{SSO}/new", label="auditors")
    assert shown.status == 409
    assert shown.links["Continue with that provider"] == f"{AUDITORS}/service"
    assert asked.writes == []
    alice.get(f"{SSO}/new")
    shown = alice.submit(f"{SSO}/new", label="Depots")
    assert shown.toasts == ["Depots was created. Enter these values at your identity provider."]
    assert shown.path.endswith("/service")
    assert str(shown.value("acsURL")).endswith("/acs")
    assert asked.writes == [f"POST {API}"]


def test_a_placeholder_is_not_ready_and_warned_of_when_it_is_saved(alice: Pages, service: RunningService) -> None:
    field = {"entityID": "https://sts.windows.net/{tenantid}/"}
    assert ask(service, ALICE, "PATCH", f"{API}/saml_drivers", field).status_code == 200
    shown = alice.get(DRIVERS)
    assert "the entity ID still has the placeholder “{tenantid}”." in shown.main
    assert shown.facts["State"] == "Not ready"
    start_over(alice, service)
    shown = saved(alice, DRIVERS, ssoURL="https://YOUR_TENANT/saml")
    assert "Sign-on address: “YOUR_TENANT” is a placeholder." in " ".join(shown.toasts) + shown.main
