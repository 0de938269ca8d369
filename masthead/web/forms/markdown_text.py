"""The field for a text that people write in Markdown, and that the API takes inside an object."""

from typing import Any

from pydantic import MISSING

from masthead.web.forms.fields import TextInput

MARKDOWN = "markdown"


class MarkdownText(TextInput):
    """On the wire it is an object with the text in it; a text of another form can't be read back."""

    blank = (MISSING, None)

    def process_data(self, value: Any) -> None:
        """Take the API's value."""
        self.data = _text_of(value)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was typed, with the ends of lines that Markdown has."""
        if valuelist:
            self.data = "\n".join(valuelist[0].splitlines()).strip()

    @property
    def wire(self) -> Any:
        """The object, MISSING for an empty text."""
        return {MARKDOWN: self.data} if self.data else MISSING

    def same(self, one: Any, other: Any) -> bool:
        """Whether both say the same."""
        return _text_of(one) == _text_of(other)

    def display_value(self, value: Any) -> str:
        """The text."""
        return super().display_value(_text_of(value))


def _text_of(value: Any) -> str:
    return str(value.get(MARKDOWN, "")) if isinstance(value, dict) else ""
