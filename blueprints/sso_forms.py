"""The forms of an identity provider: a name for a new one, and all that can be set of one."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar

from contract.fields import told
from contract.saml import SamlProvider, SamlProviderCreate, SamlProviderFields, SamlProviderUpdate, SamlService
from saml import Finding, findings
from web.certificate_field import CertificateText
from web.certificates import card_of
from web.fields import Choice, Text
from web.forms import FINE, ContractForm
from web.pickers import Picker
from web.roles import GUEST, ROLES

OURS = "This is the one of the documentation service. Give that of the identity provider."
SIGNING_IN = {"entityID", "ssoURL", "certificate"}
REPLACED = "From then on the new values alone count. If they are wrong, nobody can sign in with this provider."
FULL = "Everyone who signs in for the first time can change and delete everything in the organization."


class ProviderForm(ContractForm):
    """Everything else: what the identity provider tells, and what newcomers get."""

    body: ClassVar[type[SamlProviderFields]] = SamlProviderUpdate
    label = Text("Label", hint="What people read on the button when they sign in.")
    entityID = Text("Entity ID", hint="Also called issuer. The identity provider tells it, mostly as an address.")
    ssoURL = Text(
        "Sign-on address",
        type="url",
        hint="Where people are sent to sign in. Also called SSO URL, login URL or single sign-on service.",
    )
    certificate = CertificateText(
        "Signing certificate",
        hint="Paste it as the identity provider gives it, with BEGIN and END lines or without. Never a private key.",
    )
    expired = Text("Type “expired”", hint="Nobody can sign in with a certificate that is over.")
    plain = Text("Type “http”", hint="Whoever listens on the way could read and change what an http address is sent.")
    defaultRole = Choice(
        "Role of new people", hint="What people get at their first sign-in.", meanings=ROLES, null=GUEST
    )
    admin_confirm = Text("Type “admin”", hint="Everyone who signs in for the first time could change and delete all.")
    defaultTeam = Picker("Team of new people", of="team")

    provider: SamlProvider | None = None
    others: Sequence[SamlProvider] = ()

    @property
    def asks(self) -> dict[str, bool]:
        """Which words have to be typed, by the name of the field."""
        changes = self.changes()
        return {
            "expired": any(finding.kind == "expired" for finding in self.found),
            "plain": str(changes.get("ssoURL", "")).lower().startswith("http:"),
            "admin_confirm": changes.get("defaultRole") == "admin",
        }

    @property
    def found(self) -> list[Finding]:
        """What is to be said of a certificate that is about to be saved."""
        card = next((card for card in self.certificate.cards if card.pem == self.certificate.data), None)
        return findings(card, datetime.now(UTC), fingerprints(self.others)) if card else []

    def check(self) -> None:
        """What the contract does not know: our own addresses, a certificate that is over, words to type."""
        service = (told(self.provider.service) if self.provider else None) or SamlService()
        if self.entityID.data and self.entityID.data == service.entityID:
            self.entityID.errors = [OURS]
        if self.ssoURL.data and self.ssoURL.data in (service.acsURL, service.startURL):
            self.ssoURL.errors = [OURS]
        self.certificate.errors = [
            *self.certificate.errors,
            *(finding.text for finding in self.found if finding.blocks and finding.kind != "expired"),
        ]
        words = {"expired": "expired", "plain": "http", "admin_confirm": "admin"}
        for name, wanted in self.asks.items():
            if wanted and self[name].data != words[name]:
                self[name].errors = [f"{self[name].hint} Type “{words[name]}” if that is meant."]

    def advice(self) -> list[str]:
        """What is odd, and does not stop anybody."""
        odd = [finding.text for finding in self.found if not finding.blocks]
        entity = self.changes().get("entityID")
        odd += [
            f"{other.label} has this entity ID too: people may be sent to the wrong one."
            for other in self.others
            if entity and other.entityID == entity
        ]
        return [*([self.certificate.note] if self.certificate.note else []), *odd]

    def risks(self) -> list[str]:
        """What people who sign in notice."""
        return [
            *([REPLACED] if self.replaces else []),
            *([FULL] if self.changes().get("defaultRole") == "admin" else []),
        ]

    def must_be_reviewed(self) -> bool:
        """What lets people in, or gives them everything."""
        return self.replaces or self.changes().get("defaultRole") == "admin"

    @property
    def replaces(self) -> bool:
        """Whether people who can sign in now will have to do it with other values."""
        return bool(self.changes().keys() & SIGNING_IN) and isinstance(self.now.get("certificate"), str)


class NewProviderForm(ProviderForm):
    """A name is enough for most services, which then tell what the identity provider has to know; some want it all."""

    body = SamlProviderCreate

    @property
    def opens(self) -> bool:
        """Whether to show more than the name: something of it was typed, or the name alone was refused."""
        return self.is_submitted() and (self.status != FINE or bool(self.changes().keys() - {"label"}))


def fingerprints(providers: Sequence[SamlProvider]) -> dict[str, str]:
    """The labels of providers by the fingerprint of their certificates."""
    return {card.sha256: each.label for each in providers if (card := card_of(each))}
