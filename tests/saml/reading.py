"""All that metadata says, in memory."""

from typing import BinaryIO, NamedTuple

from masthead.saml import IdentityProvider, MetadataFacts, read_metadata


class Metadata(NamedTuple):
    providers: list[IdentityProvider]
    facts: MetadataFacts


def parse_metadata(given: bytes | str | BinaryIO) -> Metadata:
    providers: list[IdentityProvider] = []
    return Metadata(providers, read_metadata(given, providers.append))
