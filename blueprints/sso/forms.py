"""The forms of an identity provider: what it tells, the certificate that it signs with, what newcomers get."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar, Self

from flask import request
from wtforms import HiddenField

from blueprints.sso.health import FILL_IN
from blueprints.sso.imported import TAKEN, ChosenProvider
from blueprints.sso.words import service_of, words_of_enforcement
from contract.organization.saml import (
    LABEL_MAX,
    SamlProvider,
    SamlProviderCreate,
    SamlProviderFields,
    SamlProviderUpdate,
    SamlService,
)
from i18n import N_, gettext
from masthead.saml import Card, CertificateFinding, find_placeholder, findings, suggest_label
from masthead.web.forms.certificate_field import CertificateText
from masthead.web.forms.certificates import provider_card
from masthead.web.forms.consequences import Consequence, serious
from masthead.web.forms.fields import TextInput, TypedWord
from masthead.web.forms.forms import FINE, ContractForm
from masthead.web.forms.pickers import Picker
from masthead.web.forms.role_choice import RoleChoice
from masthead.web.pages.roles import GUEST

SIGNING_IN = {"entityID", "ssoURL", "certificate"}
OURS = N_("This value belongs to the service provider. Enter the value of your identity provider.")
REPLACED = N_("The new values take effect at once. If they are wrong, nobody can sign in with this provider.")
FULL = N_("Everyone who signs in for the first time can change and delete everything in the organization.")


class SettingUpForm(ContractForm):
    """What the forms of a provider share: words to type for what is dangerous.

    `provider` is there where it is not a new one, `others` are the other ones of the organization.
    """

    body: ClassVar[type[SamlProviderFields]] = SamlProviderUpdate
    provider: SamlProvider | None = None
    others: Sequence[SamlProvider] = ()

    @property
    def asks(self) -> dict[str, str]:
        """Which words have to be typed, by the name of the field."""
        return {}

    def check(self) -> None:
        """Ask for the words."""
        for name, word in self.asks.items():
            if self[name].data != word:
                self[name].errors = [gettext("%(hint)s Type “%(word)s” to confirm.", hint=self[name].hint, word=word)]

    def find_consequences(self) -> Iterable[Consequence]:
        """What people who sign in notice, where it may shut them out."""
        return map(serious, filter(None, [gettext(REPLACED), words_of_enforcement()] if self.replaces else []))

    @property
    def replaces(self) -> bool:
        """Whether people who can sign in now will have to do it with other values."""
        return bool(self.changes().keys() & SIGNING_IN) and isinstance(self.now.get("certificate"), str)


class CertificateForm(SettingUpForm):
    """The certificate that a provider signs with."""

    certificate = CertificateText(
        N_("Signing certificate"),
        hint=N_(
            "Paste the certificate from your identity provider, with or without the BEGIN and END lines. "
            "Never paste a private key."
        ),
    )
    expired = TypedWord(N_("Type “expired”"), hint=N_("Nobody can sign in with an expired certificate."))

    @property
    def card(self) -> Card | None:
        """The certificate that is about to be saved, where it is another one than the saved."""
        card = next((card for card in self.certificate.cards if card.pem == self.certificate.data), None)
        return None if card is None or "certificate" not in self.changes() else card

    @property
    def found(self) -> list[CertificateFinding]:
        """What is to be said of it."""
        return findings(self.card, datetime.now(UTC), fingerprints(self.others)) if self.card else []

    @property
    def asks(self) -> dict[str, str]:
        """A certificate that is over is saved by whoever means it."""
        over = any(finding.kind == "expired" for finding in self.found)
        return {**super().asks, **({"expired": "expired"} if over else {})}

    def check(self) -> None:
        """Refuse what cannot be used."""
        super().check()
        self.certificate.errors = [
            *self.certificate.errors,
            *(finding.text for finding in self.found if finding.blocks and finding.kind != "expired"),
        ]

    def advice(self) -> list[str]:
        """What is odd, and does not stop anybody."""
        odd = [finding.text for finding in self.found if not finding.blocks]
        return [*([self.certificate.note] if self.certificate.note else []), *odd, *super().advice()]


class AddressForm(SettingUpForm):
    """What the identity provider tells, without its certificate."""

    label = TextInput(N_("Label"), hint=N_("The text of the button on the sign-in page."))
    entityID = TextInput(
        N_("Entity ID"), hint=N_("Also called issuer. Your identity provider shows it, usually as a URL.")
    )
    ssoURL = TextInput(
        N_("Sign-on address"),
        type="url",
        hint=N_("Where people are sent to sign in. Also called SSO URL, login URL or single sign-on service."),
    )
    imported = HiddenField()
    outdated = TypedWord(N_("Type “outdated”"), hint=N_("The metadata has expired, by its own date."))
    plain = TypedWord(
        N_("Type “http”"), hint=N_("Anybody on the network can read and change what is sent to an http address.")
    )

    chosen: ChosenProvider | None = None

    @classmethod
    def filled(
        cls,
        now: Mapping[str, Any],
        chosen: ChosenProvider | None,
        others: Sequence[SamlProvider] = (),
        about: str = "",
    ) -> Self:
        """A form that metadata fills, where it was read, and that edits what is there `now`."""
        start = cls.start(chosen, others) if chosen and request.method == "GET" else {}
        form = cls(now, {**now, **start}, about=about)
        form.others = others
        if chosen is None:
            return form
        if "certificate" in start and isinstance(form, CertificateForm):
            form.certificate.offer_certificates(chosen.signing.cards)
        form.chosen, form.imported.data = chosen, chosen.reference
        for name, words in chosen.provenance({each.name: each.data for each in form}).items():
            form[name].provenance = words
        return form

    @classmethod
    def start(cls, chosen: ChosenProvider, others: Sequence[SamlProvider]) -> dict[str, str]:  # noqa: ARG003
        """What metadata puts into it, beside the `others` of the organization."""
        return chosen.values()

    @property
    def asks(self) -> dict[str, str]:
        """An address without encryption, or what is out of date, is saved by whoever means it."""
        plain = str(self.changes().get("ssoURL", "")).lower().startswith("http:")
        over = self.chosen is not None and self.chosen.is_over
        taken = any(field.provenance == TAKEN and field.name in self.changes() for field in self.wire_fields)
        outdated = {"outdated": "outdated"} if over and taken else {}
        return {**super().asks, **outdated, **({"plain": "http"} if plain else {})}

    def check(self) -> None:
        """Our own addresses are not theirs."""
        super().check()
        service = service_of(self.provider) if self.provider else SamlService()
        if self.entityID.data and self.entityID.data == service.entityID:
            self.entityID.errors = [gettext(OURS)]
        if self.ssoURL.data and self.ssoURL.data in (service.acsURL, service.startURL):
            self.ssoURL.errors = [gettext(OURS)]

    def advice(self) -> list[str]:
        """Two providers of one entity."""
        entity = self.changes().get("entityID")
        same = [other.label for other in self.others if entity and other.entityID == entity]
        twice = [
            gettext("%(label)s has the same entity ID. People may be sent to the wrong provider.", label=label)
            for label in same
        ]
        return [*super().advice(), *twice, *self._unfilled()]

    def _unfilled(self) -> Iterator[str]:
        for field in (self.entityID, self.ssoURL):
            if found := find_placeholder(str(field.data or "")):
                yield gettext(
                    "%(field)s: “%(found)s” is a placeholder. %(fill_in)s",
                    field=field.label.text,
                    found=found,
                    fill_in=gettext(FILL_IN),
                )


class IdentityForm(AddressForm, CertificateForm):
    """All that the identity provider tells."""


class NewProviderForm(IdentityForm):
    """A name is enough for most services, which then tell what the identity provider has to know; some want it all."""

    body = SamlProviderCreate

    @classmethod
    def start(cls, chosen: ChosenProvider, others: Sequence[SamlProvider]) -> dict[str, str]:
        """What metadata puts into it, and a label that no other provider has."""
        label = suggest_label(chosen.provider, [other.label for other in others], LABEL_MAX)
        return {**({"label": label} if label else {}), **super().start(chosen, others)}

    @property
    def opens(self) -> bool:
        """Whether to show more than the name: something of it was given, or the name alone was refused."""
        if self.chosen is not None:
            return True
        return self.is_submitted() and (self.status != FINE or bool(self.changes().keys() - {"label"}))

    @property
    def same(self) -> SamlProvider | None:
        """The provider that has this name already."""
        typed = str(self.label.data or "").casefold()
        return next((each for each in self.others if each.label.casefold() == typed), None)


class NewcomersForm(SettingUpForm):
    """What people get who sign in for the first time."""

    defaultRole = RoleChoice(
        N_("Role of new people"), hint=N_("The role that people get at their first sign-in."), null=GUEST
    )
    admin_confirm = TypedWord(
        N_("Type “admin”"),
        hint=N_("Everyone who signs in for the first time can change and delete everything in the organization."),
    )
    defaultTeam = Picker(N_("Team of new people"), of="team")

    @property
    def asks(self) -> dict[str, str]:
        """Everything for everybody is given by whoever means it."""
        return {"admin_confirm": "admin"} if self._gives_all else {}

    def find_consequences(self) -> Iterable[Consequence]:
        """What whoever comes may do."""
        return [serious(gettext(FULL))] if self._gives_all else []

    @property
    def _gives_all(self) -> bool:
        return bool(self.changes().get("defaultRole") == "admin")


def fingerprints(providers: Sequence[SamlProvider]) -> dict[str, str]:
    """The labels of providers by the fingerprint of their certificates."""
    return {card.sha256: each.label for each in providers if (card := provider_card(each))}
