"""The field that takes a file: forms take texts alone, so it looks for its file in the request by itself."""

from dataclasses import dataclass
from typing import Any

from flask import request

from masthead.web.forms.fields import WireField

MAX_NAME_LENGTH = 80


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that was sent, wholly in memory, and what can be shown of its name."""

    name: str
    content: bytes


def sent_file(name: str) -> SentFile | None:
    """The file of the input of this name; None for none."""
    file = request.files.get(name)
    if file is None or not file.filename:
        return None
    content = file.stream.read()
    file.close()  # a large one is a file on this machine until then
    shown = "".join(letter for letter in file.filename if letter.isprintable())
    return SentFile(shown[-MAX_NAME_LENGTH:], content)


class Upload(WireField):
    """One file, wholly in memory: the portal takes no large requests. `data` is empty for none."""

    kind = "file"

    def __init__(self, label: str, *, accept: str = "", **options: Any) -> None:
        """`accept` is what a browser offers first, as HTML writes it."""
        super().__init__(label, **options)
        self.accept, self.file_name = accept, ""

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Take the file that was sent. It cannot be shown again: browsers let nobody fill this input."""
        super().process(None, data or b"", extra_filters)
        sent = sent_file(self.name) if formdata else None
        if sent is not None:
            self.data, self.file_name = sent.content, sent.name
