"""Why a file is not taken as the metadata of an identity provider, in words for the person who gave it."""

from typing import Literal

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
MESSAGES: dict[MetadataKind, str] = {
    "empty": "This is empty. Use the metadata of your identity provider.",
    "too-large": (
        "This has {} KiB; {} KiB are allowed. "
        "If it lists many organizations, ask for the metadata of your own identity provider only."
    ),
    "other": "This is {}, not metadata. {}",
    "address": "This is an address, not metadata.",
    "private-key": (
        "This has a private key in it. Masthead didn't keep it. Anybody who has seen it can sign in as anyone. "
        "Replace the key, and use metadata without it."
    ),
    "encoding": "This text is encoded as {}, which Masthead doesn't read. Save it as UTF-8, then try again.",
    "doctype": (
        "This file has a DOCTYPE, which can make a program read other files, so Masthead refuses it. "
        "Metadata doesn't need one. Download it again from your identity provider."
    ),
    "outside": "This file loads {} from elsewhere, which Masthead doesn't follow. Use one file with all of "
    "the metadata.",
    "too-deep": "This file is nested more than {} levels deep, and metadata never is. Download it again.",
    "too-many": (
        "This file has more than {} elements. "
        "If it lists many organizations, ask for the metadata of your own identity provider only."
    ),
    "too-long": "This file has {}, and metadata never has. Download it again from your identity provider.",
    "truncated": "The end of the file is missing. Download or copy all of it again.",
    "broken": "The file is damaged in line {}: it isn't well-formed XML. Download it again, and don't edit it.",
    "not-metadata": (
        "This is XML, but not SAML metadata: it begins with {}, and metadata begins with EntityDescriptor "
        "or EntitiesDescriptor. Look for a download called federation metadata or IdP metadata."
    ),
    "service-provider": (
        "This is the file of a service provider, the side that people sign in to. "
        "Export the metadata of the identity provider instead."
    ),
    "no-provider": (
        "This is SAML metadata, but it describes no identity provider. Export the metadata of your identity provider."
    ),
    "old-saml": (
        "The identity provider in this metadata doesn't support SAML 2.0. "
        "Switch SAML 2.0 on there, then export the metadata again."
    ),
}


class MetadataError(Exception):
    """No identity provider could be read. The message tells a person what was given and what to do."""

    def __init__(self, kind: MetadataKind, message: str) -> None:
        super().__init__(message)
        self.kind: MetadataKind = kind


def metadata_error(kind: MetadataKind, *words: object) -> MetadataError:
    """`words` fill the placeholders in the message of the kind."""
    return MetadataError(kind, MESSAGES[kind].format(*words))
