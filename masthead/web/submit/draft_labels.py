"""Compares and labels drafts of forms by what they ask for."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256

from pydantic import MISSING
from werkzeug.datastructures import MultiDict

from i18n import gettext, join_and, ngettext
from masthead.store.drafts.inputs import DRAWN_FROM, NOT_TYPED, Draft
from masthead.web.directory.known_objects import called
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import ContractForm, PageForm
from masthead.web.forms.merge import ThreeWay
from masthead.web.forms.snapshot import Snapshot, open_snapshot

MAX_QUOTED, QUOTED = 60, 2
"""How much tells drafts of one form apart: so many letters of so many values."""
WHOSE = "-whose"


def told_apart(drafts: Sequence[Draft], form: PageForm | None = None) -> list[str]:
    """For each of several of one `form`, the first changes that not all of them make."""
    changes = [list(_changes(draft, form)) for draft in drafts]
    shared = set.intersection(*map(set, changes))
    return [_in_words([each for each in own if each not in shared] or own) for own in changes]


def edited_fields(draft: Draft, form: PageForm | None = None) -> str:
    """The first fields of a `form` that a draft changes, and how many more; empty where none are known."""
    edited = list(_edited_fields(draft, form.wire_fields if form else []))
    left = len(edited) - QUOTED
    more = [ngettext("%(n)s more field", "%(n)s more fields", left)] if left > 0 else []
    return join_and([*edited[:QUOTED], *more])


def _in_words(changes: Sequence[str]) -> str:
    return ", ".join(changes[:QUOTED]) or gettext("nothing changed")


def _changes(draft: Draft, form: PageForm | None) -> Iterator[str]:
    shown = _shown(draft)
    fields = form.wire_fields if form else []
    yield from _edited_fields(draft, fields)
    beside = [
        value
        for name, value in draft.pairs
        if name not in NOT_TYPED and not name.endswith(WHOSE) and not is_read(name, fields)
        if value and value != shown.values.get(name)
    ]
    for title in dict.fromkeys(called(None, None, beside)):  # what a form is about goes along by its id
        yield shortened(f"“{title}”")


def _edited_fields(draft: Draft, fields: Sequence[WireField]) -> Iterator[str]:
    for each in as_typed(draft, fields).edited_fields():
        if not each.is_consent:
            yield f"{each.label.text} {shortened(each.display_value(each.wire))}"


def as_typed(draft: Draft, fields: Sequence[WireField]) -> ThreeWay:
    """The fields of a form with what the draft has for them, beside what its page showed."""
    pairs, shown = MultiDict(draft.pairs), _shown(draft)
    typed = ThreeWay([_as_typed(each, pairs, shown) for each in fields], shown, dict(shown.values))
    typed.keep_what_was_chosen()
    return typed


def _shown(draft: Draft) -> Snapshot:
    return open_snapshot(dict(draft.pairs).get(DRAWN_FROM, "")) or Snapshot({})


def _as_typed(drawn: WireField, pairs: MultiDict[str, str], shown: Snapshot) -> WireField:
    """The field with what the draft has for it; one that it has nothing for holds what was shown."""
    field: WireField = object.__new__(type(drawn))  # a class of WTForms makes no field outside of a form
    field.__dict__.update(drawn.__dict__)
    field.process(pairs, shown.values.get(field.name, MISSING))
    return field


def shortened(text: str) -> str:
    """A text in quotation marks, as much of it as tells drafts apart."""
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…{'”' if text.endswith('”') else ''}"


def meaning_of(form: PageForm, typed: Sequence[tuple[str, str]]) -> str:
    """The same for two texts that ask for the same; `typed` is all that was sent, of which fields may read a part.

    What is empty counts for nothing: a review sends its reason along, which the form itself has no input for.
    """
    fields = form.wire_fields
    beside = [(name, text) for name, text in typed if text and name not in NOT_TYPED and not is_read(name, fields)]
    wanted = {each.name: each.wire for each in _edited_in(form)}
    return sha256(json.dumps([wanted, beside], sort_keys=True, default=repr).encode()).hexdigest()


def is_untouched(form: PageForm, typed: Sequence[tuple[str, str]]) -> bool:
    """True if the form still has its initial values, so nobody filled it in."""
    fields = form.wire_fields
    beside = any(text and name not in NOT_TYPED and not is_read(name, fields) for name, text in typed)
    offered = [(each, MISSING if each.object_data is None else each.object_data) for each in fields]
    return not beside and all(each.same(each.wire, value) for each, value in offered)


def _edited_in(form: PageForm) -> list[WireField]:
    """What holds something else than the page showed: colleagues may change the rest without another wish."""
    if not isinstance(form, ContractForm):
        return form.wire_fields
    others = [each for each in form.wire_fields if each not in form.body_fields]
    return [*form.three_way.edited_fields(), *others]


def is_read(name: str, fields: Sequence[WireField]) -> bool:
    """Whether one of the fields reads what is sent under a name."""
    return any(name == each.name or name.startswith(f"{each.name}-") for each in fields)
