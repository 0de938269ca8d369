"""The languages an organization wants its translations in."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.records import Records
from masthead.store.tables.records import people, wanted_languages

ALL = ""
"""The key of the organization's own list."""


class LanguageList(NamedTuple):
    """Language codes; `by` is the last author's name or empty, `at` in seconds since 1970."""

    languages: tuple[str, ...]
    by: str = ""
    at: float = 0.0


class WantedLanguages(Records):
    """Lists by organization and translation. Readers of translations may see them: ask the API first."""

    def for_organization(self, organization: str) -> dict[str, LanguageList]:
        """Return the organization's lists by translation id; its own under ALL."""
        rows = (
            select(wanted_languages, people.c.name)
            .outerjoin(people, people.c.owner == wanted_languages.c.owner)
            .where(wanted_languages.c.organization == organization)
        )
        found = self._all(rows)
        return {
            each.translation: LanguageList((*json.loads(each.languages),), each.name or "", each.at) for each in found
        }

    def save(self, organization: str, translation: str, languages: Sequence[str], owner: str) -> None:
        """Store a list; an empty one says that none is wanted."""
        values = {"languages": json.dumps([*languages]), "owner": owner, "at": self._clock()}
        place = {"organization": organization, "translation": translation}
        with self._database.writing() as connection:
            if not connection.execute(
                update(wanted_languages).where(_is_of_translation(**place)).values(values)
            ).rowcount:
                connection.execute(insert(wanted_languages).values({**place, **values}))

    def drop(self, organization: str, translation: str) -> None:
        """Delete the list of a translation, which then uses the organization's."""
        self._write(delete(wanted_languages).where(_is_of_translation(organization, translation)))


def _is_of_translation(organization: str, translation: str) -> ColumnElement[bool]:
    columns = wanted_languages.c
    return (columns.organization == organization) & (columns.translation == translation)
