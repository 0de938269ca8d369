"""The field that takes a role, wherever one is given."""

from collections.abc import Mapping, Sequence
from typing import Any

from masthead.web.forms.fields import Choice
from masthead.web.people.roles import ROLES


class RoleChoice(Choice):
    """Each role with what it allows, a line each, from the most to the least: no role at all comes last."""

    def __init__(self, label: str, *, meanings: Mapping[str, Sequence[str]] = ROLES, **options: Any) -> None:
        """`null` says what it means to have no role, where that can be chosen."""
        super().__init__(label, meanings=meanings, drawn_as="roles", **options)

    @property
    def offered(self) -> list[tuple[str, str, str]]:
        """By power."""
        return sorted(super().offered, key=lambda row: row[0] == "")
