"""The field that takes a file: forms take texts alone, so it looks for its file in the request by itself."""

from typing import Any

from flask import request

from web.fields import WireField

LONGEST_NAME = 80


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
        file = request.files.get(self.name) if formdata else None
        if file is not None and file.filename:
            self.data = file.stream.read()
            file.close()  # a large one is a file on this machine until then
            name = "".join(letter for letter in file.filename if letter.isprintable())
            self.file_name = name[-LONGEST_NAME:]
