"""Static files as pages load them: the parts of one kind as one file, packed, at an address that changes with them."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Flask, current_app, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join
from werkzeug.wrappers import Response

from web.http.settings import SettingsError

BOOTSTRAP = ("vendor/bootstrap.min.css", "vendor/bootstrap-system-dark.css")
# What comes later wins: the small screen has the last word.
STYLES = (
    "base",
    "frame",
    "notices",
    "tables",
    "panels",
    "forms",
    "clashes",
    "dependents",
    "pages",
    "parts",
    "secrets",
    "overview",
    "plans",
    "roster",
    "directory",
    "palette",
    "status",
    "structure",
    "adaptive",
    "sso",
    "teams",
    "enforcement",
    "translations",
    "access",
    "phone",
)
SCRIPTS = (
    "sizes",  # before those that act when a form is sent
    "masthead",
    "leaving",
    "copy",
    "editing",
    "plans",
    "service_status",
    "combobox",
    "picker",
    "palette",
    "condition",
    "picking",
    "enforcement",
    "filtering",
)
JOINED = {
    "bootstrap.css": BOOTSTRAP,
    "portal.css": tuple(f"styles/{name}.css" for name in STYLES),
    "portal.js": tuple(f"{name}.js" for name in SCRIPTS),
}
"""The files that are there for browsers alone, each with the files that it is made of."""
FOR_EVER = "public, max-age=31536000, immutable"
MARK_LENGTH = 12


@dataclass(frozen=True, slots=True)
class AssetFile:
    """A static file as it is sent. `packed` is its content by gzip, `mark` a digest of it."""

    content: bytes
    packed: bytes
    mark: str


def init_app(app: Flask) -> None:
    """Serve the files of the app's static folder, and give its templates their addresses."""
    app.view_functions["static"] = serve
    app.jinja_env.globals.update(asset=asset, icons=_icons(app))


def serve(filename: str) -> Response:
    """A file, which browsers keep for ever if they asked for what it holds now."""
    file = _file(filename, current_app.static_folder)
    packs = request.accept_encodings.quality("gzip") > 0
    kind = mimetypes.guess_type(filename)[0] or "text/plain"
    response = Response(file.packed if packs else file.content, mimetype=kind)
    if packs:
        response.content_encoding = "gzip"
    response.set_etag(file.mark + "-gzip" * packs)
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = FOR_EVER if request.args.get("v") == file.mark else "no-cache"
    response.make_conditional(request)
    return response


def asset(filename: str) -> str:
    """The address of a static file, with a mark of its content, so that browsers may keep it for ever."""
    return url_for("static", filename=filename, v=_mark(filename, current_app.static_folder))


def _icons(app: Flask) -> str:
    # Made once: a page has hundreds of icons, and each address made by url_for would cost as much as the icon.
    name = "vendor/icons.svg"
    try:
        return f"{app.static_url_path}/{name}?v={_mark(name, app.static_folder)}"
    except NotFound:
        message = "static/vendor is empty; `make run` fills it"
        raise SettingsError(message) from None


@cache
def _mark(filename: str, folder: str | None) -> str:
    return _file(filename, folder).mark


def _file(filename: str, folder: str | None) -> AssetFile:
    paths = [safe_join(folder or "", part) for part in JOINED.get(filename, (filename,))]
    try:
        return _read(tuple(paths))
    except (OSError, TypeError, ValueError):  # not there, out of the folder, no name that could be there
        raise NotFound from None


@cache
def _read(paths: tuple[str, ...]) -> AssetFile:
    content = b"\n".join(Path(path).read_bytes() for path in paths)
    return AssetFile(content, gzip.compress(content, mtime=0), hashlib.sha256(content).hexdigest()[:MARK_LENGTH])
