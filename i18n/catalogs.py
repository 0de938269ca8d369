"""The languages that somebody translated Masthead into, as `pybabel compile` leaves them."""

import re
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations
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


GROWTH = 0.4
"""Short English texts grow by so much in German or Finnish."""
KEPT = re.compile(r"(%\(\w+\)s|%%|<[^>]*>|&#?\w+;)")
"""Placeholders and markup."""
ACCENTS = str.maketrans("AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz", "ÅåÇçÐðÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž")
VOWELS = set("aeiouyAEIOUY")


class Pseudo(NullTranslations):
    """Accents on letters, vowels drawn out to 1.4 times the length, brackets at both ends."""

    def gettext(self, message: str) -> str:
        """Such a text; placeholders, elements and entities stay."""
        written, owed = "", 0.0
        for part in KEPT.split(message):
            if KEPT.fullmatch(part):
                written += part
                continue
            for letter in part:
                owed += GROWTH
                more = int(owed) if letter in VOWELS else 0
                owed -= more
                written += letter.translate(ACCENTS) * (1 + more)
        return f"⟦{written}{'~' * round(owed)}⟧" if message else ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Like `gettext`, by the rule of English."""
        return self.gettext(msgid1 if n == 1 else msgid2)
