"""Which addresses may be asked for a document: public ones, so that nobody reads by us what only we can reach."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address

_TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as a network without IPv4 writes them (NAT64)."""


def may_be_asked(written: str, *, loopback: bool) -> bool:
    """Whether this address, in digits, is public; with `loopback` also whether it is of this machine itself."""
    address = ip_address(written.partition("%")[0])
    carried = _carried(address)
    if carried is not None:
        return may_be_asked(str(carried), loopback=loopback)
    if address.is_loopback:
        return loopback
    return address.is_global and not (address.is_multicast or address.is_reserved or _is_site_local(address))


def _carried(address: Address) -> IPv4Address | None:
    """The IPv4 address that this one leads to in the end."""
    if isinstance(address, IPv4Address):
        return None
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def _is_site_local(address: Address) -> bool:
    return isinstance(address, IPv6Address) and address.is_site_local
