"""Stores a space's files with their bytes, and reads the dimensions of pictures."""

import mimetypes
import secrets
import warnings
from dataclasses import dataclass
from io import BytesIO
from urllib.parse import quote

from PIL import Image, UnidentifiedImageError
from sqlalchemy import Connection, insert, select

from service.content.links import KnownFile
from service.storage.documents import Fields, as_json, create_id, extend_json, url_json
from service.tables.content import file, revision_file

FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/gif": "GIF", "image/webp": "WEBP"}
"""Pillow's formats by content type."""

UNKNOWN = "application/octet-stream"


def read_dimensions(content: bytes, content_type: str) -> tuple[int, int] | None:
    """Return the width and height of a picture in pixels, or None if it isn't a picture of this type."""
    if content_type not in FORMATS:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # only the header is read
            with Image.open(BytesIO(content), formats=[FORMATS[content_type]]) as picture:
                return picture.size
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        return None


@dataclass(frozen=True)
class Attachment:
    """A file to store. An empty `id` is replaced by a random one; an empty content type is guessed from the name.

    `git` is JSON.
    """

    name: str
    content: bytes
    id: str = ""
    content_type: str = ""
    git: str | None = None


def add_file(connection: Connection, space_id: str, given: Attachment) -> int:
    """Store a file and return its number."""
    own_id, key = given.id or create_id("file"), secrets.token_urlsafe(18)
    kind = given.content_type or mimetypes.guess_type(given.name)[0] or UNKNOWN
    fields: Fields = {"id": own_id, "name": given.name, "contentType": kind, "size": len(given.content)}
    size = read_dimensions(given.content, kind)
    if size is not None:
        fields["dimensions"] = {"width": size[0], "height": size[1]}
    document = extend_json(as_json(fields), downloadURL=url_json(download_url(key, given.name)))
    row = {"id": own_id, "space": space_id, "key": key, "name": given.name, "content_type": kind, "git": given.git}
    added = insert(file).values(**row, document=document, content=given.content).returning(file.c.number)
    number: int = connection.scalar(added)
    return number


def download_url(key: str, name: str) -> str:
    """Build a URL that needs no token, because visitors' browsers load pictures."""
    return f"/files/{key}/{quote(name, safe='')}"


def list_file_numbers(connection: Connection, revision_id: str) -> list[int]:
    rows = select(revision_file.c.file).where(revision_file.c.revision == revision_id)
    return list(connection.scalars(rows.order_by(revision_file.c.file)))


def list_linkable_files(connection: Connection, revision_id: str) -> list[KnownFile]:
    rows = select(file.c.id, file.c.name, file.c.key).join(revision_file, revision_file.c.file == file.c.number)
    found = connection.execute(rows.where(revision_file.c.revision == revision_id).order_by(file.c.number))
    return [KnownFile(row.id, row.name, row.key) for row in found]
