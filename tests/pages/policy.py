"""Rules of trust: nothing that the script policy would block, and links that give nothing away."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element

from tests.pages.document import Document, name_of, text_of

ADDRESSES = ("href", "src", "action", "formaction", "hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete")
PLAIN = re.compile(r"(/(?![/\\])|#|https?://|mailto:).*", re.ASCII)
# htmx evaluates what begins so, and values in an attribute of these names.
EVALUATED = re.compile(r"^(js|javascript):")
OWN_PICTURE = re.compile(r"/orgs/[^/]+/spaces/[^/]+/pictures\?")
HANDLER = re.compile(r"on[a-z]+|(data-)?hx-on.*")

SPRITE = Path(__file__).parents[2] / "static" / "vendor" / "icons.svg"


def nothing_is_inline(document: Document) -> Iterator[str]:
    """No script, style or handler in the page itself: the policy would block it, and an attacker's alike."""
    for element in document.all():
        name = name_of(element)
        if name == "style" or (name == "script" and (text_of(element) or not element.get("src"))):
            yield f"an inline {name}"
        for attribute, value in element.attrib.items():
            if attribute == "style" or HANDLER.fullmatch(attribute):
                yield f"{name} has {attribute}={value!r}"
            if attribute.startswith("hx-") and EVALUATED.match(value):
                yield f"{name} has {attribute} that would be evaluated"


def files_are_our_own(document: Document) -> Iterator[str]:
    """Files come from /static/, by an address that changes with them; pictures may come from a space's own files."""
    for element in document.all("script", "link", "img", "use", "iframe", "object", "embed", "base"):
        address = element.get("src") or element.get("href") or ""
        is_picture = name_of(element) == "img" and OWN_PICTURE.match(address)
        if not is_picture and not re.fullmatch(r"/static/[\w./-]+\?v=[0-9a-f]{12}(#[\w-]+)?", address):
            yield f"{name_of(element)} loads {address!r}"


def pictures_are_there(document: Document) -> Iterator[str]:
    """What is shown out of the sprite of icons is in it."""
    for element in document.all("use"):
        address = element.get("href", "")
        if "/icons.svg" in address and address.partition("#")[2] not in _icons():
            yield f"there is no icon {address.partition('#')[2]!r}"


@cache
def _icons() -> frozenset[str]:
    return frozenset(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text(encoding="utf-8")))


def addresses_are_plain(document: Document) -> Iterator[str]:
    """A path of this portal, a place in the page, an http(s) or a mail address; nothing that runs."""
    for element in document.all():
        for attribute in ADDRESSES:
            address = element.get(attribute)
            if address is not None and not PLAIN.fullmatch(address):
                yield f"{name_of(element)} has {attribute}={address!r}"


def other_hosts_learn_nothing(document: Document) -> Iterator[str]:
    """A link that leaves the portal says so, opens beside it and gives the new page no hold of this one."""
    for link in document.all("a"):
        if link.get("href", "").startswith("http"):
            yield from _leaves_safely(link)
        elif link.get("target"):
            yield f"the link to {link.get('href')!r} opens beside the page"


def _leaves_safely(link: Element) -> Iterator[str]:
    wanted = {"noopener", "noreferrer"}
    if not wanted <= set(link.get("rel", "").split()):
        yield f"the link to {link.get('href')!r} has no rel noopener noreferrer"
    if link.get("hx-boost") != "false":
        yield f"the link to {link.get('href')!r} would be fetched by htmx"
