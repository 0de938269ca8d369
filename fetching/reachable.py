"""Limits fetching to public addresses, so that nobody reads internal ones through us (SSRF)."""

from enum import Enum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from i18n import N_

Address = IPv4Address | IPv6Address

_TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as a network without IPv4 writes them (NAT64)."""

_PRIVATE = (
    IPv4Network("10.0.0.0/8"),
    IPv4Network("172.16.0.0/12"),
    IPv4Network("192.168.0.0/16"),
    IPv4Network("100.64.0.0/10"),
    IPv6Network("fc00::/7"),
)
"""Where the hosts of an organization's own network stand (RFC 1918, RFC 6598, RFC 4193)."""

OWN_NAMES = ("localhost", "local", "internal", "lan", "home", "intranet")
"""Last parts of names that only a private network knows."""
NOT_PUBLIC = N_("The documentation service can't reach this host: it is in a private network. Enter a public address.")


class HostReach(Enum):
    """Public addresses alone, this machine too, or its network too."""

    PUBLIC = 0
    OWN = 1
    INNER = 2


def is_allowed(written: str, reach: HostReach) -> bool:
    """`written` is an IP address."""
    # Without the zone that a link-local address may have: fe80::1%eth0.
    address = ip_address(written.partition("%")[0])
    carried = _embedded_ipv4(address)
    if carried is not None:
        return is_allowed(str(carried), reach)
    if address.is_loopback:
        return reach is not HostReach.PUBLIC
    if any(address in network for network in _PRIVATE):
        return reach is HostReach.INNER
    # For Python some multicast addresses are global too.
    return address.is_global and not (address.is_multicast or address.is_reserved or _is_site_local(address))


def is_public(host: str) -> bool:
    """False for a host of a private network, as far as its name or its IP address says; no name is looked up."""
    try:
        written = str(ip_address(host.strip("[]")))
    except ValueError:
        name = host.removesuffix(".")
        last = name.rpartition(".")[2]
        return "." in name and last not in OWN_NAMES and not last.isdigit() and not last.startswith("0x")
    return is_allowed(written, HostReach.PUBLIC)


def _embedded_ipv4(address: Address) -> IPv4Address | None:
    """Of an IPv6 address that is translated or tunnelled to IPv4."""
    if isinstance(address, IPv4Address):
        return None
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def _is_site_local(address: Address) -> bool:
    return isinstance(address, IPv6Address) and address.is_site_local
