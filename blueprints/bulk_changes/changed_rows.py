"""What a step changes, as rows of a table."""

from pydantic import MISSING

from masthead.store.entries import Intent
from masthead.web.submit.recorded_changes import display_both, fields_of, label_of, shown_values
from masthead.web.submit.role_changes import role_rows
from masthead.writes.change import change_of
from masthead.writes.members import GIVES_ROLES


def changed_rows(intent: Intent) -> list[tuple[str, str, str]]:
    """What a step changes: people with their roles, or settings with their values, before and after."""
    if intent.endpoint in GIVES_ROLES:
        return role_rows(change_of(intent))
    fields = fields_of(intent.endpoint)
    return [
        (label_of(fields, name), *display_both(fields, name, intent.was.get(name, MISSING), to))
        for name, to in shown_values(intent).items()
    ]
