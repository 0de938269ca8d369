"""Names that people chose, shown with what they did."""

from sqlalchemy import insert, select, update

from masthead.store.records import Records
from masthead.store.tables.records import people

MAX_NAME_LENGTH = 80


class People(Records):
    """Names by owner. The API doesn't report who somebody is, so people say it themselves."""

    def name_of(self, owner: str) -> str | None:
        """Return the name; empty if the person declined, None if nobody has asked."""
        return self._value(select(people.c.name).where(people.c.owner == owner))

    def set_name(self, owner: str, name: str) -> None:
        """Store a name, cut to 80 characters; an empty one says that the person was asked."""
        values = {"owner": owner, "name": " ".join(name.split())[:MAX_NAME_LENGTH]}
        with self._database.writing() as connection:
            if connection.scalar(select(people.c.owner).where(people.c.owner == owner)) is None:
                connection.execute(insert(people).values(values))
            else:
                connection.execute(update(people).where(people.c.owner == owner).values(values))
