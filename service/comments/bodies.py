"""The text of comments, as Markdown and as a rich-text tree."""

from dataclasses import dataclass

from pydantic import MISSING
from pydantic_core import from_json
from werkzeug.exceptions import BadRequest

from contract.authoring.comment import CommentBody
from service.content.plain_markdown import to_markdown
from service.content.rich_text import rich_text
from service.storage.documents import text


@dataclass(frozen=True)
class Body:
    """`markdown` is None for an empty body; `rich` is a tree as it was sent, as JSON."""

    markdown: str | None
    rich: str | None = None

    @classmethod
    def from_request(cls, given: CommentBody) -> "Body":
        """Raises BadRequest when both forms are given."""
        if given.document is MISSING:
            return cls(None if given.markdown is MISSING else given.markdown)
        if given.markdown is not MISSING:
            raise BadRequest("body: takes markdown or a document, not both.")
        return cls(to_markdown(given.document), text(given.document))

    def to_json(self, *, as_document: bool) -> str:
        if self.markdown is None:
            return "{}"
        if not as_document:
            return text({"markdown": self.markdown})
        document = rich_text(self.markdown) if self.rich is None else from_json(self.rich)
        return text({"document": document})
