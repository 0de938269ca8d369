"""Values that somebody wants for many spaces: typed into the table, filled in, or read from a file; kept for a day."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for
from pydantic import TypeAdapter
from werkzeug.wrappers import Response

from i18n import N_, gettext
from masthead.store import StoreError, TooLargeError
from masthead.web.forms.forms import INVALID, PageForm
from masthead.web.http.htmx import go_to
from masthead.web.pages.problems import NO_RECORDS, UNAVAILABLE
from masthead.web.person.access import person
from masthead.web.person.portal import portal
from masthead.web.saving.unsaved import keep_for_review

TOO_MUCH = N_("This is too much to keep at once. Split it into parts.")


@dataclass(frozen=True, slots=True)
class ProposedCell:
    """The text that a field is to have in a space; `shown` is what the page showed there.

    `space` is an id, `field` a name. With `fills` a value that is there stays.
    """

    space: str
    field: str
    text: str
    shown: str | None = None
    fills: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """`origin` says in words where it comes from, `notes` what of it can't be used; `at` in milliseconds since 1970.

    `draft` is what was typed, which stays a draft until a bulk change is made of it; empty where it could not be kept.
    """

    origin: str
    cells: tuple[ProposedCell, ...]
    notes: tuple[str, ...] = ()
    at: int = 0
    draft: str = ""


_KEPT: TypeAdapter[Proposal] = TypeAdapter(Proposal)


def keep_proposal(
    form: PageForm, organization_id: str, origin: str, cells: Sequence[ProposedCell], notes: Sequence[str] = ()
) -> Response | None:
    """Keep it and lead to its review; None where that is not possible, and then the form says why."""
    kept = Proposal(origin, tuple(cells), tuple(notes), int(time.time() * 1000), keep_for_review())
    try:
        made = portal().store.imports.save(person().owner, _page(organization_id), _KEPT.dump_json(kept))
    except TooLargeError:
        form.problems.append(gettext(TOO_MUCH))
        form.status = INVALID
    except StoreError:
        form.problems.append(gettext(NO_RECORDS))
        form.status = UNAVAILABLE
    else:
        return go_to(url_for("field_value_changes.review", organization_id=organization_id, kept=made))
    return None


def load_proposal(organization_id: str, kept: str) -> Proposal | None:
    """The one of this id; None where it is not kept any more. Raises StoreError."""
    text = portal().store.imports.get(person().owner, _page(organization_id), kept)
    try:
        return None if text is None else _KEPT.validate_json(text)
    except ValueError:  # kept by another version
        return None


def _page(organization_id: str) -> str:
    return url_for("field_values.index", organization_id=organization_id)
