"""Hosts that the documentation service can be asked to read from."""

from ipaddress import ip_address

from fetching.reachable import HostReach, is_allowed
from i18n import N_

OWN_NAMES = ("localhost", "local", "internal", "lan", "home", "intranet")
"""Last parts of names that only a private network knows."""
NOT_PUBLIC = N_("The documentation service can't reach this host: it is in a private network. Enter a public address.")


def is_public(host: str) -> bool:
    """False for a host of a private network, as far as its name or its IP address says; no name is looked up."""
    try:
        written = str(ip_address(host.strip("[]")))
    except ValueError:
        name = host.removesuffix(".")
        last = name.rpartition(".")[2]
        return "." in name and last not in OWN_NAMES and not last.isdigit() and not last.startswith("0x")
    return is_allowed(written, HostReach.PUBLIC)
