"""Labels drafts of forms by their changes."""

from collections.abc import Sequence

from pydantic import MISSING
from werkzeug.datastructures import MultiDict

from masthead.i18n import join_and, ngettext
from masthead.store.drafts.drafts import DRAWN_FROM, Draft
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import PageForm
from masthead.web.forms.merge import Snapshot, ThreeWay, open_snapshot

MAX_QUOTED, QUOTED = 60, 2
"""Letters of a value, and values, in a label."""


def draft_label(draft: Draft, form: PageForm | None = None) -> str:
    """Label a draft by the first fields of its `form` that it changes; empty if none are known."""
    edited = as_typed(draft, form.wire_fields if form else []).edited_fields()
    changed = [each for each in edited if not each.is_consent]
    words = [f"{each.label.text} {shortened(each.display_value(each.wire))}" for each in changed[:QUOTED]]
    left = len(changed) - QUOTED
    more = [ngettext("%(n)s more field", "%(n)s more fields", left)] if left > 0 else []
    return join_and([*words, *more])


def as_typed(draft: Draft, fields: Sequence[WireField]) -> ThreeWay:
    """Merge the input of a draft into a form's fields."""
    pairs = MultiDict(draft.pairs)
    shown = open_snapshot(pairs.get(DRAWN_FROM, "")) or Snapshot({})
    typed = ThreeWay([_as_typed(each, pairs, shown) for each in fields], shown, dict(shown.values))
    typed.keep_what_was_chosen()
    return typed


def _as_typed(drawn: WireField, pairs: MultiDict[str, str], shown: Snapshot) -> WireField:
    """Build the field from the draft's input, else from the value that the page showed."""
    field: WireField = object.__new__(type(drawn))  # a class of WTForms makes no field outside of a form
    field.__dict__.update(drawn.__dict__)
    field.process(pairs, shown.values.get(field.name, MISSING))
    return field


def shortened(text: str) -> str:
    """Cut a quoted text to a length that still tells drafts apart."""
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…{'”' if text.endswith('”') else ''}"
