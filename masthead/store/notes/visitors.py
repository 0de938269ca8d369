"""Sample visitors, to preview what a site shows to whom; shared within the organization."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Row, delete, func, insert, select, update

from masthead.i18n import sort_key
from masthead.store.records import Records
from masthead.store.tables.notes import visitors

MAX_NAME_LENGTH = 60
MAX_VISITORS = 40
Path = tuple[str, ...]
Told = bool | int | float | str


@dataclass(frozen=True)
class Visitor:
    """`claims` by path; `whole`: there are no others, else they are unknown.

    `number` is 0 for a new one.
    """

    name: str
    claims: Mapping[Path, Told] = field(default_factory=dict)
    whole: bool = False
    number: int = 0


class NameTakenError(Exception):
    pass


class TooManyError(Exception):
    """The organization has MAX_VISITORS already."""


class Visitors(Records):
    """Stores sample visitors by organization. Raises StoreError."""

    def of_organization(self, organization: str) -> list[Visitor]:
        """List visitors by name."""
        rows = select(visitors).where(visitors.c.organization == organization).order_by(visitors.c.number)
        return sorted(map(_to_visitor, self._all(rows)), key=lambda each: sort_key(each.name))

    def save(self, organization: str, visitor: Visitor, owner: str) -> None:
        """Create a visitor, or update the one with its number.

        Raises NameTakenError and TooManyError.
        """
        values = {
            "name": visitor.name,
            "claims": json.dumps([[list(path), value] for path, value in visitor.claims.items()]),
            "whole": visitor.whole,
            "owner": owner,
            "at": self._clock(),
        }
        own = visitors.c.organization == organization
        alike = select(visitors.c.number).where(
            own, visitors.c.name == visitor.name, visitors.c.number != visitor.number
        )
        with self._database.writing() as connection:
            if connection.scalar(alike) is not None:
                raise NameTakenError
            if visitor.number:
                connection.execute(update(visitors).where(own, visitors.c.number == visitor.number).values(values))
                return
            if (connection.scalar(select(func.count()).where(own)) or 0) >= MAX_VISITORS:
                raise TooManyError
            connection.execute(insert(visitors).values(organization=organization, **values))

    def drop(self, organization: str, number: int) -> None:
        row = (visitors.c.organization == organization) & (visitors.c.number == number)
        self._write(delete(visitors).where(row))


def _to_visitor(row: Row[tuple[object, ...]]) -> Visitor:
    claims = {tuple(path): value for path, value in json.loads(row.claims)}
    return Visitor(row.name, claims, row.whole, row.number)
