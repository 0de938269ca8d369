"""Every text of a template goes through gettext, where a catalog can translate it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po
from jinja2 import nodes

from tests.house.sources import ROOT, parsed_templates, templates
from tests.house.texts import Text, texts_of_template
from tests.loops import for_each

NAMES = {"https://", "… · Masthead", "· Masthead", "Masthead"}
"""What is so in every language."""
NOT_YET: tuple[str, ...] = ()
"""Templates whose name begins so are still to be converted."""
OF_GETTEXT = {"_", "gettext", "ngettext"}
PLANTED = {
    "<p>Nothing was saved.</p>": "Nothing was saved.",
    "<p>{{ 'Not saved' if wrong else _('Saved') }}</p>": "Not saved",
    "<p>{% trans %}Saved.{% endtrans %} Go on.</p>": "Go on.",
    "<button title='Save all'>{{ _('Save') }}</button>": "Save all",
    "{% trans what='Last save' %}{{ what }}{% endtrans %}": "Last save",
}


def untranslated(name: str, source: str) -> Iterator[Text]:
    yield from (each for each in texts_of_template(source, name, untranslated=True) if each.words not in NAMES)


@pytest.mark.quick
def test_each_text_is_translated() -> None:
    converted = {name: text for name, text in templates().items() if not name.startswith(NOT_YET)}
    assert [each for name, text in converted.items() for each in untranslated(name, text)] == []


@for_each("planted, words", PLANTED.items())
def test_what_is_not_is_found(planted: str, words: str) -> None:
    assert [each.words for each in untranslated("", planted)] == [words]


def test_a_name_that_is_still_to_be_converted_is_one() -> None:
    assert [name for name in NOT_YET if not any(each.startswith(name) for each in templates())] == []


def test_no_text_of_a_macro_file_is_made_when_it_is_first_read() -> None:
    parsed = parsed_templates()
    taken = [each.template for tree in parsed.values() for each in tree.find_all(nodes.FromImport)]
    imported = {each.value for each in taken if isinstance(each, nodes.Const)}
    assert [name for name in sorted(imported) if set(_outside_macros(parsed[name])) & OF_GETTEXT] == []


@pytest.mark.exhaustive
def test_extraction_finds_what_templates_translate() -> None:
    catalog = extract()
    missing = {each for source in parsed_templates().values() for each in _messages(source) if not catalog.get(each)}
    assert missing == set()


@cache
def extract() -> Catalog:
    """What `pybabel extract` writes, by the settings of the project."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "masthead.pot"
        words = ["extract", "-F", str(ROOT / "pyproject.toml"), "-k", "N_", "-o", str(file), str(ROOT)]
        CommandLineInterface().run(["pybabel", "-q", *words])  # type: ignore[no-untyped-call]
        with file.open("rb") as text:
            return read_po(text)


def _messages(tree: nodes.Template) -> Iterator[str]:
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in OF_GETTEXT and isinstance(call.args[0], nodes.Const):
            yield call.args[0].value


def _outside_macros(node: nodes.Node) -> Iterator[str]:
    for each in node.iter_child_nodes():
        if isinstance(each, nodes.Name):
            yield each.name
        if not isinstance(each, nodes.Macro):
            yield from _outside_macros(each)
