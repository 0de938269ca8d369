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
    "empty": "There is nothing in it. Paste the certificate of the identity provider.",
    "not-base64": (
        "This is not a certificate: it has no BEGIN line, and it is not base64 either. "
        "Paste the certificate as the identity provider gives it, and nothing else."
    ),
    "truncated": (
        "A part of the certificate is missing. "
        "Paste all of it again, with the BEGIN line and the END line if it has them."
    ),
    "joined": (
        "Several certificates run into each other. Paste one of them, or each with a BEGIN line and an END line."
    ),
    "private-key": (
        "This is a private key. It was not kept. Whoever else may have seen it can sign in as anybody: replace it."
    ),
    "request": "This is a request for a certificate. Paste the certificate that was made from it.",
    "public-key": "This is a public key alone. Paste the whole certificate that has it.",
    "other": "This is {}, not a certificate. {}",
    "unreadable": "The certificate is damaged and cannot be read. Copy it again from the identity provider.",
    "too-large": "This has {} KiB, and {} KiB are taken at most. Paste the certificate alone.",
}


class CertificateError(Exception):
    """No certificate could be read. The message tells a person what was pasted and what to do."""

    def __init__(self, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.kind: Kind = kind


def certificate_error(kind: Kind, *words: object) -> CertificateError:
    """`words` fill the placeholders in the message of the kind."""
    return CertificateError(kind, MESSAGES[kind].format(*words))
