"""What is kept as it was written, and shown to others too, is made of what it is given and of nothing else."""

from flask import Flask
from jinja2 import Environment, nodes

from masthead.web.frame.fragment_cache import CacheTag
from tests.house.sources import calls, modules, parsed_templates
from tests.loops import for_each

SAME_FOR_ALL = {"_", "asset", "dict", "gettext", "icons", "language", "ngettext", "range", "url_for"}


def kept_parts() -> list[str]:
    """The templates that are kept as they were drawn."""
    files, functions = modules("masthead/web", "blueprints"), ("render_part", "render_rows")
    found = (arguments for file in files for function in functions for arguments, _ in calls(file, function))
    return sorted(str(arguments[0]) for arguments in found)


def cached_blocks() -> list[tuple[str, nodes.CallBlock]]:
    """Each `{% cache %}` with the template that it is in."""
    return [
        (name, block)
        for name, template in parsed_templates().items()
        for block in template.find_all(nodes.CallBlock)
        if isinstance(block.call.node, nodes.ExtensionAttribute)
    ]


def names_in(part: nodes.Node) -> set[str]:
    return {node.name for node in part.find_all(nodes.Name) if node.ctx == "load"}


def names_in_macro(file: str, name: str) -> set[str]:
    """Those that a macro uses, and the macros of its own file that it calls."""
    macros = {macro.name: macro for macro in parsed_templates()[file].find_all(nodes.Macro)}
    used, seen = names_in(macros[name]), {name}
    while inside := used & macros.keys() - seen:
        seen |= inside
        used |= set().union(*(names_in(macros[each]) for each in inside))
    return used


def imported_macros(template: str) -> list[tuple[str, str]]:
    """The file and the name of each macro that a template imports."""
    imports = parsed_templates()[template].find_all(nodes.FromImport)
    written = [(each.template.value, each.names) for each in imports if isinstance(each.template, nodes.Const)]
    return [(file, str(name)) for file, names in written for name in names]


def names_used(template: str) -> set[str]:
    macros = [names_in_macro(file, name) for file, name in imported_macros(template)]
    return names_in(parsed_templates()[template]).union(*macros)


def test_the_parts_are_found() -> None:
    assert {"_banner.html", "_areas.html", "_area_bar.html", "sites/_table_rows.html"} <= set(kept_parts())


@for_each("template", kept_parts)
def test_a_kept_part_uses_nothing_of_the_request(portal: Flask, template: str) -> None:
    assert names_used(template) & portal.jinja_env.globals.keys() - SAME_FOR_ALL == set()
    assert list(parsed_templates()[template].find_all((nodes.Include, nodes.Extends, nodes.Import))) == []


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


@for_each("template, block", cached_blocks)
def test_a_cached_block_is_known_by_all_that_it_shows(portal: Flask, template: str, block: nodes.CallBlock) -> None:
    assert missing_in_key(parsed_templates()[template], block) == set()
    of_request = portal.jinja_env.globals.keys() - SAME_FOR_ALL
    called = set().union(*(names_in(each) for each in block.body))
    inside = [names_in_macro(file, name) for file, name in imported_macros(template) if name in called]
    assert called.union(*inside) & of_request == set()
    assert list(block.find_all(nodes.Include)) == []


@for_each(
    "text, missing",
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
