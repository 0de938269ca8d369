"""The form that replaces the certificate of a provider: now, later, or with a second provider."""

from collections.abc import Iterable, Iterator
from typing import Any

from wtforms import HiddenField

from blueprints.sso.forms import REPLACED, CertificateForm
from masthead.i18n import N_, gettext
from masthead.saml import CertificateSummary
from masthead.web.forms.consequences import Consequence, serious
from masthead.web.forms.field_types import Day
from masthead.web.forms.fields import Choice, Switch
from masthead.web.forms.identity_providers import first_card
from masthead.web.frame.templating import date, fingerprint
from masthead.web.person.locale import today
from masthead.writes.send import Change

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
    """A new certificate for a provider that has one, and the choice of what to do with it."""

    how = Choice(N_("What to do with the new certificate"), meanings=WAYS)
    due = Day(N_("Day to replace it"), hint=N_("The day on which your identity provider starts to sign with it."))
    coming = HiddenField()  # a mark of the next certificate that the page showed, or empty
    lifting: Change[Any] | None = None  # set by the page if single sign-on is enforced
    lift = Switch(N_("Stop enforcing single sign-on while the certificate is replaced"), hint=LIFTED)

    def check(self) -> None:
        super().check()
        if not self.certificate.data and not self.certificate.errors:
            self.certificate.errors = [gettext("Paste the new certificate.")]
        elif self.is_there:
            self.certificate.errors = [gettext("This certificate is already saved. Paste the new one.")]
        if self.how.data not in WAYS:
            self.how.errors = [gettext("Choose what to do with the new certificate.")]
        if self.how.data == LATER and (self.due.day is None or self.due.day < today()):
            self.due.errors = [gettext("Enter today or a later day.")]

    @property
    def is_there(self) -> bool:
        return first_card(self.certificate.data) == first_card(self.now.get("certificate")) is not None

    def sent_first(self) -> list[Change[Any]]:
        """Changes to send before the certificate: the one that stops enforcement, if selected."""
        return [self.lifting] if self.lifting and self.lifts else []

    @property
    def lifts(self) -> bool:
        return self.how.data == NOW and self.lift.data is True

    def find_consequences(self) -> Iterable[Consequence]:
        if self.how.data == BESIDE:
            shown = self.certificate.display_value(self.certificate.data)
            return [serious(gettext(SECOND, certificate=shown))]
        if self.how.data != NOW:
            return []
        return [serious(gettext(each)) for each in (REPLACED, *([NOT_ENFORCED] if self.sent_first() else []))]

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """Rows with old and new values of all certificate fields that differ."""
        if self.how.data == BESIDE:
            return []
        old, new = first_card(self.now.get("certificate")), first_card(self.certificate.data)
        lifted = (
            [(gettext("Single sign-on"), gettext("Enforced"), gettext("Not enforced"))] if self.sent_first() else []
        )
        return [*lifted, *(_compared(old, new) if old and new else super().differences)]


def _compared(old: CertificateSummary, new: CertificateSummary) -> Iterator[tuple[str, str, str]]:
    rows = {
        gettext("Subject"): (old.subject, new.subject),
        gettext("Issued by"): (_issuer(old), _issuer(new)),
        gettext("Valid from"): (date(old.begins), date(new.begins)),
        gettext("Valid until"): (date(old.ends), date(new.ends)),
        gettext("Key"): (old.key, new.key),
        gettext("Signed with"): (old.signature, new.signature),
        "SHA-256": (fingerprint(old.sha256), fingerprint(new.sha256)),
    }
    return ((name, *pair) for name, pair in rows.items() if pair[0] != pair[1])


def _issuer(card: CertificateSummary) -> str:
    return gettext("Self-signed") if card.is_self_signed else card.issuer
