"""Stores proposed values of many spaces for a day, from edited cells, the fill form or an import."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from flask import url_for
from pydantic import TypeAdapter
from werkzeug.wrappers import Response

from i18n import N_, gettext
from masthead.store.drafts.texts import TooLargeError
from masthead.store.errors import StoreError
from masthead.web.forms.forms import INVALID, PageForm
from masthead.web.frame.problems import NO_RECORDS, UNAVAILABLE
from masthead.web.http.htmx import go_to
from masthead.web.person.access import person
from masthead.web.person.portal import portal
from masthead.web.submit.drafts import keep_for_review

TOO_MUCH = N_("This is too much to keep at once. Split it into parts.")


@dataclass(frozen=True, slots=True)
class ProposedCell:
    """The proposed text of one cell. `shown` is the text that the page had there, None if it had none.

    `space` is an id, `field` a name. With `fills`, an existing value is kept.
    """

    space: str
    field: str
    text: str
    shown: str | None = None
    fills: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """Proposed cells. `origin` is their source in words, `notes` say what can't be used; `at` is in ms since 1970.

    `draft` is the id of a draft with the form's input, until the bulk change is created; empty if there is none.
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
    """Store a proposal and redirect to its review. None if it can't be stored; then the form says why."""
    kept = Proposal(origin, tuple(cells), tuple(notes), int(time.time() * 1000), keep_for_review())
    try:
        made = portal().store.temporary_texts.save(person().owner, _page(organization_id), _KEPT.dump_json(kept))
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
    """The stored proposal; None if it expired or another version stored it. Raises StoreError."""
    text = portal().store.temporary_texts.get(person().owner, _page(organization_id), kept)
    try:
        return None if text is None else _KEPT.validate_json(text)
    except ValueError:  # stored by another version
        return None


def _page(organization_id: str) -> str:
    return url_for("field_values.index", organization_id=organization_id)
