"""The languages that somebody translated Masthead into, as `pybabel compile` leaves them."""

from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

CATALOGS = Path(__file__).parent / "catalogs"
COMPILED = "*/LC_MESSAGES/messages.mo"


class Catalog(GNUTranslations):
    """One language; a text that it doesn't have stays English."""

    def gettext(self, message: str) -> str:
        """The text; the empty one would be what the catalog says of itself."""
        return super().gettext(message) if message else ""


def compiled(folder: Path = CATALOGS) -> list[Path]:
    """The files of all languages."""
    return sorted(folder.glob(COMPILED))


def catalogs(folder: Path = CATALOGS) -> Iterator[tuple[str, Catalog]]:
    """All languages by their BCP 47 tags: `pt-BR` is in the folder `pt_BR`. Raises OSError for a broken file."""
    for file in compiled(folder):
        with file.open("rb") as content:
            yield file.parents[1].name.replace("_", "-"), Catalog(content)
