"""Creates spaces and records them in Alice's directory, since the API can't list spaces."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection

from bench.sites import ORGANIZATION
from masthead.resources.resource import Mention, Observation
from masthead.store.database import Database as Store
from masthead.store.directory.directory import Directory
from masthead.store.keys import read_secrets, unrotated_keys
from service.content.spaces import create_space

MADE = "2025-02-03T07:00:00.000Z"


def create_spaces(connection: Connection, count: int) -> Sequence[str]:
    """Create spaces and return their ids."""
    return [create_space(connection, ORGANIZATION, f"Depot {number:04}", MADE, sample=False) for number in range(count)]


def record_spaces(folder: Path, spaces: Sequence[str]) -> None:
    """Record the spaces in the directory of the portal in this folder."""
    mentions = [
        Mention("space", each, f"Depot {number:04}", organization=ORGANIZATION) for number, each in enumerate(spaces)
    ]
    with closing(Store(folder / "masthead.db")) as database:
        owner = unrotated_keys(read_secrets(folder)).owner_of("demo-alice")
        Directory(database).record(owner, ORGANIZATION, [Observation("listSites", (ORGANIZATION,), mentions)])
