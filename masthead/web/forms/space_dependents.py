"""What depends on something in the spaces that somebody has come across: a read of each, together."""

from collections.abc import Callable
from typing import Any, TypeVar

from contract.schema.endpoint import Endpoint
from i18n import N_, gettext, ngettext
from masthead.client import Problem, Read
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.errors import StoreError
from masthead.web.forms.consequences import Consequence, Look
from masthead.web.person.access import person
from masthead.web.person.portal import api, portal

T = TypeVar("T")
MAX_SPACES = 20
NO_SPACES = N_("Masthead knows no space of this organization, so it can't look through any")


def space_dependents(
    organization_id: str,
    what: str,
    endpoint: Endpoint[T],
    query: Any,
    line: Callable[[str, T], Consequence],
) -> list[Consequence]:
    """Read something of each known space and describe it in a line each; `what` names all of it."""
    try:
        spaces = portal().store.known.find(
            person().owner, DirectoryQuery(organization_id, ("space",)), limit=MAX_SPACES + 1
        )
    except StoreError:
        return [Consequence(what, Look.FAILED)]
    if not spaces:
        return [Consequence(gettext(NO_SPACES), Look.UNTOLD)]
    asked = [Read(endpoint, (each.id,), query) for each in spaces[:MAX_SPACES]]
    found = zip(spaces, api().gather(*asked), strict=False)
    lines = _in_short([_line_of(space, read, line) for space, read in found])
    if len(spaces) > MAX_SPACES:
        more = gettext("There are more spaces than the %(most)s that Masthead looked through", most=MAX_SPACES)
        lines.append(Consequence(more, Look.UNTOLD))
    return lines


def _in_short(lines: list[Consequence]) -> list[Consequence]:
    """Put the spaces that are not affected into one line."""
    quiet = [each for each in lines if each.look is Look.CHECKED and not each.is_affected]
    if len(quiet) <= 1:
        return lines
    told = ngettext("%(n)s other space isn't affected", "%(n)s other spaces aren't affected", len(quiet))
    if len(quiet) == len(lines):
        told = ngettext("%(n)s space isn't affected", "%(n)s spaces aren't affected", len(quiet))
    return [*(each for each in lines if each not in quiet), Consequence(told)]


def _line_of(space: KnownObject, read: T | Problem, line: Callable[[str, T], Consequence]) -> Consequence:
    name = space.title or space.id
    if isinstance(read, Problem):
        return Consequence(gettext("%(name)s: %(why)s", name=name, why=gettext(read.words)), Look.FAILED)
    return line(name, read)
