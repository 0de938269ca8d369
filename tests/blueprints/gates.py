"""What the gates of enforcing single sign-on are judged by, made by tests: all is well unless a test says otherwise."""

from datetime import UTC, datetime
from typing import Any

from blueprints.sso.enforcement.gates import Gate, GateFacts, list_gates
from contract.organization.saml import SamlProvider
from masthead.resources.organization import Member
from masthead.store.sso.providers import SsoTest, TestKind
from masthead.web.people.organization_members import KnownMembers
from tests.certificates import pem

NOW = datetime.now(UTC)
GOOD_CERTIFICATE = pem(100)


def provider(**fields: str | None) -> SamlProvider:
    """One that is set up; None leaves a field out."""
    usual = {
        "id": "p",
        "label": "Staff",
        "ssoURL": "https://idp.example/sso",
        "entityID": "idp",
        "certificate": GOOD_CERTIFICATE,
        "status": "active",
    }
    told = {name: value for name, value in {**usual, **fields}.items() if value is not None}
    return SamlProvider.model_validate({"object": "saml-provider", **told})


def member(name: str, *, sso: bool | None, is_admin: bool = False) -> Member:
    """A member whose id nobody else has."""
    role = "admin" if is_admin else "read"
    return Member(f"{name}-{sso}-{is_admin}", name, "", "", organization_role=role, sso=sso)


ADMIN, CARL = member("Ada", sso=True, is_admin=True), member("Carl", sso=False)


def tried_ago(*, hours: float, provider: str = "p") -> dict[str, SsoTest]:
    """A provider that was tried so many hours ago."""
    at = NOW.timestamp() - hours * 3600
    return {provider: SsoTest(provider, TestKind.STATEMENT, at, "Ada", None, "signed in at 14:05.")}


def known(people: list[Member] | None = None, *, unread: int = 0, more: bool = False, **given: object) -> GateFacts:
    """All that the gates are judged by."""
    members = KnownMembers(tuple([ADMIN] if people is None else people), 1, unread, more)
    usual = {"providers": [provider()], "tests": tried_ago(hours=1), "changed": frozenset(), "name": ""}
    all_: dict[str, Any] = {**usual, **given}
    return GateFacts("org_larkfield", members=members, now=NOW, **all_)


def sort(all_: GateFacts) -> dict[str, Gate]:
    """The gates by name."""
    return {each.name: each for each in list_gates(all_)}
