"""Bundles styles and scripts, compresses all static files, and writes a manifest with their hashes.

The static files include the scripts' translated texts.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

from masthead.web.http.assets import BUILT, MANIFEST
from masthead.web.http.settings import ROOT
from scripts import script_texts

BOOTSTRAP = ("vendor/bootstrap.min.css", "vendor/bootstrap-system-dark.css")
# Later rules win, so those for small screens are last.
STYLES = (
    "base",
    "frame",
    "page_head",
    "notices",
    "tables",
    "panels",
    "forms",
    "buttons",
    "clashes",
    "dependents",
    "pages",
    "reader",
    "parts",
    "secrets",
    "overview",
    "charts",
    "bulk_changes",
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
    "specs",
    "differences",
    "comments",
    "inbox",
    "matrix",
    "access",
    "values",
    "phone",
    "phone_tables",
    "print",
)
SCRIPTS = (
    "texts",  # before those that have some
    "sizes",  # before those that act when a form is sent
    "dates",  # likewise
    "pressing",  # before those that act on a click
    "masthead",
    "menus",
    "session_over",
    "leaving",
    "copy",
    "editing",
    "bulk_changes",
    "looks",
    "ages",
    "combobox",
    "picker",
    "palette",
    "shortcuts",  # before those with keys of their own
    "condition",
    "picking",
    "role_menu",
    "matrix",  # after those that keep ticks
    "enforcement",
    "filtering",
    "filters",
    "dropping",
    "contents",
)
JOINED = {
    "bootstrap.css": BOOTSTRAP,
    "portal.css": tuple(f"styles/{name}.css" for name in STYLES),
    "portal.js": tuple(f"{name}.js" for name in SCRIPTS),
}
"""Bundles, each with its source files."""
LEFT_OUT = b"legend+*{clear:left}"
"""A rule of Bootstrap. A universal selector beside a tag lets each moved element restyle all that is beside it, which
took 50 ms in a list of 500 rows. Legends don't float here."""
MARK_LENGTH = 12
COMMENT = re.compile(rb"^[ \t]*/\*(?!!).*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
"""A comment on its own lines in a style sheet. They are a fifth of the size. Licenses (`/*!`) stay."""


def main(static: Path) -> None:
    """Fill the folder `built` with each file, its gzip version, and the manifest."""
    files = contents(static)
    for name, content in files.items():
        _write(static / BUILT / name, content)
        _write(static / BUILT / f"{name}.gz", gzip.compress(content, mtime=0))
    marks = {name: hashlib.sha256(content).hexdigest()[:MARK_LENGTH] for name, content in files.items()}
    (static / BUILT / MANIFEST).write_text(json.dumps(marks, indent=1))


def contents(static: Path) -> Mapping[str, bytes]:
    """Return all served files by name: bundles, other files, and the scripts' texts by language."""
    joined = {name: b"\n".join(_minify(static / part) for part in parts) for name, parts in JOINED.items()}
    parts = {part for parts in JOINED.values() for part in parts}
    found = [*static.glob("*.*"), *static.glob("structure/*"), *static.glob("vendor/*.*")]
    others = {path.relative_to(static).as_posix(): path for path in found if path.is_file()}
    read = {name: path.read_bytes() for name, path in others.items() if name not in parts}
    return joined | read | script_texts.build_text_files(static)


def _minify(part: Path) -> bytes:
    content = part.read_bytes().replace(LEFT_OUT, b"")
    return COMMENT.sub(b"", content) if part.suffix == ".css" else content


def _write(target: Path, content: bytes) -> None:
    # Write the file only if it changed, since a running portal may be reading it.
    if not target.is_file() or target.read_bytes() != content:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


if __name__ == "__main__":
    main(ROOT / "static")
