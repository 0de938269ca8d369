"""What a step changes, as rows of a table."""

from pydantic import MISSING

from masthead.changes import GIVES_ROLES
from masthead.changes.change import change_of
from masthead.store import Intent
from masthead.web.saving.recorded_changes import display_both, fields_of, label_of, shown_values
from masthead.web.saving.role_changes import role_rows


def changed_rows(intent: Intent) -> list[tuple[str, str, str]]:
    """What a step changes: people with their roles, or settings with their values, before and after."""
    if intent.endpoint in GIVES_ROLES:
        return role_rows(change_of(intent))
    fields = fields_of(intent.endpoint)
    return [
        (label_of(fields, name), *display_both(fields, name, intent.was.get(name, MISSING), to))
        for name, to in shown_values(intent).items()
    ]
