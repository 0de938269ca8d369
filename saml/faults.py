"""Why what was pasted is not taken, in words for the person who pasted it."""

from typing import Literal

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
    "empty": "This is empty. Paste the certificate from your identity provider.",
    "not-base64": (
        "This is not a certificate: it has no BEGIN line and isn't base64. "
        "Paste the certificate from your identity provider, and nothing else."
    ),
    "truncated": (
        "Part of the certificate is missing. Paste all of it again, with the BEGIN and END lines if it has them."
    ),
    "joined": ("Several certificates run into each other. Paste one, or give each its own BEGIN and END lines."),
    "private-key": (
        "This is a private key. Masthead didn't keep it. Anybody who has seen it can sign in as anyone. "
        "Replace the key."
    ),
    "request": "This is a certificate request. Paste the certificate that was issued for it.",
    "public-key": "This is only a public key. Paste the whole certificate.",
    "other": "This is {}, not a certificate. {}",
    "unreadable": "The certificate is damaged, and Masthead can't read it. Copy it again from your identity provider.",
    "too-large": "This has {} KiB; {} KiB are allowed. Paste only the certificate.",
}


class CertificateError(Exception):
    """No certificate could be read. The message tells a person what was pasted and what to do."""

    def __init__(self, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.kind: Kind = kind


def certificate_error(kind: Kind, *words: object) -> CertificateError:
    """`words` fill the placeholders in the message of the kind."""
    return CertificateError(kind, MESSAGES[kind].format(*words))
