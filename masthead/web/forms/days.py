"""A field for a day, as browsers send it: 2027-03-31."""

from datetime import date
from typing import Any

from pydantic import MISSING

from masthead.web.forms.fields import TextInput


class Day(TextInput):
    """A day of the calendar, or none (null)."""

    blank = (MISSING, None)

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label, type="date", **options)

    @property
    def wire(self) -> Any:
        return self.data or None

    @property
    def day(self) -> date | None:
        """The day; None for an empty or invalid text."""
        try:
            return date.fromisoformat(self.data)
        except ValueError:
            return None
