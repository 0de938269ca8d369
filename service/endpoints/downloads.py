"""The bytes of files, at addresses that cannot be guessed; a token is not asked for, since pages show pictures."""

from flask import Blueprint, Response, current_app, request
from sqlalchemy import select
from werkzeug.exceptions import NotFound

from service.http.routing import Runtime
from service.tables.content import file

blueprint = Blueprint("downloads", __name__)

SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""Content types that a browser shows; anything else could be a page with a script, and is only ever kept."""

_DAY = 24 * 60 * 60


@blueprint.get("/files/<key>/<name>")
def download(key: str, name: str) -> Response:
    """The file with this key and name."""
    runtime: Runtime = current_app.extensions["runtime"]
    rows = select(file.c.id, file.c.content_type, file.c.content).where(file.c.key == key, file.c.name == name)
    with runtime.database.reading() as connection:
        row = connection.execute(rows).first() if key.isprintable() and name.isprintable() else None
    if row is None:
        raise NotFound("There is no file at this address.")
    shown = row.content_type in SHOWN
    response = Response(row.content, content_type=row.content_type if shown else "application/octet-stream")
    response.headers.set("Content-Disposition", "inline" if shown else "attachment", filename=name)
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox; frame-ancestors 'none'"
    response.headers["Cache-Control"] = f"private, max-age={_DAY}, immutable"
    response.set_etag(row.id)
    response.make_conditional(request)
    return response
