"""Forms for an identity provider's settings and certificate, and for the role and team of new people."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar, Self

from flask import request
from wtforms import HiddenField

from blueprints.sso.imported_metadata import TAKEN, ChosenProvider
from blueprints.sso.service_provider import enforcement_message, get_service
from contract.organization.saml import (
    LABEL_MAX,
    SamlProvider,
    SamlProviderCreate,
    SamlProviderFields,
    SamlProviderUpdate,
    SamlService,
)
from masthead.i18n import N_, gettext
from masthead.saml import (
    CertificateFinding,
    CertificateSummary,
    check_certificate,
    find_placeholder,
    is_unencrypted,
    suggest_label,
)
from masthead.web.forms.consequences import Consequence, serious_consequence
from masthead.web.forms.field_types import Day
from masthead.web.forms.fields import Choice, RoleChoice, Switch, TextInput, TypedWord
from masthead.web.forms.forms import FINE, ContractForm
from masthead.web.forms.identity_providers import FILL_IN, CertificateText, parse_first_card, provider_card
from masthead.web.forms.pickers import Picker
from masthead.web.frame.templating import date, fingerprint
from masthead.web.people.roles import GUEST
from masthead.web.person.locale import today
from masthead.writes.send import Change

SIGNING_IN = {"entityID", "ssoURL", "certificate"}
OURS = N_("This value belongs to the service provider. Enter the value of your identity provider.")
REPLACED = N_("The new values take effect at once. If they are wrong, nobody can sign in with this provider.")
FULL = N_("Everyone who signs in for the first time can change and delete everything in the organization.")


class SettingUpForm(ContractForm):
    """Base class of provider forms: requires a typed word before a dangerous change.

    `provider` is None for a new provider. `others` has the organization's other providers.
    """

    body: ClassVar[type[SamlProviderFields]] = SamlProviderUpdate
    provider: SamlProvider | None = None
    others: Sequence[SamlProvider] = ()

    @property
    def questions(self) -> dict[str, str]:
        return {}

    def check(self) -> None:
        for name, word in self.questions.items():
            if self[name].data != word:
                self[name].errors = [gettext("%(hint)s Type “%(word)s” to confirm.", hint=self[name].hint, word=word)]

    def find_consequences(self) -> Iterable[Consequence]:
        return map(
            serious_consequence,
            filter(None, [gettext(REPLACED), enforcement_message()] if self.replaces_values else []),
        )

    @property
    def replaces_values(self) -> bool:
        """True if the form changes values with which people already sign in."""
        return bool(self.changes().keys() & SIGNING_IN) and isinstance(self.now.get("certificate"), str)


class CertificateForm(SettingUpForm):
    certificate = CertificateText(
        N_("Signing certificate"),
        hint=N_(
            "Paste the certificate from your identity provider, with or without the BEGIN and END lines. "
            "Never paste a private key."
        ),
    )
    expired = TypedWord(N_("Type “expired”"), hint=N_("Nobody can sign in with an expired certificate."))

    @property
    def card(self) -> CertificateSummary | None:
        """The new certificate; None if none was entered, or if it is the saved one."""
        card = next((card for card in self.certificate.cards if card.pem == self.certificate.data), None)
        return None if card is None or "certificate" not in self.changes() else card

    @property
    def certificate_findings(self) -> list[CertificateFinding]:
        """Problems with the new certificate, for example that it has expired or that another provider uses it."""
        return check_certificate(self.card, datetime.now(UTC), labels_by_fingerprint(self.others)) if self.card else []

    @property
    def questions(self) -> dict[str, str]:
        over = any(finding.kind == "expired" for finding in self.certificate_findings)
        return {**super().questions, **({"expired": "expired"} if over else {})}

    def check(self) -> None:
        super().check()
        self.certificate.errors = [
            *self.certificate.errors,
            *(finding.text for finding in self.certificate_findings if finding.blocks and finding.kind != "expired"),
        ]

    def advice(self) -> list[str]:
        odd = [finding.text for finding in self.certificate_findings if not finding.blocks]
        return [*([self.certificate.note] if self.certificate.note else []), *odd, *super().advice()]


class AddressForm(SettingUpForm):
    """An identity provider's settings, except its certificate."""

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
    def from_saved_values(
        cls,
        now: Mapping[str, Any],
        chosen: ChosenProvider | None,
        others: Sequence[SamlProvider] = (),
        about: str = "",
    ) -> Self:
        """Build the form from the saved values `now`. On GET, values from the `chosen` metadata replace them."""
        start = cls.initial_values(chosen, others) if chosen and request.method == "GET" else {}
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
    def initial_values(cls, chosen: ChosenProvider, others: Sequence[SamlProvider]) -> dict[str, str]:  # noqa: ARG003
        """Return initial values from metadata. Subclasses may use `others` to avoid a duplicate label."""
        return chosen.values()

    @property
    def questions(self) -> dict[str, str]:
        """Words to type by field: “http” for an unencrypted address, “outdated” for values from expired metadata."""
        plain = is_unencrypted(str(self.changes().get("ssoURL", "")))
        over = self.chosen is not None and self.chosen.is_expired
        taken = any(field.provenance == TAKEN and field.name in self.changes() for field in self.wire_fields)
        outdated = {"outdated": "outdated"} if over and taken else {}
        return {**super().questions, **outdated, **({"plain": "http"} if plain else {})}

    def check(self) -> None:
        """Reject the service provider's own addresses, which are often entered here by mistake."""
        super().check()
        service = get_service(self.provider) if self.provider else SamlService()
        if self.entityID.data and self.entityID.data == service.entityID:
            self.entityID.errors = [gettext(OURS)]
        if self.ssoURL.data and self.ssoURL.data in (service.acsURL, service.startURL):
            self.ssoURL.errors = [gettext(OURS)]

    def advice(self) -> list[str]:
        entity = self.changes().get("entityID")
        same = [other.label for other in self.others if entity and other.entityID == entity]
        twice = [
            gettext("%(label)s has the same entity ID. People may be sent to the wrong provider.", label=label)
            for label in same
        ]
        return [*super().advice(), *twice, *self._placeholder_messages()]

    def _placeholder_messages(self) -> Iterator[str]:
        for field in (self.entityID, self.ssoURL):
            if found := find_placeholder(str(field.data or "")):
                yield gettext(
                    "%(field)s: “%(found)s” is a placeholder. %(fill_in)s",
                    field=field.label.text,
                    found=found,
                    fill_in=gettext(FILL_IN),
                )


class IdentityForm(AddressForm, CertificateForm):
    """All of an identity provider's settings, including its certificate."""


class NewcomersForm(SettingUpForm):
    """The role and team of people who sign in for the first time."""

    defaultRole = RoleChoice(
        N_("Role of new people"), hint=N_("The role that people get at their first sign-in."), null=GUEST
    )
    admin_confirm = TypedWord(
        N_("Type “admin”"),
        hint=N_("Everyone who signs in for the first time can change and delete everything in the organization."),
    )
    defaultTeam = Picker(N_("Team of new people"), of="team")

    @property
    def questions(self) -> dict[str, str]:
        return {**super().questions, **({"admin_confirm": "admin"} if self._is_admin_default else {})}

    def find_consequences(self) -> Iterable[Consequence]:
        return [*super().find_consequences(), *([serious_consequence(gettext(FULL))] if self._is_admin_default else [])]

    @property
    def no_change_message(self) -> str:
        """The message if nothing was changed. This step is optional, so it doesn't read like a failure."""
        if self.three_way.edited_fields() or self.three_way.other_changes_message():
            return super().no_change_message
        return gettext("The role and team of new people stay as they are.")

    @property
    def _is_admin_default(self) -> bool:
        return bool(self.changes().get("defaultRole") == "admin")


class NewProviderForm(IdentityForm, NewcomersForm):
    """A new provider. Most services need only a label; some reject a provider without all settings."""

    body = SamlProviderCreate

    @classmethod
    def initial_values(cls, chosen: ChosenProvider, others: Sequence[SamlProvider]) -> dict[str, str]:
        """Return initial values from metadata, with a label that no other provider has."""
        label = suggest_label(chosen.provider, [other.label for other in others], LABEL_MAX)
        return {**({"label": label} if label else {}), **super().initial_values(chosen, others)}

    @property
    def is_expanded(self) -> bool:
        """True if more than the label is shown: after other fields were filled in, or if the form was refused."""
        if self.chosen is not None:
            return True
        return self.is_submitted() and (self.status != FINE or bool(self.changes().keys() - {"label"}))

    @property
    def duplicate_provider(self) -> SamlProvider | None:
        """The provider that already has the entered label, ignoring case; else None."""
        typed = str(self.label.data or "").casefold()
        return next((each for each in self.others if each.label.casefold() == typed), None)


def labels_by_fingerprint(providers: Sequence[SamlProvider]) -> dict[str, str]:
    """Map the SHA-256 fingerprints of certificates to the labels of their providers."""
    return {card.sha256: each.label for each in providers if (card := provider_card(each))}


NOW, BESIDE, LATER = "now", "beside", "later"
WAYS = {
    NOW: (
        N_("Replace the old certificate now"),
        N_(
            "Your identity provider already signs with the new certificate, or switches within a minute. You "
            "can go back."
        ),
    ),
    BESIDE: (
        N_("Create a second provider with the new certificate"),
        N_("Both work until you delete the old one. You need a second application at your identity provider."),
    ),
    LATER: (N_("Save it for later"), N_("Nothing changes now. Masthead reminds you on the day.")),
}
LIFTED = N_(
    "If the new certificate is wrong, people can still sign in another way. Enforce it again once "
    "somebody has signed in."
)
SECOND = N_(
    "This creates a second identity provider, with the certificate %(certificate)s. The present one stays as it is."
)
NOT_ENFORCED = N_(
    "Masthead first stops enforcing single sign-on. It stays off until somebody enforces it again. "
    "Until then, people can sign in another way."
)


class RotationForm(CertificateForm):
    """Replaces a provider's certificate: the new one, and when to use it."""

    how = Choice(N_("What to do with the new certificate"), meanings=WAYS)
    due = Day(N_("Day to replace it"), hint=N_("The day on which your identity provider starts to sign with it."))
    coming = HiddenField()  # a mark of the next certificate that the page showed, or empty
    compared = HiddenField()  # the fingerprint of the new certificate that the page showed beside the saved one
    lifting: Change[Any] | None = None  # set by the page if single sign-on is enforced
    lift = Switch(N_("Stop enforcing single sign-on while the certificate is replaced"), hint=LIFTED)

    def check(self) -> None:
        super().check()
        if not self.certificate.data and not self.certificate.errors:
            self.certificate.errors = [gettext("Paste the new certificate.")]
        elif self.is_current_certificate:
            self.certificate.errors = [gettext("This certificate is already saved. Paste the new one.")]
        if self.how.data not in WAYS:
            self.how.errors = [gettext("Choose what to do with the new certificate.")]
        if self.how.data == LATER and (self.due.day is None or self.due.day < today()):
            self.due.errors = [gettext("Enter today or a later day.")]

    def requires_review(self) -> bool:
        """Skip the review if the page that offered the certificate has already compared it with the saved one."""
        is_compared = self.how.data == NOW and self.card is not None and self.card.sha256 == self.compared.data
        return not is_compared and super().requires_review()

    @property
    def is_current_certificate(self) -> bool:
        return parse_first_card(self.certificate.data) == parse_first_card(self.now.get("certificate")) is not None

    def list_preceding_changes(self) -> list[Change[Any]]:
        """List the changes to send before the certificate: stopping enforcement, if selected."""
        return [self.lifting] if self.lifting and self.ends_enforcement else []

    @property
    def ends_enforcement(self) -> bool:
        return self.how.data == NOW and self.lift.data is True

    def find_consequences(self) -> Iterable[Consequence]:
        if self.how.data == BESIDE:
            shown = self.certificate.display_value(self.certificate.data)
            return [serious_consequence(gettext(SECOND, certificate=shown))]
        if self.how.data != NOW:
            return []
        return [
            serious_consequence(gettext(each))
            for each in (REPLACED, *([NOT_ENFORCED] if self.list_preceding_changes() else []))
        ]

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """Rows with the old and new value of each certificate field that differs."""
        if self.how.data == BESIDE:
            return []
        old, new = parse_first_card(self.now.get("certificate")), parse_first_card(self.certificate.data)
        lifted = (
            [(gettext("Single sign-on"), gettext("Enforced"), gettext("Not enforced"))]
            if self.list_preceding_changes()
            else []
        )
        return [*lifted, *(_compare_cards(old, new) if old and new else super().differences)]


def _compare_cards(old: CertificateSummary, new: CertificateSummary) -> Iterator[tuple[str, str, str]]:
    rows = {
        gettext("Subject"): (old.subject, new.subject),
        gettext("Issued by"): (_issuer_label(old), _issuer_label(new)),
        gettext("Valid from"): (date(old.begins), date(new.begins)),
        gettext("Valid until"): (date(old.ends), date(new.ends)),
        gettext("Key"): (old.key, new.key),
        gettext("Signed with"): (old.signature, new.signature),
        "SHA-256": (fingerprint(old.sha256), fingerprint(new.sha256)),
    }
    return ((name, *pair) for name, pair in rows.items() if pair[0] != pair[1])


def _issuer_label(card: CertificateSummary) -> str:
    return gettext("Self-signed") if card.is_self_signed else card.issuer
