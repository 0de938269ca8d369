"""Static files, bundled and compressed at set-up, at URLs that change with their content."""

import json
import mimetypes
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flask import Flask, current_app, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from masthead.i18n import ENGLISH, LANGUAGES, list_compiled_catalogs
from masthead.web.http.log import log
from masthead.web.http.settings import SettingsError

BUILT, MANIFEST = "built", "manifest.json"
"""The folder in `static` that scripts/assets.py fills, and its list of names and marks."""
ICONS = "vendor/icons.svg"
FOR_EVER = "public, max-age=31536000, immutable"


class AssetFile(NamedTuple):
    """A static file. `packed` is the gzipped content; `mark` is a digest of the content."""

    content: bytes
    packed: bytes
    mark: str


def init_app(app: Flask) -> None:
    """Serve the app's static folder and give templates the files' URLs."""
    static = Path(app.static_folder or "")
    try:
        addresses = {name: f"{app.static_url_path}/{name}?v={file.mark}" for name, file in _list_files(static).items()}
        icons = addresses[ICONS]
    except (OSError, KeyError):
        message = "static/built is empty; `make run` fills it"
        raise SettingsError(message) from None
    if without := [tag for tag in LANGUAGES if tag != ENGLISH and f"texts/{tag}.js" not in _list_files(static)]:
        message = f"static/built has no texts of scripts in {' and '.join(without)}; `make run` makes them"
        raise SettingsError(message)
    if _is_outdated(static):
        log.warning("static/ or a catalog has changed since files were joined; `make run` joins them anew")
    app.view_functions["static"] = serve_asset
    # Built once: a page has hundreds of icons, and building each URL by url_for would cost as much as the icon.
    app.jinja_env.globals.update(
        asset=lambda name: request.root_path + addresses[name], icons=lambda: request.root_path + icons
    )


def serve_asset(filename: str) -> Response:
    """Send a file. Browsers cache it forever if they requested it with its current mark."""
    file = _find_file(filename)
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


def _find_file(filename: str) -> AssetFile:
    try:
        return _list_files(Path(current_app.static_folder or ""))[filename]
    except KeyError:
        raise NotFound from None


@cache
def _list_files(static: Path) -> dict[str, AssetFile]:
    # Read all at once: set-up may join other files meanwhile, and a mark must match the sent content.
    built = static / BUILT
    marks = json.loads((built / MANIFEST).read_text())
    return {
        name: AssetFile((built / name).read_bytes(), (built / f"{name}.gz").read_bytes(), mark)
        for name, mark in marks.items()
    }


def _is_outdated(static: Path) -> bool:
    made = (static / BUILT / MANIFEST).stat().st_mtime
    folders = ("*.*", "styles/*", "structure/*", "vendor/*")
    sources = [*(file for each in folders for file in static.glob(each)), *list_compiled_catalogs()]
    return any(source.stat().st_mtime > made for source in sources)
