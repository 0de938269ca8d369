"""Rules for the URLs that may be fetched, and for the addresses of their hosts."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Protocol
from urllib.parse import urlsplit

from fetching.failures import N_, FailureKind, FetchError
from fetching.pinned import PinnedAddress

Address = IPv4Address | IPv6Address

_TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv4 addresses in an IPv6 network (NAT64)."""

_PRIVATE = (
    IPv4Network("10.0.0.0/8"),
    IPv4Network("172.16.0.0/12"),
    IPv4Network("192.168.0.0/16"),
    IPv4Network("100.64.0.0/10"),
    IPv6Network("fc00::/7"),
)
"""Private networks (RFC 1918, RFC 6598, RFC 4193)."""

OWN_NAMES = ("localhost", "local", "internal", "lan", "home", "intranet")
"""Top-level domains of private networks."""
NOT_PUBLIC = N_("The documentation service can't reach this host: it is in a private network. Enter a public address.")


class HostReach(Enum):
    """The allowed addresses: only public ones, also this machine, or also private networks."""

    PUBLIC = 0
    OWN = 1
    INNER = 2


def is_allowed(written: str, reach: HostReach) -> bool:
    """Return whether an IP address is within `reach`."""
    # Without the zone of a link-local address: fe80::1%eth0.
    address = ip_address(written.partition("%")[0])
    carried = _embedded_ipv4(address)
    if carried is not None:
        return is_allowed(str(carried), reach)
    if address.is_loopback:
        return reach is not HostReach.PUBLIC
    if any(address in network for network in _PRIVATE):
        return reach is HostReach.INNER
    # Python counts some multicast addresses as global.
    return address.is_global and not (address.is_multicast or address.is_reserved or _is_site_local(address))


def is_public(host: str) -> bool:
    """Return False if the name or IP address belongs to a private network. The name isn't resolved."""
    try:
        written = str(ip_address(host.strip("[]")))
    except ValueError:
        name = host.removesuffix(".")
        last = name.rpartition(".")[2]
        return "." in name and last not in OWN_NAMES and not last.isdigit() and not last.startswith("0x")
    return is_allowed(written, HostReach.PUBLIC)


def _embedded_ipv4(address: Address) -> IPv4Address | None:
    """Return the IPv4 address embedded in a translated or tunnelled IPv6 address."""
    if isinstance(address, IPv4Address):
        return None
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def _is_site_local(address: Address) -> bool:
    return isinstance(address, IPv6Address) and address.is_site_local


MAX_LENGTH = 2048
"""Length limit of a URL."""

_HTTPS = 443
_OWN_NAMES = {"127.0.0.1", "::1", "localhost"}
_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
"""Systems parse a host as an IPv4 number if its last label matches this."""


class Rules(Protocol):
    def parse_target(self, url: str) -> PinnedAddress:
        """Parse the URL. Raises FetchError if it is not allowed."""

    def resolve_target(self, target: PinnedAddress) -> HostReach:
        """Return the allowed addresses of the target's host."""


@dataclass(frozen=True)
class AnyWeb:
    """Allows http and https on any port at public addresses; with `loopback` also this machine."""

    loopback: bool = False

    def parse_target(self, url: str) -> PinnedAddress:
        return _parse_address(url, N_("Its address is not one of http or https, without a name and a password."))

    def resolve_target(self, _target: PinnedAddress) -> HostReach:
        return HostReach.OWN if self.loopback else HostReach.PUBLIC


@dataclass(frozen=True)
class Https:
    """Allows https on port 443 at public addresses, in plain notation.

    `allowed` lists hosts, with ports, that may also be internal.
    """

    allowed: frozenset[tuple[str, int]] = frozenset()

    def parse_target(self, url: str) -> PinnedAddress:
        if len(url) > MAX_LENGTH:
            raise _refusal_error(N_("The address is longer than 2048 characters."))
        if any(sign == "\\" or unicodedata.category(sign)[0] in "CZ" for sign in url):
            raise _refusal_error(N_("The address holds a space, a backslash or a sign that cannot be seen."))
        target = _parse_address(
            url, N_("This is not an address that begins with https:// and holds no user name and no password.")
        )
        self._ensure_allowed(target)
        return target

    def resolve_target(self, target: PinnedAddress) -> HostReach:
        return HostReach.INNER if _host_and_port(target) in self.allowed else HostReach.PUBLIC

    def _ensure_allowed(self, target: PinnedAddress) -> None:
        if not target.secure:
            raise _refusal_error(N_("The address begins with http://; only https:// is asked."))
        if not _is_ordinary(target.host):
            raise _refusal_error(N_("The host is not written in the ordinary way."))
        if target.port != _HTTPS and _host_and_port(target) not in self.allowed:
            raise _refusal_error(N_("The address names another port than 443, which only an operator can allow."))


@dataclass(frozen=True)
class ApiFiles:
    """Allows file URLs on the API's host, even if it is internal; with `elsewhere` also at public addresses."""

    api: str
    elsewhere: bool

    def parse_target(self, url: str) -> PinnedAddress:
        target = AnyWeb().parse_target(url)
        if not self.elsewhere and not self._is_api(target):
            raise FetchError(FailureKind.REFUSED, N_("It is not at the host of the documentation service."))
        return target

    def resolve_target(self, target: PinnedAddress) -> HostReach:
        return HostReach.INNER if self._is_api(target) else HostReach.PUBLIC

    def _is_api(self, target: PinnedAddress) -> bool:
        return _host_and_port(target) == _host_and_port(PinnedAddress.parse(self.api))


@dataclass(frozen=True)
class Configured:
    """Allows URLs in the operator's settings: https anywhere, http on this machine."""

    def parse_target(self, url: str) -> PinnedAddress:
        target = AnyWeb().parse_target(url)
        if not target.secure and target.host not in _OWN_NAMES:
            raise _refusal_error(N_("The address begins with http://; only https:// is asked."))
        return target

    def resolve_target(self, target: PinnedAddress) -> HostReach:
        return HostReach.INNER if target.secure else HostReach.OWN


def _parse_address(url: str, message: str) -> PinnedAddress:
    try:
        return PinnedAddress.parse(url)
    except ValueError as error:
        raise _refusal_error(message) from error


def _refusal_error(message: str) -> FetchError:
    return FetchError(FailureKind.ADDRESS, message)


def parse_allowed_hosts(written: Iterable[str]) -> frozenset[tuple[str, int]]:
    """Parse a list of hosts, each `host` or `host:port`; the default port is 443. Raises ValueError."""
    return frozenset(_parse_allowed_host(entry) for entry in written)


def _parse_allowed_host(entry: str) -> tuple[str, int]:
    parts = urlsplit(f"https://{entry}")
    target = PinnedAddress.parse(parts.geturl())
    if parts.netloc != entry or not _is_ordinary(target.host):
        raise ValueError(entry)
    return _host_and_port(target)


def _host_and_port(target: PinnedAddress) -> tuple[str, int]:
    return (str(ip_address(target.host)) if ":" in target.host else target.host, target.port)


def _is_ordinary(host: str) -> bool:
    """Return whether all systems parse the name or IP address in the same way."""
    if ":" in host or _NUMBER.fullmatch(host.rpartition(".")[2]):
        try:
            return not getattr(ip_address(host), "scope_id", None)
        except ValueError:
            return False
    return _NAME.fullmatch(host) is not None
