"""Identity providers in metadata, and suggested labels for them."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

Binding = Literal["redirect", "post"]


@dataclass(frozen=True, slots=True)
class SignOn:
    """A sign-on URL, used by a redirect or by posting a form."""

    binding: Binding
    address: str

    @property
    def binding_name(self) -> str:
        """Return the SAML name of the binding."""
        return "HTTP-Redirect" if self.binding == "redirect" else "HTTP-POST"


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """An identity provider. `keys` are its signing certificates as base64, in file order."""

    entity_id: str
    name: str
    """Display name; may be empty."""
    sign_ons: tuple[SignOn, ...]
    """Redirects first."""
    keys: tuple[str, ...]
    valid_until: datetime | None
    """The earliest end of the entity and the elements around it, in UTC."""
    cache_for: str
    """The cache duration in words, such as "6 hours"; may be empty."""
    notes: tuple[str, ...]
    """Sentences about omitted parts."""
    aliases: tuple[str, ...] = ()
    """Names in other languages, domains and hosts of sign-on URLs, to search by."""

    def is_expired(self, now: datetime) -> bool:
        return self.valid_until is not None and self.valid_until < now


class MetadataFacts(NamedTuple):
    """Facts about a metadata file as a whole."""

    sha256: str
    """Hash of the file in hex; empty for a paste, which isn't the file byte by byte."""
    is_signed: bool
    """True if there is a signature. It is not verified."""
    notes: tuple[str, ...]
    """Sentences about omitted parts."""


# Products by the end of the host name: tenants are subdomains of the product's domain.
_HOSTS = {
    "okta.com": "Okta",
    "oktapreview.com": "Okta",
    "okta-emea.com": "Okta",
    "windows.net": "Microsoft Entra ID",
    "microsoftonline.com": "Microsoft Entra ID",
    "google.com": "Google Workspace",
    "onelogin.com": "OneLogin",
    "auth0.com": "Auth0",
    "pingone.com": "PingOne",
    "pingone.eu": "PingOne",
    "pingidentity.com": "PingOne",
    "jumpcloud.com": "JumpCloud",
    "duosecurity.com": "Duo",
}
# Self-hosted products by a part of the path.
_PATHS = {
    "/adfs/": "AD FS",
    "/realms/": "Keycloak",
    "/idp/shibboleth": "Shibboleth",
    "/simplesaml": "SimpleSAMLphp",
    "/saml2/idp/metadata.php": "SimpleSAMLphp",
}


def suggest_label(provider: IdentityProvider, taken: Collection[str], longest: int) -> str:
    """Suggest the first of name, product and host that isn't `taken`, or a numbered name; empty if there is none."""
    candidates = [text for each in _candidate_labels(provider) if (text := _shorten_name(each, longest))]
    used = {label.casefold() for label in taken}
    found = next((text for text in candidates if text.casefold() not in used), candidates[0] if candidates else "")
    while found and found.casefold() in used:
        found = next_label(found, longest)
    return found


def next_label(label: str, longest: int) -> str:
    """Return the label with the next number: “Staff 2” after “Staff”, “Staff 3” after “Staff 2”."""
    name, number = label, 1
    if found := re.fullmatch(r"(.+) ([1-9][0-9]?)", label):
        name, number = found[1], int(found[2])
    end = f" {number + 1}"
    return f"{name[: longest - len(end)].rstrip()}{end}"


def _shorten_name(text: str, longest: int) -> str:
    # Keep the end of a host name, which identifies the owner.
    while len(text) > longest and " " not in text and "." in text:
        text = text.partition(".")[2]
    if len(text) <= longest:
        return text.strip()
    return (text[: longest + 1].rpartition(" ")[0] or text[:longest]).strip()


def _candidate_labels(provider: IdentityProvider) -> Iterator[str]:
    if provider.name:
        yield provider.name
    addresses = [*(each.address for each in provider.sign_ons), provider.entity_id]
    hosts = [host for address in addresses if (host := _parse_host(address))]
    yield from (name for host in hosts for end, name in _HOSTS.items() if f".{host}".endswith(f".{end}"))
    yield from (name for address in addresses for part, name in _PATHS.items() if part in address)
    yield from hosts


def is_unencrypted(address: str) -> bool:
    """Return True for http, which others on the network can read; False for http within this machine."""
    try:
        parts = urlsplit(address)
        own = parts.hostname == "localhost" or ip_address(parts.hostname or "").is_loopback
    except ValueError:
        own = False
    return address.lower().startswith("http:") and not own


def _parse_host(address: str) -> str:
    """Return the host of a URL, empty for anything else."""
    try:
        return (urlsplit(address).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
