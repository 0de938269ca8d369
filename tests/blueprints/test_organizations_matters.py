"""What needs attention in an organization, and how loudly it is said."""

from typing import Any

from blueprints.organizations.alerts import join_titles
from tests.blueprints.overview import LISTINGS, ORG, Told, listing, matters, part
from tests.certificates import pem
from tests.faults import faults
from tests.loops import for_each
from tests.records import LONG_AGO, ask
from tests.world import ALICE, RunningService

API = "/v1/orgs/org_larkfield"


def provider(**fields: object) -> dict[str, Any]:
    return {"object": "saml-provider", "id": "saml_staff", "label": "Staff", "status": "active", **fields}


def spec(**fields: object) -> dict[str, Any]:
    usual = {"id": "spec_api", "slug": "api", "createdAt": LONG_AGO, "updatedAt": LONG_AGO}
    return {"object": "openapi-spec", **usual, "processingState": "complete", **fields}


def test_nothing_needs_attention(told: Told) -> None:
    alice, becomes = told
    becomes.update({ending: listing() for ending in LISTINGS})
    shown = alice.get(ORG)
    assert matters(shown) == []
    assert part(shown, "attention").startswith(
        "What needs you today All is well: nothing needs you here. Not checked yet: share links, conditions, members."
    )
    assert part(shown, "attention").endswith(
        "Checked just now: the organization itself, 0 identity providers, 0 OpenAPI specifications, 0 sites, "
        "your bulk changes, your drafts, 0 recorded changes."
    )


def test_names_are_few() -> None:
    assert [join_titles(list("abcde")[:count]) for count in (1, 2, 3, 5)] == [
        "a",
        "a and b",
        "a, b, and c",
        "a, b, c, and 2 more",
    ]


@for_each(
    "fields, says",
    [
        ({"certificate": 45}, "Note: The certificate of Staff expires in 45 days."),
        ({"certificate": 20}, "Soon: The certificate of Staff expires in 20 days."),
        ({"certificate": 3}, "Urgent: The certificate of Staff expires in 3 days."),
        ({"certificate": -400}, "Urgent: The certificate of Staff expired 400 days ago."),
        ({"certificate": "<script>"}, "Soon: Masthead can't read the certificate of Staff."),
        ({"status": "pending"}, "Soon: Staff: the entity ID, the sign-on address, and the certificate are missing."),
        (
            {"status": "pending", "entityID": "staff", "ssoURL": "https://a.example/sso", "certificate": 400},
            "Note: The identity provider Staff is pending.",
        ),
        ({"certificate": 3, "label": "<b>" * 300}, "Urgent: The certificate of <b><b>"),
    ],
)
def test_certificates_are_watched(told: Told, fields: dict[str, object], says: str) -> None:
    alice, becomes = told
    if isinstance(days := fields.get("certificate"), int):
        fields = fields | {"certificate": pem(days)}
    becomes |= {"saml": listing(provider(**fields)), "openapi": listing(), "sites": listing()}
    (matter,) = matters(alice.get(ORG))
    assert matter.startswith(says)


def test_many_of_a_kind_are_summed_up(told: Told) -> None:
    alice, becomes = told
    ending = [provider(label=f"Staff {number}", certificate=pem(number)) for number in range(8, 16)]
    failing = [spec(slug=f"api-{number}", lastProcessErrorCode="ODD") for number in range(9)]
    becomes |= {"saml": listing(*ending), "openapi": listing(*failing), "sites": listing()}
    found = matters(alice.get(ORG))
    assert len(found) == 12
    assert found[5].startswith("Soon: 3 more of 8 certificates expire within 60 days.")
    assert "The OpenAPI specification “api-0” fails. The API reports the error ODD. Check the source" in found[6]
    assert found[11] == "Soon: 4 more of 9 OpenAPI specifications fail. View API specs"


ORGANIZATION: dict[str, tuple[dict[str, Any], str]] = {
    "blocked": ({"blocked": {"reason": "payment"}}, "Urgent: This organization is blocked (reason: payment)."),
    "blocked, untold": ({"blocked": {}}, "Urgent: This organization is blocked."),
    "not paid": ({"billing": {"hasPaymentFailed": True}}, "Urgent: The last payment failed."),
    "cancelled": ({"billing": {"isScheduledToCancel": True}}, "Soon: The organization's plan will be cancelled."),
    "cancelled on a day": (
        {"billing": {"isScheduledToCancel": True, "endDate": "2031-02-03T00:00:00Z"}},
        "Soon: The organization's plan will be cancelled on 3 Feb 2031.",
    ),
    "shut": ({"sso": True}, "Urgent: Single sign-on is enforced, but no identity provider is active."),
}


@for_each("name", ORGANIZATION)
def test_the_organization_is_watched(told: Told, service: RunningService, name: str) -> None:
    alice, becomes = told
    fields, says = ORGANIZATION[name]
    answer = ask(service, ALICE, "GET", API).get_json() | fields
    becomes |= {"org_larkfield": faults.says(answer)}
    becomes |= {ending: listing() for ending in LISTINGS}
    (matter,) = matters(alice.get(ORG))
    assert matter.startswith(says)
