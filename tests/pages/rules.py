"""All rules that a page keeps. A test that opens a page need not name them: the page client asks for each page."""

from collections.abc import Iterator

from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import MapAdapter, RequestRedirect

from tests.pages import controls, policy, structure
from tests.pages.browsing import opened
from tests.pages.document import Document

OF_PARTS = (
    structure.parses,
    structure.ids_are_unique,
    structure.stands_where_html_allows,
    structure.reads_well,
    controls.forms_go_somewhere,
    controls.controls_are_labelled,
    controls.choices_are_groups,
    controls.wrong_inputs_say_so,
    policy.nothing_is_inline,
    policy.files_are_our_own,
    policy.pictures_are_there,
    policy.addresses_are_plain,
    policy.other_hosts_learn_nothing,
)
OF_PAGES = (*OF_PARTS, structure.has_one_of_each, structure.references_lead_somewhere)


def broken(document: Document, *, part: bool = False) -> list[str]:
    """What is wrong with a page, or with a part of one."""
    return [problem for rule in (OF_PARTS if part else OF_PAGES) for problem in rule(document)]


def lost(document: Document, addresses: MapAdapter) -> Iterator[str]:
    """Links and forms that no page of the portal answers, or that a browser takes for another address."""
    ways = [("GET", each.get("href", "")) for each in document.all("a")]
    ways += [(each.get("method", "").upper(), each.get("action", "")) for each in document.all("form")]
    ways += [("GET", each.attrib["hx-get"]) for each in document.with_attribute("hx-get")]
    for method, address in ways:
        path = address.partition("#")[0].partition("?")[0]
        if not path.startswith("/"):
            continue
        if opened("/", path) != path:
            yield f"browsers take {path} for {opened('/', path)}"
        if not _is_answered(addresses, method, path):
            yield f"nothing answers {method} {path}"


def _is_answered(addresses: MapAdapter, method: str, path: str) -> bool:
    try:
        addresses.match(path, method)
    except (NotFound, RequestRedirect, HTTPException):
        return False
    return True
