"""Errors of pasted certificates, with messages for people."""

from typing import Literal

from i18n import N_, gettext

Kind = Literal[
    "empty",
    "not-base64",
    "truncated",
    "joined",
    "private-key",
    "request",
    "public-key",
    "other",
    "unreadable",
    "too-large",
]
MESSAGES: dict[Kind, str] = {
    "empty": N_("This is empty. Paste the certificate from your identity provider."),
    "not-base64": (
        N_(
            "This is not a certificate: it has no BEGIN line and isn't base64. Paste the certificate from "
            "your identity provider, and nothing else."
        )
    ),
    "truncated": (
        N_("Part of the certificate is missing. Paste all of it again, with the BEGIN and END lines if it has them.")
    ),
    "joined": N_("Several certificates run into each other. Paste one, or give each its own BEGIN and END lines."),
    "private-key": (
        N_(
            "This is a private key. Masthead didn't keep it. Anybody who has seen it can sign in as anyone. "
            "Replace the key."
        )
    ),
    "request": N_("This is a certificate request. Paste the certificate that was issued for it."),
    "public-key": N_("This is only a public key. Paste the whole certificate."),
    "other": N_("This is %(what)s, not a certificate. %(advice)s"),
    "unreadable": N_(
        "The certificate is damaged, and Masthead can't read it. Copy it again from your identity provider."
    ),
    "too-large": N_("This has %(size)s KiB; %(limit)s KiB are allowed. Paste only the certificate."),
}


class CertificateError(Exception):
    """No certificate could be read. The message says what was pasted and what to do."""

    def __init__(self, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.kind: Kind = kind


def certificate_error(kind: Kind, **values: object) -> CertificateError:
    """Build the error; `values` fill the placeholders of its message."""
    return CertificateError(kind, gettext(MESSAGES[kind], **values))
