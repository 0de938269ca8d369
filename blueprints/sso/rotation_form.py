"""The form that puts another certificate in the place of a provider's own, now or later, or beside it."""

from collections.abc import Iterator
from typing import Any

from blueprints.sso.forms import CertificateForm
from changes import Change
from saml import Card
from web.forms.certificates import first_card
from web.forms.days import Day
from web.forms.fields import Choice, Switch
from web.pages.templating import date
from web.person.time_zone import today

NOW, BESIDE, LATER = "now", "beside", "later"
WAYS = {
    NOW: (
        "Replace the old certificate now",
        "Your identity provider already signs with the new certificate, or switches within a minute. You can go back.",
    ),
    BESIDE: (
        "Create a second provider with the new certificate",
        "Both work until you delete the old one. You need a second application at your identity provider.",
    ),
    LATER: ("Save it for later", "Nothing changes now. Masthead reminds you on the day."),
}
LIFTED = (
    "If the new certificate is wrong, people can still sign in another way. Enforce it again once "
    "somebody has signed in."
)
NOT_ENFORCED = (
    "Masthead first stops enforcing single sign-on. It stays off until somebody enforces it again. "
    "Until then, people can sign in another way."
)


class RotationForm(CertificateForm):
    """Another certificate for a provider that has one, and what to do with it."""

    how = Choice("What to do with the new certificate", meanings=WAYS)
    due = Day("Day to replace it, if later", hint="The day on which your identity provider starts to sign with it.")
    lifting: Change[Any] | None = None  # the page's, where single sign-on is enforced
    lift = Switch("Stop enforcing single sign-on while the certificate is replaced", hint=LIFTED)

    def check(self) -> None:
        """Another one is needed, and for one that comes later the day."""
        super().check()
        if not self.certificate.data and not self.certificate.errors:
            self.certificate.errors = ["Paste the new certificate."]
        elif first_card(self.certificate.data) == first_card(self.now.get("certificate")) is not None:
            self.certificate.errors = ["This certificate is already saved. Paste the new one."]
        if self.how.data not in WAYS:
            self.how.errors = ["Choose what to do with the new certificate."]
        if self.how.data == LATER and (self.due.day is None or self.due.day < today()):
            self.due.errors = ["Enter today or a later day."]

    def sent_first(self) -> list[Change[Any]]:
        """Enforcement is lifted before the certificate is replaced."""
        return [self.lifting] if self.lifting and self.lifts else []

    @property
    def lifts(self) -> bool:
        """Whether enforcement is lifted, as far as the form says."""
        return self.how.data == NOW and self.lift.data is True

    def risks(self) -> list[str]:
        """What is different for everybody afterwards."""
        return [NOT_ENFORCED] if self.sent_first() else []

    def must_be_reviewed(self) -> bool:
        """What counts from now on."""
        return bool(self.how.data == NOW)

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """What the old and the new certificate say where that is not the same."""
        old, new = first_card(self.now.get("certificate")), first_card(self.certificate.data)
        lifted = [("Single sign-on", "Enforced", "Not enforced")] if self.sent_first() else []
        return [*lifted, *(_compared(old, new) if old and new else super().differences)]


def _compared(old: Card, new: Card) -> Iterator[tuple[str, str, str]]:
    rows = {
        "Subject": (old.subject, new.subject),
        "Issued by": (_issuer(old), _issuer(new)),
        "Valid from": (date(old.begins), date(new.begins)),
        "Valid until": (date(old.ends), date(new.ends)),
        "Key": (old.key, new.key),
        "Signed with": (old.signature, new.signature),
        "SHA-256": (old.sha256, new.sha256),
    }
    return ((name, *pair) for name, pair in rows.items() if pair[0] != pair[1])


def _issuer(card: Card) -> str:
    return "Self-signed" if card.is_self_signed else card.issuer
