"""Suggests labels for an identity provider from its metadata."""

from collections.abc import Collection, Iterator
from urllib.parse import urlsplit

from masthead.saml.providers import IdentityProvider

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
    """Suggest the name, product or host that isn't `taken` yet; empty if there is none."""
    candidates = [_shorten(text, longest) for text in _candidate_labels(provider)]
    used = {label.casefold() for label in taken}
    return next(
        (text for text in candidates if text and text.casefold() not in used), candidates[0] if candidates else ""
    )


def _shorten(text: str, longest: int) -> str:
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
    hosts = [host for address in addresses if (host := _host(address))]
    yield from (name for host in hosts for end, name in _HOSTS.items() if f".{host}".endswith(f".{end}"))
    yield from (name for address in addresses for part, name in _PATHS.items() if part in address)
    yield from hosts


def _host(address: str) -> str:
    """Return the host of a URL, empty for anything else."""
    try:
        return (urlsplit(address).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
