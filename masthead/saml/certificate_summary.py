"""Certificate summaries, and checks before a certificate is saved."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple

from masthead.i18n import format_moment, format_number, gettext, ngettext


class CertificateSummary(NamedTuple):
    """Certificate details for a page. Fingerprints and serial number are upper-case hex with colons, times are UTC."""

    pem: str
    """A PEM block of 64 columns with a final newline."""
    subject: str
    issuer: str
    serial: str
    begins: datetime
    ends: datetime
    is_self_signed: bool
    is_authority: bool
    sha1: str
    sha256: str
    key: str
    """The key's algorithm and size, such as "RSA, 2048 bits", "EC, P-256" or "Ed25519"."""
    key_bits: int | None
    """The size of an RSA or DSA key; None for others."""
    signature: str
    """The signature's algorithm, such as "SHA-256 with RSA" or "Ed25519"."""

    def days_left(self, now: datetime) -> int:
        """Return the whole days until the certificate expires, negative once it has."""
        return (self.ends - now) // timedelta(days=1)


class Suggestion(NamedTuple):
    """The certificate to preselect, and the reason as a sentence. It `is_certain` for a chain with one leaf."""

    card: CertificateSummary
    reason: str
    is_certain: bool


def suggest_certificate(cards: Sequence[CertificateSummary], now: datetime) -> Suggestion:
    """Suggest the certificate that is valid longest, among a chain's leaves if it is a chain.

    Raises ValueError if there are no certificates.
    """
    candidates = [cards[at] for at in _find_leaves(cards)] or cards
    good = [card for card in candidates if card.begins <= now <= card.ends]
    if len(good) > 1:
        reason = gettext("Selected because it is valid longest. Check that the provider signs with it already.")
    elif good:
        reason = gettext("Selected because it is the only one that is valid today.")
    else:
        reason = gettext("Selected because it expires last. None of them is valid today.")
    return Suggestion(max(good or candidates, key=lambda each: each.ends), reason, len(candidates) == 1)


def _find_leaves(cards: Sequence[CertificateSummary]) -> list[int]:
    """Return the indexes of certificates that another one issued and that issued no others."""
    from masthead.saml.certificate_reading import subject_and_issuer  # noqa: PLC0415 - its library is large

    names = [subject_and_issuer(card) for card in cards]
    # A self-issued certificate would seem to be issued by its successor, which has the same name.
    issued = [(at, issuer) for at, (subject, issuer) in enumerate(names) if subject != issuer]
    subjects, issuers = {subject for subject, _ in names}, {issuer for _, issuer in issued}
    linked = [at for at, issuer in issued if issuer in subjects]
    return [at for at in linked if names[at][0] not in issuers] or linked


TOO_LONG = 10_000
"""Maximum length of a PEM block that the API accepts."""
EXPIRING_DAYS = 30
"""Days before expiry at which we warn."""
BROKEN_BITS, SHORT_BITS = 1024, 2048


class CertificateFinding(NamedTuple):
    """A finding. `blocks` means that the certificate can't be used; otherwise it is a warning."""

    kind: Literal[
        "expired",
        "not-yet",
        "ending",
        "weak-key",
        "short-key",
        "md5",
        "sha1",
        "authority",
        "shared",
        "too-long",
    ]
    blocks: bool
    text: str


def check_certificate(
    card: CertificateSummary, now: datetime, others: Mapping[str, str] = {}
) -> list[CertificateFinding]:
    """Check a certificate before it is saved.

    `others` maps the `sha256` of other providers' certificates to the providers' labels.
    """
    return [*_check_dates(card, now), *_check_strength(card), *_check_use(card, others)]


def _check_dates(card: CertificateSummary, now: datetime) -> Iterator[CertificateFinding]:
    days = card.days_left(now)
    if days < 0:
        yield CertificateFinding(
            "expired", blocks=True, text=gettext("The certificate expired on %(date)s.", date=_format_time(card.ends))
        )
    if now < card.begins:
        yield CertificateFinding(
            "not-yet",
            blocks=False,
            text=gettext("The certificate isn't valid until %(date)s.", date=_format_time(card.begins)),
        )
    if 0 <= days < EXPIRING_DAYS:
        within = ngettext("%(n)s day", "%(n)s days", days) if days else gettext("less than a day")
        yield CertificateFinding(
            "ending",
            blocks=False,
            text=gettext(
                "The certificate expires in %(within)s, on %(date)s.", within=within, date=_format_time(card.ends)
            ),
        )


def _check_strength(card: CertificateSummary) -> Iterator[CertificateFinding]:
    bits, kind = card.key_bits, card.key.split(",", maxsplit=1)[0]
    if bits is not None and bits < BROKEN_BITS:
        text = gettext(
            "Its %(kind)s key has %(bits)s bits and can be broken. The minimum is %(broken_bits)s bits; "
            "%(short_bits)s are recommended.",
            kind=kind,
            bits=bits,
            broken_bits=BROKEN_BITS,
            short_bits=SHORT_BITS,
        )
        yield CertificateFinding("weak-key", blocks=True, text=text)
    elif bits is not None and kind == "RSA" and bits < SHORT_BITS:
        text = gettext(
            "Its RSA key has only %(bits)s bits. %(short_bits)s or more are usual.", bits=bits, short_bits=SHORT_BITS
        )
        yield CertificateFinding("short-key", blocks=False, text=text)
    if card.is_self_signed:
        return  # a forger would sign with their own key, so the hash of a self-signature doesn't matter
    if card.signature.startswith("MD5 "):
        yield CertificateFinding(
            "md5", blocks=False, text=gettext("It is signed with MD5, which is broken. The certificate can be forged.")
        )
    elif card.signature.startswith("SHA-1 "):
        yield CertificateFinding(
            "sha1", blocks=False, text=gettext("It is signed with SHA-1, which is no longer safe.")
        )


def _check_use(card: CertificateSummary, others: Mapping[str, str]) -> Iterator[CertificateFinding]:
    if (
        card.is_authority and not card.is_self_signed
    ):  # many self-signed certificates of providers claim to be authorities
        text = gettext("It looks like the certificate of a certificate authority, not of the provider itself.")
        yield CertificateFinding("authority", blocks=False, text=text)
    if label := others.get(card.sha256):
        text = gettext(
            "%(label)s has the same certificate. Whoever can sign for one provider can sign for the other.", label=label
        )
        yield CertificateFinding("shared", blocks=False, text=text)
    if len(card.pem) > TOO_LONG:
        text = gettext(
            "It has %(count)s characters. The limit is %(too_long)s.",
            count=format_number(len(card.pem)),
            too_long=format_number(TOO_LONG),
        )
        yield CertificateFinding("too-long", blocks=True, text=text)


def _format_time(moment: datetime) -> str:
    return f"{format_moment(moment.astimezone(UTC))} UTC"
