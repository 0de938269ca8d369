"""Errors in pasted certificates and metadata files, with messages for people."""

from typing import Literal

from masthead.i18n import N_, gettext

CertificateKind = Literal[
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
CERTIFICATE_MESSAGES: dict[CertificateKind, str] = {
    "empty": N_("This is empty. Paste the certificate from your identity provider."),
    "not-base64": N_(
        "This is not a certificate: it has no BEGIN line and isn't base64. Paste the certificate from "
        "your identity provider, and nothing else."
    ),
    "truncated": N_(
        "Part of the certificate is missing. Paste all of it again, with the BEGIN and END lines if it has them."
    ),
    "joined": N_("Several certificates run into each other. Paste one, or give each its own BEGIN and END lines."),
    "private-key": N_(
        "This is a private key. Masthead didn't keep it. Anybody who has seen it can sign in as anyone. "
        "Replace the key."
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
    """No certificate could be parsed. The message describes the input and how to fix it."""

    def __init__(self, kind: CertificateKind, message: str) -> None:
        super().__init__(message)
        self.kind: CertificateKind = kind


def certificate_error(kind: CertificateKind, **values: object) -> CertificateError:
    """Build the error; `values` fill the placeholders in its message."""
    return CertificateError(kind, gettext(CERTIFICATE_MESSAGES[kind], **values))


MetadataKind = Literal[
    "empty",
    "too-large",
    "other",
    "address",
    "private-key",
    "encoding",
    "doctype",
    "outside",
    "too-deep",
    "too-many",
    "too-long",
    "truncated",
    "broken",
    "not-metadata",
    "service-provider",
    "no-provider",
    "old-saml",
]
METADATA_MESSAGES: dict[MetadataKind, str] = {
    "empty": N_("This is empty. Use the metadata of your identity provider."),
    "too-large": N_(
        "This has %(size)s KiB; %(limit)s KiB are allowed. Upload a federation's metadata as a file, or ask for the "
        "metadata of your own identity provider only."
    ),
    "other": N_("This is %(what)s, not metadata. %(advice)s"),
    "address": N_("This is an address, not metadata."),
    "private-key": N_(
        "This has a private key in it. Masthead didn't keep it. Anybody who has seen it can sign in as "
        "anyone. Replace the key, and use metadata without it."
    ),
    "encoding": N_(
        "This text is encoded as %(encoding)s, which Masthead doesn't read. Save it as UTF-8, then try again."
    ),
    "doctype": N_(
        "This file has a DOCTYPE, which can make a program read other files, so Masthead refuses it. "
        "Metadata doesn't need one. Download it again from your identity provider."
    ),
    "outside": N_(
        "This file loads %(what)s from elsewhere, which Masthead doesn't follow. Use one file with all of the metadata."
    ),
    "too-deep": N_("This file is nested more than %(levels)s levels deep, and metadata never is. Download it again."),
    "too-many": N_(
        "This file has more than %(elements)s elements. If it lists many organizations, ask for the metadata of "
        "your own identity provider only."
    ),
    "too-long": N_("This file has %(what)s, and metadata never has. Download it again from your identity provider."),
    "truncated": N_("The end of the file is missing. Download or copy all of it again."),
    "broken": N_(
        "The file is damaged in line %(line)s: it isn't well-formed XML. Download it again, and don't edit it."
    ),
    "not-metadata": N_(
        "This is XML, but not SAML metadata: it begins with %(tag)s, and metadata begins with "
        "EntityDescriptor or EntitiesDescriptor. Look for a download called federation metadata or IdP "
        "metadata."
    ),
    "service-provider": N_(
        "This is the file of a service provider, the side that people sign in to. Export the metadata of "
        "the identity provider instead."
    ),
    "no-provider": N_(
        "This is SAML metadata, but it describes no identity provider. Export the metadata of your identity provider."
    ),
    "old-saml": N_(
        "The identity provider in this metadata doesn't support SAML 2.0. Switch SAML 2.0 on there, then "
        "export the metadata again."
    ),
}


class MetadataError(Exception):
    """No identity provider could be parsed. The message describes the file and how to fix it."""

    def __init__(self, kind: MetadataKind, message: str) -> None:
        super().__init__(message)
        self.kind: MetadataKind = kind


def metadata_error(kind: MetadataKind, **values: object) -> MetadataError:
    """Build the error; `values` fill the placeholders in its message."""
    return MetadataError(kind, gettext(METADATA_MESSAGES[kind], **values))
