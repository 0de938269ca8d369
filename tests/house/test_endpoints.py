"""Every page that code or a template leads to by its name is there."""

import re
from collections.abc import Iterable
from pathlib import Path

from flask import Flask

from tests.house.sources import calls, modules, named, templates

IN_TEMPLATES = re.compile(r"""url_for\(\s*["']([\w.]+)["']""")


def names_in(file: Path) -> list[str]:
    return [args[0] for args, _ in calls(file, "url_for") if args and isinstance(args[0], str)]


def missing(app: Flask, names: Iterable[str]) -> list[str]:
    return [name for name in names if not name.startswith(".") and name not in app.view_functions]


def test_each_address_that_is_built_has_a_page(portal: Flask) -> None:
    code = {named(file): missing(portal, names_in(file)) for file in modules("blueprints", "masthead/web")}
    pages = {name: missing(portal, IN_TEMPLATES.findall(text)) for name, text in templates().items()}
    assert {where: names for where, names in (code | pages).items() if names} == {}


def test_a_page_that_is_not_there_is_found(portal: Flask, tmp_path: Path) -> None:
    written = tmp_path / "views.py"
    written.write_text('url_for("specs.show", slug="a")\nurl_for(\n    "nothing.show", slug="b"\n)\n')
    assert missing(portal, names_in(written)) == ["nothing.show"]
    assert missing(portal, IN_TEMPLATES.findall("{{ url_for('nothing.show', id=1) }}")) == ["nothing.show"]
