"""What is kept as it was written, and shown to others too, is made of what it is given and of nothing else."""

import pytest
from flask import Flask
from jinja2 import nodes

from tests.house.sources import calls, modules, parsed_templates

PARSED = parsed_templates()
SAME_FOR_ALL = {"_", "asset", "dict", "gettext", "icons", "language", "ngettext", "range", "url_for"}
KEPT = sorted(
    str(arguments[0])
    for file in modules("web", "blueprints")
    for function in ("render_part", "render_rows")
    for arguments, _ in calls(file, function)
)


def names_in(part: nodes.Node) -> set[str]:
    return {node.name for node in part.find_all(nodes.Name) if node.ctx == "load"}


def names_in_macro(file: str, name: str) -> set[str]:
    """Those that a macro uses, and the macros of its own file that it calls."""
    macros = {macro.name: macro for macro in PARSED[file].find_all(nodes.Macro)}
    used, seen = names_in(macros[name]), {name}
    while inside := used & macros.keys() - seen:
        seen |= inside
        used |= set().union(*(names_in(macros[each]) for each in inside))
    return used


def names_used(template: str) -> set[str]:
    imports = [each for each in PARSED[template].find_all(nodes.FromImport) if isinstance(each.template, nodes.Const)]
    macros = [names_in_macro(each.template.value, str(name)) for each in imports for name in each.names]  # type: ignore[attr-defined]
    return names_in(PARSED[template]).union(*macros)


def test_the_parts_are_found() -> None:
    assert {"_banner.html", "_areas.html", "_area_bar.html", "sites/_table_rows.html"} <= set(KEPT)


@pytest.mark.parametrize("template", KEPT)
def test_a_kept_part_uses_nothing_of_the_request(portal: Flask, template: str) -> None:
    assert names_used(template) & portal.jinja_env.globals.keys() - SAME_FOR_ALL == set()
    assert list(PARSED[template].find_all((nodes.Include, nodes.Extends, nodes.Import))) == []
