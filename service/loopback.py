"""Recognizes loopback addresses."""

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import request
from werkzeug.exceptions import BadRequest


def is_loopback(host: str) -> bool:
    """Return whether all addresses of a host are loopback ones. Raises OSError if the name can't be resolved."""
    found = socket.getaddrinfo(host, None, proto=socket.IPPROTO_TCP)
    # A name can have several addresses, and all of them must be loopback.
    return all(ipaddress.ip_address(address[0]).is_loopback for *_, address in found)


def ensure_loopback_host() -> None:
    """Raise BadRequest for a request whose Host isn't a loopback name.

    The demo tokens are public: without this check, a website could use one by making its own name resolve to this
    machine (DNS rebinding).
    """
    if not is_loopback_name(request.host):
        raise BadRequest("Host: the demo is reached as localhost, 127.0.0.1 or [::1].")


def is_loopback_name(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
