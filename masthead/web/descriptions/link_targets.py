"""Labels for targets of links, working and broken."""

from collections.abc import Mapping

from masthead.i18n import N_, gettext
from masthead.lookup.link_scan import FILE, PAGE, UNTOLD, URL

GONE: Mapping[str, str] = {
    PAGE: N_("Page that is gone"),
    FILE: N_("File that is gone"),
    URL: N_("Address that leads nowhere"),
    "space": N_("Space that is gone"),
    "collection": N_("Collection that is gone"),
    "user": N_("Person who is gone"),
    "reusable-content": N_("Reusable content that is gone"),
    "openapi": N_("API spec that is gone"),
    UNTOLD: N_("Target that the API doesn't report"),
}
THERE: Mapping[str, str] = {
    PAGE: N_("Page"),
    FILE: N_("File"),
    URL: N_("Address"),
    "space": N_("Space"),
    "collection": N_("Collection"),
    "user": N_("Person"),
    "reusable-content": N_("Reusable content"),
    "openapi": N_("API spec"),
    UNTOLD: N_("Target that the API doesn't report"),
}


def broken_target_label(kind: str, anchor: str) -> str:
    """Describe the target of a broken link."""
    if kind == PAGE and anchor:
        return gettext("Heading that is gone")
    return _of_kind(GONE, kind)


def link_target_label(kind: str, anchor: str) -> str:
    """Describe the target of a working link."""
    return gettext("Heading") if kind == PAGE and anchor else _of_kind(THERE, kind)


def _of_kind(words: Mapping[str, str], kind: str) -> str:
    return gettext(words[kind]) if kind in words else gettext("Target of the kind %(kind)s", kind=kind)
