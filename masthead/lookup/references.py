"""Parses ids and URLs that people enter, and verifies with one cheap read that the object exists."""

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from pydantic import MISSING

from contract.authoring.content import GET_CONTENT, LIST_PAGES, ContentQuery
from contract.authoring.pages import SpacePage
from contract.organization.organizations import SEARCH_ORGANIZATION
from contract.organization.search import QUERY_MAX, SearchQuery
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from masthead.client import Api, Forbidden, NotFound, Read
from masthead.client.directory_updates import find_mentions
from masthead.i18n import N_, gettext
from masthead.resources import BY_KIND, KIND_OF_PARAMETER, RESOURCES
from masthead.resources.resource import Mention

MAX_LENGTH = 2048
# Servers resolve `.` and `..` in paths.
ID = re.compile(r"(?!\.{1,2}$)[A-Za-z0-9_.~-]{1,200}")
PORTS = {"http": 80, "https": 443}
KIND_AFTER = {word: each.kind for each in RESOURCES if each.lookup for word in each.lookup.address_words}
"""Kinds by the path segment before an id, in URLs of the API, of the service's app and of this portal."""
SKIPPED_PARTS = {"permissions"}
NOTHING = N_("Paste an address.")
TOO_LONG = N_("This is too long for an address.")
ELSEWHERE = N_("This isn't an address of the documentation app or of Masthead.")
NOT_AN_ID = N_("This isn't an address. Paste the address of its page.")
NAMES_NOTHING = N_("Masthead can't look up what this address names.")
NO_KIND = N_("Select what kind this is, or paste its address.")
VERIFIABLE = tuple(each.kind for each in RESOURCES if each.verified_by)
"""Kinds that one read can verify. The API has no read for a person."""
PARTS_OF_A_SITE = ("section", "section-group", "site-space")
NO_SITE = N_("Paste the whole address, which names the site.")
NO_SPACE = N_("Paste the whole address, which names the space.")
NO_READ = N_("Masthead can't look this up.")


class InvalidReferenceError(ValueError):
    """The text isn't the id or URL of an object. The message can be shown to people."""


class ObjectReference(NamedTuple):
    """A parsed reference. `kind` is empty for a bare id. `within` has the ids before it in the URL, by kind."""

    id: str
    kind: str = ""
    within: tuple[tuple[str, str], ...] = ()

    def ancestor_id(self, kind: str) -> str:
        """Return the id of the ancestor of this kind in the URL, or an empty string."""
        return dict(self.within).get(kind, "")


def parse_reference(typed: str, hosts: Collection[str]) -> ObjectReference:
    """Parse an id or URL. `hosts` are the hosts of the service and the portal. Raises InvalidReferenceError."""
    text = typed.strip()
    if not text:
        raise InvalidReferenceError(gettext(NOTHING))
    if len(text) > MAX_LENGTH:
        raise InvalidReferenceError(gettext(TOO_LONG))
    if "/" not in text:
        return ObjectReference(_validate_id(text))
    return _parse_parts(_path_parts(text, hosts))


def _validate_id(text: str) -> str:
    if not ID.fullmatch(text):
        raise InvalidReferenceError(gettext(NOT_AN_ID))
    return text


def _path_parts(text: str, hosts: Collection[str]) -> list[str]:
    """Split the path of a URL if its host is known."""
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
    """Find the last object in the path, stopping at the first unknown segment."""
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
        found.append((kind, _validate_id(rest[1])))
        rest = rest[2:]
    if not found:
        raise InvalidReferenceError(gettext(NAMES_NOTHING))
    return ObjectReference(found[-1][1], found[-1][0], tuple(found[:-1]))


class CannotVerifyError(ValueError):
    """No read can verify the object, so nothing was sent. The message can be shown to people."""


def verify_exists(api: Api, named: ObjectReference, organization: str, site: str = "") -> Mention:
    """Read the object once and return what the response says about it. Parts of a site are looked up in `site`.

    Raises NotFound, CannotVerifyError or another Problem.
    """
    call = _build_verifying_read(named, organization, named.ancestor_id("site") or site)
    try:
        answer = api.read(call.endpoint, *call.ids, query=call.query)
    except Forbidden:
        # A person who can't read the access list may still read the content.
        if named.kind != "space":
            raise
        answer = api.read(GET_CONTENT, named.id, query=ContentQuery(metadata=False, computed=False))
    return _find_mention(named, answer, organization, named.ancestor_id("site") or site)


def _build_verifying_read(named: ObjectReference, organization: str, site: str) -> Read[Any]:
    """Build the read of the object itself, or of the listing that contains it."""
    endpoint = BY_KIND[named.kind].verified_by if named.kind in BY_KIND else None
    if endpoint is None:
        raise CannotVerifyError(gettext(NO_READ))
    around = {"organization": organization, "site": site, "space": named.ancestor_id("space"), named.kind: named.id}
    ids = tuple(around[KIND_OF_PARAMETER.get(name, named.kind)] for name in endpoint.path_params)
    if not all(ids):
        raise CannotVerifyError(gettext(NO_SPACE) if named.kind == "change-request" else gettext(NO_SITE))
    if not endpoint.listing:
        return Read(endpoint, ids)
    limit = LIMIT_MAX if named.kind in PARTS_OF_A_SITE else 1
    return Read(endpoint, ids, ListQuery(limit=limit))


def _find_mention(named: ObjectReference, answer: object, organization: str, site: str) -> Mention:
    place = {"organization": organization, **({"site": site} if named.kind in PARTS_OF_A_SITE else {})}
    found = [
        each for each in find_mentions(answer, place) if each.kind == named.kind and _matches_reference(named, each)
    ]
    if named.kind in PARTS_OF_A_SITE and not found:
        raise NotFound
    best = max(found, key=lambda each: len(each.title), default=Mention(named.kind, named.id))
    parent = named.ancestor_id("space") if named.kind == "change-request" else best.parent
    return best._replace(parent=parent, organization=best.organization or organization)


def _matches_reference(named: ObjectReference, mention: Mention) -> bool:
    # A change request can be named by its number; the response has its id.
    return named.kind == "change-request" or mention.id == named.id


def find_space_title(api: Api, organization: str, space: str) -> str:
    """Find the title of a space with a search, since no call reads a space. Empty if not found. Raises a Problem."""
    tree = api.read(LIST_PAGES, space, query=ContentQuery(metadata=False, computed=False))
    words = _first_document(tree.pages)[:QUERY_MAX]
    if not words:
        return ""
    found = api.read(SEARCH_ORGANIZATION, organization, query=SearchQuery(query=words, limit=LIMIT_MAX))
    return next((each.title for each in found.items if each.id == space), "")


def _first_document(pages: Sequence[SpacePage]) -> str:
    for page in pages:
        below = [] if page.pages is MISSING else page.pages
        if title := page.title if page.type == "document" else _first_document(below):
            return title
    return ""
