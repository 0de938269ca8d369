"""The field that takes a file: forms take texts alone, so it looks for its file in the request by itself."""

from dataclasses import dataclass
from typing import Any

from flask import request

from masthead.web.forms.fields import WireField

MAX_NAME_LENGTH = 80


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that was sent, in memory, with the printable part of its name."""

    name: str
    content: bytes


def sent_file(name: str) -> SentFile | None:
    """Return the file of an input, or None."""
    file = request.files.get(name)
    if file is None or not file.filename:
        return None
    content = file.stream.read()
    file.close()  # a large one is a file on this machine until then
    shown = "".join(letter for letter in file.filename if letter.isprintable())
    return SentFile(shown[-MAX_NAME_LENGTH:], content)


class Upload(WireField):
    """A file in memory, as requests are small. `data` is empty for none."""

    kind = "file"

    def __init__(self, label: str, *, accept: str = "", **options: Any) -> None:
        """`accept` is the HTML attribute."""
        super().__init__(label, **options)
        self.accept, self.file_name = accept, ""

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Take the file that was sent. Browsers don't let a page fill this input again."""
        super().process(None, data or b"", extra_filters)
        sent = sent_file(self.name) if formdata else None
        if sent is not None:
            self.data, self.file_name = sent.content, sent.name
