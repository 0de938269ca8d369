"""Notes about share links. URLs are never stored: anybody who has one can read the site."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.records import Records
from masthead.store.tables.records import link_notes, people


class LinkPlace(NamedTuple):
    """The ids of a link, its site and organization."""

    organization: str
    site: str
    link: str


class LinkNote(NamedTuple):
    """`due` is the last day the link should be on; `by` is the last author's name, or empty.

    `successor` names the link being created in its place, empty for none, created after `since` (seconds since
    1970, API clock).
    """

    place: LinkPlace
    note: str = ""
    due: date | None = None
    successor: str = ""
    since: float = 0.0
    by: str = ""
    at: float = 0.0


class LinkNotes(Records):
    """Notes by link. Readers of a site's links may see them: ask the API first."""

    def for_site(self, organization: str, site: str | None = None) -> dict[LinkPlace, LinkNote]:
        """Return notes of an organization, or of one site's links."""
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
        """Note whom the link is for, and until when."""
        written = {"note": note, "due": "" if due is None else due.isoformat()}
        self._put_values(place, {**written, "owner": owner, "at": self._clock()})

    def begin(self, place: LinkPlace, successor: str, since: float) -> None:
        """Note that a replacement with this name is about to be created after `since`."""
        self._put_values(place, {"successor": successor, "since": since})

    def end(self, place: LinkPlace) -> None:
        """Note that no replacement is being created any more."""
        self._put_values(place, {"successor": "", "since": 0.0})

    def drop(self, place: LinkPlace) -> None:
        """Delete the note of a deleted link."""
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
