"""What the API says of one field of a form: which field it means, and the words beside it."""

import re

from i18n import N_, gettext
from masthead.client import Conflict, InvalidInput, NotFound, Problem, quote_message
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import ContractForm, PageForm
from masthead.web.frame.problems import describe_problem

TAKEN = N_("%(label)s is probably taken: the API refused it and gave no reason. Enter another one.")
GONE = N_("%(value)s no longer exists, or you no longer have access to it. Nothing was changed.")


def words_at_field(problem: Problem, named: WireField, form: PageForm) -> str:
    """What the API says of a field, without the names that only the API has for it and for others."""
    if _is_mute_conflict(problem):
        return gettext(TAKEN, label=named.label.text)
    said = re.sub(rf"^{re.escape(named.name)}(\.(?=\w)|: *)", "", problem.message)
    for field in form.wire_fields:
        if not field.name.islower():  # a name in lower case is a word that a sentence may have too
            said = re.sub(rf"\b{re.escape(field.name)}\b", f"‘{field.label.text}’", said)
    return gettext("The API refused this: %(said)s", said=quote_message(said))


def words_above(problem: Problem, form: PageForm) -> str:
    """What to say above a form: which of what it sends without a field the API doesn't find, if it names one."""
    named = (words for name, words in form.sends.items() if re.search(rf"\b{re.escape(name)}\b", problem.message))
    gone = next(named, "") if isinstance(problem, NotFound) else ""
    return gettext(GONE, value=gone) if gone else describe_problem(problem)


def _is_mute_conflict(problem: Problem) -> bool:
    return isinstance(problem, Conflict) and not problem.gives_reason


def named_field(problem: Problem, form: PageForm) -> WireField | None:
    """The field that the API complains about: its message has the field's name, or it can be no other one."""
    if not isinstance(problem, (InvalidInput, NotFound, Conflict)):
        return None
    if _is_mute_conflict(problem) and isinstance(form, ContractForm):
        return next((form[name] for name in form.unique if name in form.changes()), None)
    found = [(re.search(rf"\b{re.escape(f.name)}\b", problem.message), f) for f in form.wire_fields]
    return min(((match.start(), f) for match, f in found if match), key=lambda each: each[0], default=(0, None))[1]
