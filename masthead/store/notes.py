"""Stores what the API can't: notes on links, last days, sample visitors, wanted languages, snoozes and saved views."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Row, delete, func, insert, select, update

from masthead.i18n import sort_key
from masthead.store.database import Records
from masthead.store.tables.records import (
    access_ends,
    link_notes,
    saved_views,
    select_with_names,
    snoozes,
    visitors,
    wanted_languages,
)


class LinkPlace(NamedTuple):
    """The ids of a share link, its site and its organization."""

    organization: str
    site: str
    link: str


class LinkNote(NamedTuple):
    """A note on a share link. `due` is the last day the link should work. `by` is the last author's name, or empty.

    `successor` is the name of a replacement that is being created, or empty. It was or will be created after `since`, a
    Unix timestamp by the API's clock.
    """

    place: LinkPlace
    note: str = ""
    due: date | None = None
    successor: str = ""
    since: float = 0.0
    by: str = ""
    at: float = 0.0


class LinkNotes(Records):
    """Stores notes by share link. Show them only to people for whom the API lists the site's links."""

    def for_site(self, organization: str, site: str | None = None) -> dict[LinkPlace, LinkNote]:
        """Return the notes on all of an organization's links, or on those of one site."""
        rows = select_with_names(link_notes).where(link_notes.c.organization == organization)
        if site is not None:
            rows = rows.where(link_notes.c.site == site)
        notes = [_to_note(row) for row in self._all(rows)]
        return {note.place: note for note in notes}

    def save(self, place: LinkPlace, owner: str, *, note: str, due: date | None) -> None:
        """Store a note on a link, and the last day the link should work."""
        written = {"note": note, "due": "" if due is None else due.isoformat()}
        self._put_values(place, {**written, "owner": owner, "at": self._clock()})

    def begin_rotation(self, place: LinkPlace, successor: str, since: float) -> None:
        """Record that a replacement with the name `successor` is about to be created. See `LinkNote` for `since`."""
        self._put_values(place, {"successor": successor, "since": since})

    def end_rotation(self, place: LinkPlace) -> None:
        """Record that no replacement is being created any more."""
        self._put_values(place, {"successor": "", "since": 0.0})

    def drop(self, place: LinkPlace) -> None:
        """Delete the note on a link that was deleted."""
        self._write(delete(link_notes).filter_by(**place._asdict()))

    def _put_values(self, place: LinkPlace, values: Mapping[str, Any]) -> None:
        self._put(link_notes, place._asdict(), values, note="", due="", successor="", since=0.0, owner="", at=0.0)


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


class AccessKey(NamedTuple):
    """The ids of an access: a person's membership of a team, or a team's role in a space or collection.

    `kind` is that of the place: team, space or collection. `subject` is the person or the team.
    """

    organization: str
    kind: str
    place: str
    subject: str


class AccessEnd(NamedTuple):
    """The last day of an access. The titles are those of the day on which `owner` chose it."""

    key: AccessKey
    title: str
    place_title: str
    due: date
    owner: str
    at: float = 0.0


class AccessEnds(Records):
    """Stores the last days of access. Show them only to people for whom the API lists the access."""

    def find(self, organization: str, **where: str) -> list[AccessEnd]:
        """List the last days in an organization, the next first. `where` limits them to parts of the key."""
        found = select(access_ends).filter_by(organization=organization, **where)
        rows = self._all(found.order_by(access_ends.c.due, access_ends.c.title))
        return [
            AccessEnd(AccessKey(*row[:4]), row.title, row.place_title, date.fromisoformat(row.due), row.owner, row.at)
            for row in rows
        ]

    def save(self, end: AccessEnd) -> None:
        values = {"title": end.title, "place_title": end.place_title, "due": end.due.isoformat(), "owner": end.owner}
        self._put(access_ends, end.key._asdict(), {**values, "at": self._clock()})

    def drop(self, key: AccessKey) -> None:
        """Delete the last day of an access that has none any more, or that is gone."""
        self._write(delete(access_ends).filter_by(**key._asdict()))


MAX_NAME_LENGTH = 60
MAX_VISITORS = 40
Path = tuple[str, ...]
Told = bool | int | float | str


@dataclass(frozen=True)
class Visitor:
    """A sample visitor, with `claims` by path. `whole` means that the visitor has no other claims.

    `number` is 0 for a new visitor.
    """

    name: str
    claims: Mapping[Path, Told] = field(default_factory=dict)
    whole: bool = False
    number: int = 0


class NameTakenError(Exception):
    pass


class TooManyError(Exception):
    """The maximum number of records has been reached."""


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
        self._write(delete(visitors).filter_by(organization=organization, number=number))


def _to_visitor(row: Row[tuple[object, ...]]) -> Visitor:
    claims = {tuple(path): value for path, value in json.loads(row.claims)}
    return Visitor(row.name, claims, row.whole, row.number)


ALL = ""
"""The key of the organization's own list."""


class LanguageList(NamedTuple):
    """A list of language codes. `by` is the last author's name, or empty. `at` is a Unix timestamp."""

    languages: tuple[str, ...]
    by: str = ""
    at: float = 0.0


class WantedLanguages(Records):
    """Stores lists by organization and translation. Show them only to people to whom the API lists translations."""

    def for_organization(self, organization: str) -> dict[str, LanguageList]:
        """Return an organization's lists, by translation id. The key of the organization's own list is `ALL`."""
        found = self._all(select_with_names(wanted_languages).where(wanted_languages.c.organization == organization))
        return {
            each.translation: LanguageList((*json.loads(each.languages),), each.name or "", each.at) for each in found
        }

    def save(self, organization: str, translation: str, languages: Sequence[str], owner: str) -> None:
        """Store a list. An empty one means that no languages are wanted."""
        values = {"languages": json.dumps([*languages]), "owner": owner, "at": self._clock()}
        self._put(wanted_languages, {"organization": organization, "translation": translation}, values)

    def drop(self, organization: str, translation: str) -> None:
        """Delete a translation's list. The translation then uses the organization's list."""
        self._write(delete(wanted_languages).filter_by(organization=organization, translation=translation))


SNOOZE_SECONDS = 7 * 24 * 3600.0


class Snoozes(Records):
    """Stores when each snooze ends, by person, organization and need."""

    def snooze(self, owner: str, organization: str, need: str) -> None:
        now = self._clock()
        self._write(delete(snoozes).where(snoozes.c.until <= now))
        key = {"owner": owner, "organization": organization, "need": need}
        self._put(snoozes, key, {"until": now + SNOOZE_SECONDS})

    def end_snooze(self, owner: str, organization: str, need: str) -> None:
        self._write(delete(snoozes).filter_by(owner=owner, organization=organization, need=need))

    def find(self, owner: str, organization: str) -> dict[str, float]:
        """Return the needs that are snoozed now, with the Unix timestamp at which each snooze ends."""
        its = select(snoozes.c.need, snoozes.c.until).filter_by(owner=owner, organization=organization)
        return {row.need: row.until for row in self._all(its.where(snoozes.c.until > self._clock()))}


MAX_VIEWS = 100


class SavedView(NamedTuple):
    """A list's path and query, saved under a name. The path is relative to Masthead's base path."""

    path: str
    name: str
    query: str


class SavedViews(Records):
    """Stores each person's saved views, by organization."""

    def find(self, owner: str, organization: str) -> list[SavedView]:
        """List views, sorted by name."""
        own = select(saved_views.c.path, saved_views.c.name, saved_views.c.query)
        found = self._all(own.filter_by(owner=owner, organization=organization))
        return sorted((SavedView(*row) for row in found), key=lambda each: sort_key(each.name))

    def save(self, owner: str, organization: str, view: SavedView) -> None:
        """Store a view, replacing one with the same path and name. Raises TooManyError."""
        if len(self.find(owner, organization)) >= MAX_VIEWS:
            raise TooManyError
        key = {"owner": owner, "organization": organization, "path": view.path, "name": view.name}
        self._put(saved_views, key, {"query": view.query})

    def drop(self, owner: str, organization: str, path: str, name: str) -> None:
        self._write(delete(saved_views).filter_by(owner=owner, organization=organization, path=path, name=name))
