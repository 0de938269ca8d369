"""English that looks foreign: what is not in brackets was not translated, and what is cut off has too little room."""

import re
from gettext import NullTranslations

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
