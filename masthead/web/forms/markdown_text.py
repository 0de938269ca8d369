"""The field for a text that people write in Markdown, and that the API takes inside an object."""

from typing import Any

from pydantic import MISSING

from masthead.web.forms.fields import TextInput

MARKDOWN = "markdown"


class MarkdownText(TextInput):
    """A Markdown text, which the API takes inside an object; a text in another format can't be read back."""

    blank = (MISSING, None)

    def process_data(self, value: Any) -> None:
        self.data = _text_of(value)

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = "\n".join(valuelist[0].splitlines()).strip()

    @property
    def wire(self) -> Any:
        return {MARKDOWN: self.data} if self.data else MISSING

    def same(self, one: Any, other: Any) -> bool:
        return _text_of(one) == _text_of(other)

    def display_value(self, value: Any) -> str:
        return super().display_value(_text_of(value))


def _text_of(value: Any) -> str:
    return str(value.get(MARKDOWN, "")) if isinstance(value, dict) else ""
