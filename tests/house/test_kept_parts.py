"""What is kept as it was written, and shown to others too, is made of what it is given and of nothing else."""

import pytest
from flask import Flask
from jinja2 import Environment, nodes

from tests.house.sources import calls, modules, parsed_templates
from web.pages.cache_tag import CacheTag

PARSED = parsed_templates()
SAME_FOR_ALL = {"_", "asset", "dict", "gettext", "icons", "language", "ngettext", "range", "url_for"}
KEPT = sorted(
    str(arguments[0])
    for file in modules("web", "blueprints")
    for function in ("render_part", "render_rows")
    for arguments, _ in calls(file, function)
)

BLOCKS = [
    (name, block)
    for name, template in PARSED.items()
    for block in template.find_all(nodes.CallBlock)
    if isinstance(block.call.node, nodes.ExtensionAttribute)
]


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


def path_of(node: nodes.Node) -> str:
    """`a.b.c` for a chain of attributes, empty for what is none."""
    if isinstance(node, nodes.Name):
        return node.name
    above = path_of(node.node) if isinstance(node, nodes.Getattr) else ""
    return f"{above}.{node.attr}" if isinstance(node, nodes.Getattr) and above else ""


def paths_in(part: nodes.Node) -> set[str]:
    """The longest chain from each name that the part reads."""
    if path := path_of(part):
        return {path} if not isinstance(part, nodes.Name) or part.ctx == "load" else set()
    return set().union(*map(paths_in, part.iter_child_nodes()))


def missing_in_key(tree: nodes.Template, block: nodes.CallBlock) -> set[str]:
    """What the block of a `{% cache %}` shows and its values do not decide about. `x.state` stands for `x`."""
    key = {path.removesuffix(".state") for path in paths_in(block.call.args[1])}
    imported = {str(name) for each in tree.find_all(nodes.FromImport) for name in each.names}
    body = [paths_in(each) for each in block.body]
    own = {node.name for each in block.body for node in each.find_all(nodes.Name) if node.ctx == "store"}
    used = {path for path in set().union(*body) if path.partition(".")[0] not in own | imported | SAME_FOR_ALL}
    return {path for path in used if not any(f"{path}.".startswith(f"{each}.") for each in key)}


@pytest.mark.parametrize(("template", "block"), BLOCKS, ids=[f"{name}:{block.lineno}" for name, block in BLOCKS])
def test_a_cached_block_is_known_by_all_that_it_shows(portal: Flask, template: str, block: nodes.CallBlock) -> None:
    assert missing_in_key(PARSED[template], block) == set()
    of_request = portal.jinja_env.globals.keys() - SAME_FOR_ALL
    macros = [each for each in PARSED[template].find_all(nodes.FromImport) if isinstance(each.template, nodes.Const)]
    called = set().union(*(names_in(each) for each in block.body))
    inside = [names_in_macro(each.template.value, str(n)) for each in macros for n in each.names if n in called]  # type: ignore[attr-defined]
    assert called.union(*inside) & of_request == set()
    assert list(block.find_all(nodes.Include)) == []


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("{% cache a.id %}{{ a.id }}{% endcache %}", set()),
        ("{% cache a.id %}{{ a.title }}{% endcache %}", {"a.title"}),
        ("{% cache a.identifier %}{{ a.id }}{% endcache %}", {"a.id"}),
        ("{% cache a %}{{ a.id }}{% for b in a.all %}{{ b.c }}{% endfor %}{{ d }}{% endcache %}", {"d"}),
        ("{% cache f.state %}{{ picker(f) }}{{ _('x') }}{% endcache %}", {"picker"}),
    ],
)
def test_what_is_missing_is_found(text: str, missing: set[str]) -> None:
    tree = Environment(extensions=[CacheTag], autoescape=True).parse(text)
    assert missing_in_key(tree, next(tree.find_all(nodes.CallBlock))) == missing
