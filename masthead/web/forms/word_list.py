"""The field that takes a list of short texts, such as domains or addresses."""

import re
from collections.abc import Callable
from typing import Any

from pydantic import MISSING

from masthead.web.forms.fields import WireField

PLUS, MINUS = "+", "\N{MINUS SIGN}"


class WordList(WireField):
    """A list of short texts, separated by commas, semicolons, spaces or line ends."""

    kind = "words"
    blank = (MISSING, [])
    between = re.compile(r"[\s,;]+")

    def __init__(self, label: str, *, clean: Callable[[str], str] = str, **options: Any) -> None:
        """`clean` is applied to each word."""
        super().__init__(label, **options)
        self.clean = clean

    def process_data(self, value: Any) -> None:
        self.data = [] if value is MISSING or value is None else list(value)

    def process_formdata(self, valuelist: list[str]) -> None:
        words = (self.clean(word) or word for text in valuelist for word in self.between.split(text) if word)
        self.data = list(dict.fromkeys(words))

    def display_value(self, value: Any) -> str:
        return ", ".join(f"“{word}”" for word in value) if isinstance(value, list) and value else "nothing"

    def display_change(self, before: Any, after: Any) -> tuple[str, str]:
        """Return what was added and removed, if there was a list before."""
        both = isinstance(before, list) and isinstance(after, list)
        added = [word for word in after if word not in before] if both else []
        removed = [word for word in before if word not in after] if both else []
        if not before or not (added or removed):
            return super().display_change(before, after)
        lines = [(PLUS, word) for word in added] + [(MINUS, word) for word in removed]
        return self.display_value(before), "\n".join(f"{sign} {self.display_value([word])}" for sign, word in lines)

    @property
    def text(self) -> str:
        return "\n".join(self.data)

    @property
    def typed_words(self) -> str:
        return self.text
