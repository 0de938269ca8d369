"""What a form wants to change, however it is written: with commas or lines, in capitals, by answers to questions."""

import json
from collections.abc import Sequence
from hashlib import sha256

from pydantic import MISSING

from masthead.store import NOT_TYPED
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import ContractForm, PageForm


def meaning_of(form: PageForm, typed: Sequence[tuple[str, str]]) -> str:
    """The same for two texts that ask for the same; `typed` is all that was sent, of which fields may read a part.

    What is empty counts for nothing: a review sends its reason along, which the form itself has no input for.
    """
    fields = form.wire_fields
    beside = [(name, text) for name, text in typed if text and name not in NOT_TYPED and not is_read(name, fields)]
    wanted = {each.name: each.wire for each in _edited_fields(form)}
    return sha256(json.dumps([wanted, beside], sort_keys=True, default=repr).encode()).hexdigest()


def is_untouched(form: PageForm, typed: Sequence[tuple[str, str]]) -> bool:
    """Whether what was sent is what the page offered: a form for something new that nobody filled in."""
    fields = form.wire_fields
    beside = any(text and name not in NOT_TYPED and not is_read(name, fields) for name, text in typed)
    offered = [(each, MISSING if each.object_data is None else each.object_data) for each in fields]
    return not beside and all(each.same(each.wire, value) for each, value in offered)


def _edited_fields(form: PageForm) -> list[WireField]:
    """What holds something else than the page showed: colleagues may change the rest without another wish."""
    if not isinstance(form, ContractForm):
        return form.wire_fields
    others = [each for each in form.wire_fields if each not in form.body_fields]
    return [*form.three_way.edited_fields(), *others]


def is_read(name: str, fields: Sequence[WireField]) -> bool:
    """Whether one of the fields reads what is sent under a name."""
    return any(name == each.name or name.startswith(f"{each.name}-") for each in fields)
