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
    "empty": "There is nothing in it. Give the metadata of the identity provider.",
    "too-large": (
        "This has {} KiB, and {} KiB are taken at most. "
        "If it lists many organizations, ask for the metadata of your own identity provider alone."
    ),
    "other": "This is {}, not metadata. {}",
    "address": "This is an address, not metadata. Put it where the address belongs, and it is read from there.",
    "private-key": (
        "There is a private key in it. It was not kept. Whoever else may have seen it can sign in as anybody: "
        "replace it, and give metadata without it."
    ),
    "encoding": "This text is written as {}, which is not read. Save it as UTF-8, and give it again.",
    "doctype": (
        "This file has a DOCTYPE, which could make a program read other files, so it is not taken. "
        "Metadata needs none: download it again from the identity provider."
    ),
    "outside": "This file asks for {} from elsewhere, which is not followed. Give the whole metadata in one file.",
    "too-deep": "This file is nested more than {} levels deep, which metadata never is. Download it again.",
    "too-many": (
        "This file has more than {} elements. "
        "If it lists many organizations, ask for the metadata of your own identity provider alone."
    ),
    "too-long": "This file has {}, which metadata never has. Download it again from the identity provider.",
    "truncated": "The file ends too early: a part of it is missing. Download or copy all of it again.",
    "broken": "The file is damaged in line {}: it is not well-formed XML. Download it again, and do not edit it.",
    "not-metadata": (
        "This is XML, but not SAML metadata: it begins with {}, and metadata with EntityDescriptor or "
        "EntitiesDescriptor. Look for a download called federation metadata or IdP metadata."
    ),
    "service-provider": (
        "This is a service provider's file: it describes the side that people sign in to. "
        "Export the metadata of the identity provider instead."
    ),
    "no-provider": (
        "This is SAML metadata, but no identity provider is described in it. "
        "Export the metadata of the identity provider itself."
    ),
    "old-saml": (
        "The identity provider that is described in it does not speak SAML 2.0. "
        "Switch that on there, and export its metadata again."
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
