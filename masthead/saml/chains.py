"""Several certificates: whether they sign each other, and which of them is the provider's own."""

import warnings
from collections.abc import Sequence
from datetime import datetime

from cryptography.x509 import load_pem_x509_certificate

from masthead.saml.summary import CertificateSummary


def is_chain(cards: Sequence[CertificateSummary]) -> bool:
    """Whether one of the certificates issued another."""
    return bool(_leaves(cards))


def suggest_index(cards: Sequence[CertificateSummary], now: datetime) -> int | None:
    """A chain's leaf, else the valid one, else the one that expires last; None where several are valid.

    Raises ValueError where there are no cards.
    """
    candidates = _leaves(cards) or list(range(len(cards)))
    good = [at for at in candidates if cards[at].begins <= now <= cards[at].ends]
    if len(good) > 1:  # only the provider knows with which of them it signs today
        return None
    return good[0] if good else max(candidates, key=lambda at: cards[at].ends)


def _leaves(cards: Sequence[CertificateSummary]) -> list[int]:
    """Indexes of those that another one here issued, and that issued none."""
    names = [_subject_and_issuer(card) for card in cards]
    # One that has its own name as its issuer's would seem to be issued by its successor, which has the same name.
    issued = [(at, issuer) for at, (subject, issuer) in enumerate(names) if subject != issuer]
    subjects, issuers = {subject for subject, _ in names}, {issuer for _, issuer in issued}
    linked = [at for at, issuer in issued if issuer in subjects]
    return [at for at in linked if names[at][0] not in issuers] or linked


def _subject_and_issuer(card: CertificateSummary) -> tuple[bytes, bytes]:
    """In full: what people read of them can be the same for two."""
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        read = load_pem_x509_certificate(card.pem.encode())
        return read.subject.public_bytes(), read.issuer.public_bytes()
