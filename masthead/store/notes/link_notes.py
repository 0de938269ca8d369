"""What colleagues note of share links, which the API has no place for. Never an address: who has it is let in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.records import Records
from masthead.store.tables.records import link_notes, people


class LinkPlace(NamedTuple):
    """Which link: the ids of its organization, its site and its own."""

    organization: str
    site: str
    link: str


@dataclass(frozen=True, slots=True)
class LinkNote:
    """What is noted of one link.

    `due` is the last day on which it should be on. `successor` is the name of the link that is being made in its place,
    empty where none is; it is made after `since`, by the service's clock, in seconds since 1970. `by` is the name of
    who noted it last, which may be empty, at `at`.
    """

    place: LinkPlace
    note: str = ""
    due: date | None = None
    successor: str = ""
    since: float = 0.0
    by: str = ""
    at: float = 0.0


class LinkNotes(Records):
    """Notes by link. Who may see one is whoever may read the links of its site: ask the API first."""

    def for_site(self, organization: str, site: str | None = None) -> dict[LinkPlace, LinkNote]:
        """All that is noted in an organization, or of one site's links."""
        rows = (
            select(link_notes, people.c.name)
            .outerjoin(people, people.c.owner == link_notes.c.owner)
            .where(link_notes.c.organization == organization)
        )
        if site is not None:
            rows = rows.where(link_notes.c.site == site)
        notes = [_to_note(row) for row in self._all(rows)]
        return {note.place: note for note in notes}

    def save(self, place: LinkPlace, owner: str, *, note: str, due: date | None) -> None:
        """Note whom a link is for, and until when."""
        written = {"note": note, "due": "" if due is None else due.isoformat()}
        self._put_values(place, {**written, "owner": owner, "at": self._clock()})

    def begin(self, place: LinkPlace, successor: str, since: float) -> None:
        """Note that a link with this name is about to be made in its place; all others are from `since` or before."""
        self._put_values(place, {"successor": successor, "since": since})

    def end(self, place: LinkPlace) -> None:
        """Note that nothing is being made in its place any more."""
        self._put_values(place, {"successor": "", "since": 0.0})

    def drop(self, place: LinkPlace) -> None:
        """Forget all that is noted: the link is gone."""
        self._write(delete(link_notes).where(_is_of_link(place)))

    def _put_values(self, place: LinkPlace, values: Mapping[str, Any]) -> None:
        nothing = {"note": "", "due": "", "successor": "", "since": 0.0, "owner": "", "at": 0.0}
        with self._database.writing() as connection:
            if not connection.execute(update(link_notes).where(_is_of_link(place)).values(values)).rowcount:
                connection.execute(insert(link_notes).values({**place._asdict(), **nothing, **values}))


def _is_of_link(place: LinkPlace) -> ColumnElement[bool]:
    columns = link_notes.c
    return (columns.organization == place.organization) & (columns.site == place.site) & (columns.link == place.link)


def _to_note(row: Row[Any]) -> LinkNote:
    return LinkNote(
        LinkPlace(row.organization, row.site, row.link),
        row.note,
        date.fromisoformat(row.due) if row.due else None,
        row.successor,
        row.since,
        row.name or "",
        row.at,
    )
