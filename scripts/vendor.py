"""Copies third-party files into static/vendor/, and builds a sprite of the icons in use."""

import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
SVG = "http://www.w3.org/2000/svg"
FILES = {
    "bootstrap/dist/css/bootstrap.min.css": "bootstrap.min.css",
    "bootstrap/LICENSE": "bootstrap.LICENSE.txt",
    "bootstrap-icons/LICENSE": "icons.LICENSE.txt",
    "htmx.org/dist/htmx.min.js": "htmx.min.js",
    "htmx.org/LICENSE": "htmx.LICENSE.txt",
    "sortablejs/modular/sortable.esm.js": "sortable.js",
    "sortablejs/LICENSE": "sortable.LICENSE.txt",
}


def main(packages: Path, names_file: Path, target: Path) -> str | None:
    """Copy the files. Return an error message, or None."""
    names = [line.strip() for line in names_file.read_text(encoding="utf-8").splitlines() if line.strip()]
    icons = packages / "bootstrap-icons" / "icons"
    unknown = [name for name in names if not (icons / f"{name}.svg").is_file()]
    if unknown:
        return f"{names_file.name} names icons that Bootstrap Icons does not have: {', '.join(unknown)}."
    target.mkdir(parents=True, exist_ok=True)
    for source, name in FILES.items():
        shutil.copyfile(packages / source, target / name)
    (target / "icons.svg").write_text(sprite(icons, names), encoding="utf-8")
    bootstrap = (target / "bootstrap.min.css").read_text(encoding="utf-8")
    (target / "bootstrap-system-dark.css").write_text(system_dark(bootstrap), encoding="utf-8")
    return None


def system_dark(bootstrap: str) -> str:
    """Convert Bootstrap's dark rules, which need an attribute, to a media query."""
    rules = re.findall(r"([^{}]*\[data-bs-theme=dark\][^{}]*)\{([^{}]*)\}", bootstrap)
    followed = [
        f"{where.replace('[data-bs-theme=dark]', ':root:not([data-bs-theme])')}{{{what}}}" for where, what in rules
    ]
    return f"@media (prefers-color-scheme:dark){{{''.join(followed)}}}\n"


def sprite(icons: Path, names: Iterable[str]) -> str:
    """Build an SVG with a symbol for each icon: <use href="/static/vendor/icons.svg#trash"> shows one."""
    ET.register_namespace("", SVG)
    root = ET.Element(f"{{{SVG}}}svg")
    for name in names:
        # npm has verified the package by the hash in the lock file.
        icon = ET.parse(icons / f"{name}.svg").getroot()  # noqa: S314
        attributes = {"id": name, "viewBox": icon.attrib["viewBox"], "fill": "currentColor"}
        symbol = ET.SubElement(root, f"{{{SVG}}}symbol", attributes)
        symbol.extend(icon)
    ET.indent(root, space="")
    return ET.tostring(root, encoding="unicode") + "\n"


if __name__ == "__main__":
    sys.exit(main(ROOT / "node_modules", ROOT / "static" / "icons.txt", ROOT / "static" / "vendor"))
