"""Follow-up changes: a form's second change, sent once after the first one was saved."""

import hashlib
from typing import TypeVar

from masthead.client import OutcomeUnknown
from masthead.i18n import gettext
from masthead.store.errors import StoreError
from masthead.store.submissions import SentBeforeError
from masthead.web.forms.forms import PageForm
from masthead.web.frame.problems import NO_RECORDS, problem_message
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.writes.send import Change, NotAppliedError, apply

A = TypeVar("A")


def send_follow_up(form: PageForm, change: Change[A]) -> A | str:
    """Send a change after the form's own was saved. Returns the answer, or a sentence on what happened instead."""
    key = hashlib.sha256(f"{form.form_key.data} {change.endpoint.name}".encode()).hexdigest()
    sending = portal().store.submissions.sending(person().owner, key, change.summary)
    try:
        return apply(api(), portal().store.journal, change, sending).answer
    except SentBeforeError:
        return gettext("It was sent before. Activity has its outcome.")
    except StoreError:
        return gettext(NO_RECORDS)
    except NotAppliedError as failure:
        if isinstance(failure.problem, OutcomeUnknown):
            return gettext("The documentation service didn't confirm it. Check it under Activity.")
        return problem_message(failure.problem)
