"""The values that an undo sends back, in words, for its page and for what its form says it sends."""

from pydantic import MISSING

from masthead.changes import GIVES_ROLES
from masthead.changes.undo import UndoPreview
from masthead.web.saving.recorded_changes import display_both, fields_of, label_of
from masthead.web.saving.role_changes import role_rows


def sent_in_words(found: UndoPreview) -> dict[str, str]:
    """What goes back, by the names of the settings, as the page shows it."""
    rows = rows_back(found) if found.back else []
    return {name: f"{label} {value}" for name, (label, _, value) in zip(found.back, rows, strict=True)}


def rows_back(found: UndoPreview) -> list[tuple[str, str, str]]:
    """By field, or by person: what there is now, and after undoing."""
    if found.takes is not None:
        return role_rows(found.takes) if found.takes.endpoint.name in GIVES_ROLES else []
    if not found.back:  # members who stay as they are have no settings to change
        return []
    fields, there = fields_of(found.entry.intent.endpoint), found.change().was
    return [
        (label_of(fields, name), *display_both(fields, name, there.get(name, MISSING), value))
        for name, value in found.back.items()
    ]
