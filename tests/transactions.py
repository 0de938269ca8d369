"""What is asked of a database meanwhile: each transaction, with its statements."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, event

OF_THE_ENGINE = ("BEGIN", "PRAGMA")


@contextmanager
def transactions(file: str = "") -> Iterator[list[list[str]]]:
    """Those on databases in files of this name, or on all of this process."""
    found: list[list[str]] = []

    def begin(connection: Connection) -> None:
        if str(connection.engine.url.database).endswith(file):
            connection.info["asked"] = []
            found.append(connection.info["asked"])

    def execute(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if str(connection.engine.url.database).endswith(file) and not statement.startswith(OF_THE_ENGINE):
            connection.info["asked"].append(statement)

    event.listen(Engine, "begin", begin)
    event.listen(Engine, "before_cursor_execute", execute)
    try:
        yield found
    finally:
        event.remove(Engine, "begin", begin)
        event.remove(Engine, "before_cursor_execute", execute)
