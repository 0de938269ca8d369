"""Compares and labels drafts of forms by their changes."""

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from pydantic import MISSING
from werkzeug.datastructures import MultiDict

from masthead.i18n import gettext, join_and, ngettext
from masthead.store.drafts.drafts import DRAWN_FROM, NOT_TYPED, Draft
from masthead.web.directory.entries import titles_of
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import ContractForm, PageForm
from masthead.web.forms.merge import Snapshot, ThreeWay, open_snapshot

MAX_QUOTED, QUOTED = 60, 2
"""Letters of a value, and values, in a label."""
WHOSE = "-whose"


def draft_labels(drafts: Sequence[Draft], form: PageForm | None = None) -> list[str]:
    """Label several drafts of a `form` by the first changes that not all of them make."""
    changes = [list(_changes(draft, form)) for draft in drafts]
    shared = set.intersection(*map(set, changes))
    distinct = ([each for each in own if each not in shared] or own for own in changes)
    return [", ".join(own[:QUOTED]) or gettext("nothing changed") for own in distinct]


def draft_label(draft: Draft, form: PageForm | None = None) -> str:
    """Label a draft by the first fields of its `form` that it changes; empty if none are known."""
    edited = list(_edited_fields(draft, form.wire_fields if form else []))
    left = len(edited) - QUOTED
    more = [ngettext("%(n)s more field", "%(n)s more fields", left)] if left > 0 else []
    return join_and([*edited[:QUOTED], *more])


def _changes(draft: Draft, form: PageForm | None) -> Iterator[str]:
    shown = _shown(draft)
    fields = form.wire_fields if form else []
    yield from _edited_fields(draft, fields)
    others = [
        value
        for name, value in _unread_pairs(draft.pairs, fields)
        if not name.endswith(WHOSE) and value != shown.values.get(name)
    ]
    for title in dict.fromkeys(titles_of(None, None, others)):  # what a form is about goes along by its id
        yield shortened(f"“{title}”")


def _edited_fields(draft: Draft, fields: Sequence[WireField]) -> Iterator[str]:
    for each in as_typed(draft, fields).edited_fields():
        if not each.is_consent:
            yield f"{each.label.text} {shortened(each.display_value(each.wire))}"


def as_typed(draft: Draft, fields: Sequence[WireField]) -> ThreeWay:
    """Merge the input of a draft into a form's fields."""
    pairs, shown = MultiDict(draft.pairs), _shown(draft)
    typed = ThreeWay([_as_typed(each, pairs, shown) for each in fields], shown, dict(shown.values))
    typed.keep_what_was_chosen()
    return typed


def _shown(draft: Draft) -> Snapshot:
    return open_snapshot(dict(draft.pairs).get(DRAWN_FROM, "")) or Snapshot({})


def _as_typed(drawn: WireField, pairs: MultiDict[str, str], shown: Snapshot) -> WireField:
    """Build the field from the draft's input, else from the value that the page showed."""
    field: WireField = object.__new__(type(drawn))  # a class of WTForms makes no field outside of a form
    field.__dict__.update(drawn.__dict__)
    field.process(pairs, shown.values.get(field.name, MISSING))
    return field


def shortened(text: str) -> str:
    """Cut a quoted text to a length that still tells drafts apart."""
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…{'”' if text.endswith('”') else ''}"


def fingerprint(form: PageForm, typed: Iterable[tuple[str, str]]) -> str:
    """Digest the changes that an input asks for: equal for two inputs that ask for the same.

    Empty texts don't count: a review sends its reason along, which the form itself has no input for.
    """
    edited = form.wire_fields
    if isinstance(form, ContractForm):  # colleagues may change the rest without another wish
        edited = [*form.three_way.edited_fields(), *(each for each in edited if each not in form.body_fields)]
    asked = [{each.name: each.wire for each in edited}, list(_unread_pairs(typed, form.wire_fields))]
    return sha256(json.dumps(asked, sort_keys=True, default=repr).encode()).hexdigest()


def is_untouched(form: PageForm, typed: Iterable[tuple[str, str]]) -> bool:
    """Return whether the form still has its initial values, so nobody filled it in."""
    offered = [(each, MISSING if each.object_data is None else each.object_data) for each in form.wire_fields]
    is_more = any(True for _ in _unread_pairs(typed, form.wire_fields))
    return not is_more and all(each.same(each.wire, value) for each, value in offered)


def _unread_pairs(typed: Iterable[tuple[str, str]], fields: Sequence[WireField]) -> Iterator[tuple[str, str]]:
    """Yield input that none of the fields reads."""
    for name, text in typed:
        is_read = any(name == each.name or name.startswith(f"{each.name}-") for each in fields)
        if text and name not in NOT_TYPED and not is_read:
            yield name, text
