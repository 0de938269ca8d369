"""Sorts and searches texts by the rules of the reader's language."""

import re
import unicodedata

from i18n.languages import language

_BASIC_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"})  # noqa: RUF001
"""Letters without a Unicode decomposition."""
_LETTERS = {
    **dict.fromkeys(("da", "nb", "nn", "no"), "zæøå"),
    **dict.fromkeys(("fi", "sv"), "zåäö"),
    "es": "nñ",
    "pl": "aą cć eę lł nń oó sś zźż",
    "tr": "cç gğ hı oö sş uü",  # noqa: RUF001
}
"""Letters and the separate letters that follow them, by language (CLDR). Babel has no collation."""
_LAST_LETTER = "\U0003134a"


def fold_text(text: str) -> str:
    """Remove case, accents and invisible characters, in any Unicode normalization."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold()).translate(_BASIC_LETTERS)
    return unicodedata.normalize("NFC", "".join(sign for sign in parts if not _is_ignored(sign)))


def _is_ignored(sign: str) -> bool:
    # Classes of accents, and of Hebrew and Arabic vowels. Other classes distinguish letters.
    accent = unicodedata.combining(sign)
    return accent >= 200 or 10 <= accent <= 36 or unicodedata.category(sign) == "Cf"  # noqa: PLR2004


def has_words(words: str, *texts: str) -> bool:
    """True if each word is in at least one of the texts."""
    within = fold_text("\n".join(texts))
    return all(word in within for word in fold_text(words).split())


def sort_key(text: str) -> tuple[str, str, str]:
    """Return a key that sorts punctuation, numbers (1, 2, 10), then letters without case, Ä as the language does."""
    plain = exact = unicodedata.normalize("NFC", text).casefold()
    for letters in _LETTERS.get(language().partition("-")[0], "").split():
        for place, letter in enumerate(letters[1:]):
            plain = plain.replace(letter, f"{letters[0]}{_LAST_LETTER}{place}")
    return re.sub(r"\d+", _number_key, re.sub(r"[^\w\s]|_", r"!\g<0>", fold_text(plain))), exact, text


def _number_key(found: re.Match[str]) -> str:
    digits = "".join(str(unicodedata.decimal(digit)) for digit in found[0]).lstrip("0")
    return f"0{chr(len(digits))}{digits}"
