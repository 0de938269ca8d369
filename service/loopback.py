"""What only this machine reaches."""

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import request
from werkzeug.exceptions import BadRequest


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server on this address or name. Raises OSError for a name of nothing."""
    found = socket.getaddrinfo(host, None, proto=socket.IPPROTO_TCP)
    return all(ipaddress.ip_address(address[0]).is_loopback for *_, address in found)


def refuse_foreign_hosts() -> None:
    """400 for a request that reached this machine by a name that is not its own.

    Everyone knows the demo tokens, so a page from elsewhere must not send one here by letting its name lead here.
    """
    if not is_loopback_name(request.host):
        raise BadRequest("Host: the demo is reached as localhost, 127.0.0.1 or [::1].")


def is_loopback_name(host: str) -> bool:
    """Whether a Host header names this machine by a name of its own."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
