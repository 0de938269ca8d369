"""Parses ids and URLs that people enter, without calls of the API."""

import re
from collections.abc import Collection
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from masthead.i18n import N_, gettext
from masthead.resources import RESOURCES

MAX_LENGTH = 2048
# Servers resolve `.` and `..` in paths.
ID = re.compile(r"(?!\.{1,2}$)[A-Za-z0-9_.~-]{1,200}")
PORTS = {"http": 80, "https": 443}
KIND_AFTER = {word: each.kind for each in RESOURCES if each.lookup for word in each.lookup.address_words}
"""Kinds by the path segment before an id, in URLs of the API, of the service's app and of this portal."""
SKIPPED_PARTS = {"permissions"}
NOTHING = N_("Paste an id or an address.")
TOO_LONG = N_("This is too long for an address.")
ELSEWHERE = N_("This isn't an address of the documentation app, its API or Masthead.")
NOT_AN_ID = N_("This isn't an id. An id has only letters, digits and the characters . _ ~ and -.")
NAMES_NOTHING = N_("Masthead can't look up what this address names.")
NO_KIND = N_("Select what kind of object this is, or paste its address.")


class InvalidReferenceError(ValueError):
    """The text names no object. The message is for people."""


class ObjectReference(NamedTuple):
    """A parsed reference. `kind` is empty for a bare id; `within` are the ids before it in the URL, by kind."""

    id: str
    kind: str = ""
    within: tuple[tuple[str, str], ...] = ()

    def inside(self, kind: str) -> str:
        """The id of an ancestor in the URL; empty if there is none."""
        return dict(self.within).get(kind, "")


def parse_reference(typed: str, hosts: Collection[str]) -> ObjectReference:
    """Parse an id or URL. `hosts` are those of the service and the portal. Raises InvalidReferenceError."""
    text = typed.strip()
    if not text:
        raise InvalidReferenceError(gettext(NOTHING))
    if len(text) > MAX_LENGTH:
        raise InvalidReferenceError(gettext(TOO_LONG))
    if "/" not in text:
        return ObjectReference(_checked_id(text))
    return _parse_parts(_path_parts(text, hosts))


def _checked_id(text: str) -> str:
    if not ID.fullmatch(text):
        raise InvalidReferenceError(gettext(NOT_AN_ID))
    return text


def _path_parts(text: str, hosts: Collection[str]) -> list[str]:
    """Split the path of a URL of a known host."""
    address = text if "://" in text or text.startswith("/") else f"https://{text}"
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or PORTS.get(parts.scheme)
    except ValueError:
        raise InvalidReferenceError(gettext(ELSEWHERE)) from None
    # Browsers take `//host` and `/\host` for another host.
    local = address.startswith("/") and not address.startswith(("//", "/\\"))
    known = {_host_and_port(each) for each in hosts}
    own = parts.scheme in PORTS and "@" not in parts.netloc and (host, port) in known
    # Without a scheme, any scheme of a known host counts.
    if "://" not in text and not local:
        own = "@" not in parts.netloc and any(host == name and parts.port in {None, at} for name, at in known)
    if not local and not own:
        raise InvalidReferenceError(gettext(ELSEWHERE))
    return [unquote(part) for part in parts.path.split("/") if part]


def _host_and_port(host: str) -> tuple[str | None, int | None]:
    parts = urlsplit(host)
    return parts.hostname, parts.port or PORTS.get(parts.scheme)


def _parse_parts(path: list[str]) -> ObjectReference:
    """Find the last object in the path, up to the first unknown segment."""
    found: list[tuple[str, str]] = []
    start = next((at for at, part in enumerate(path) if part in KIND_AFTER), len(path))
    rest = path[start:]
    while rest:
        if rest[0] in SKIPPED_PARTS and found:
            rest = rest[1:]
            continue
        kind = KIND_AFTER.get(rest[0])
        if kind is None or len(rest) == 1:
            break
        found.append((kind, _checked_id(rest[1])))
        rest = rest[2:]
    if not found:
        raise InvalidReferenceError(gettext(NAMES_NOTHING))
    return ObjectReference(found[-1][1], found[-1][0], tuple(found[:-1]))
