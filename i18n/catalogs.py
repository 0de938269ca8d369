"""Translations: the compiled catalogs, and a pseudo-locale for tests."""

import re
from collections.abc import Iterator
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

CATALOGS = Path(__file__).parent / "catalogs"
COMPILED = "*/LC_MESSAGES/messages.mo"


class Catalog(GNUTranslations):
    """Catalog of one language. Missing texts stay English."""

    def gettext(self, message: str) -> str:
        """Translate a text. The empty message would return the catalog's own header."""
        return super().gettext(message) if message else ""


def compiled(folder: Path = CATALOGS) -> list[Path]:
    """List the compiled catalogs of all languages."""
    return sorted(folder.glob(COMPILED))


def catalogs(folder: Path = CATALOGS) -> Iterator[tuple[str, Catalog]]:
    """Yield catalogs by BCP 47 tag; `pt-BR` is in the folder `pt_BR`. Raises OSError for a broken file."""
    for file in compiled(folder):
        with file.open("rb") as content:
            yield file.parents[1].name.replace("_", "-"), Catalog(content)


GROWTH = 0.4
"""Growth of short English texts in German or Finnish."""
KEPT = re.compile(r"(%\(\w+\)s|%%|<[^>]*>|&#?\w+;)")
"""Placeholders and markup."""
ACCENTS = str.maketrans("AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz", "ÅåÇçÐðÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž")
VOWELS = set("aeiouyAEIOUY")


class Pseudo(NullTranslations):
    """Pseudo-locale: accents, longer vowels and brackets show texts that are untranslated or cut off."""

    def gettext(self, message: str) -> str:
        """Transform a text, except for placeholders, elements and entities."""
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
        """Transform the singular or plural by the English rule."""
        return self.gettext(msgid1 if n == 1 else msgid2)
