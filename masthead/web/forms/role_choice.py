"""The field that takes a role, wherever one is given."""

from collections.abc import Mapping, Sequence
from typing import Any

from masthead.web.forms.fields import Choice
from masthead.web.people.roles import ROLES


class RoleChoice(Choice):
    """A role with what each allows, from the most to the least; no role comes last."""

    def __init__(self, label: str, *, meanings: Mapping[str, Sequence[str]] = ROLES, **options: Any) -> None:
        super().__init__(label, meanings=meanings, drawn_as="roles", **options)

    @property
    def offered(self) -> list[tuple[str, str, str]]:
        return sorted(super().offered, key=lambda row: row[0] == "")
