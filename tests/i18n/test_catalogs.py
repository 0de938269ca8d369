"""What was translated and compiled by the commands of the guide is a language of the portal."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo

from masthead.i18n import load_catalogs
from masthead.web.http.settings import ROOT

GUIDE = (ROOT / "docs/guide/translating.md").read_text()
SOURCE = """
gettext("Save")
gettext("Close")
ngettext("%(n)s site", "%(n)s sites", 2)
"""
TRANSLATED = {
    'msgid "Save"\nmsgstr ""': 'msgid "Save"\nmsgstr "Zapisz"',
    'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""': 'msgstr[0] "%(n)s witryna"\nmsgstr[1] "%(n)s witryny"\n'
    'msgstr[2] "%(n)s witryn"',
}


def commands(folder: Path) -> list[list[str]]:
    """Those of the guide, for a folder of Polish."""
    found = [line.split() for line in re.findall(r"^\.venv/bin/(pybabel .*)$", GUIDE, re.MULTILINE)]
    places = {"-l": "pl", "-F": str(folder / "babel.toml"), "-d": str(folder / "catalogs")}
    places |= dict.fromkeys(("-i", "-o"), str(folder / "messages.pot"))
    return [[places.get(before, each) for before, each in pairwise(["", *line])] for line in found]


def test_the_commands_of_the_guide_make_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "babel.toml").write_text('[tool.babel]\n[[mappings]]\nmethod = "python"\npattern = "**.py"\n')
    (tmp_path / "page.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    for command in commands(tmp_path):
        if "compile" in command:
            translate(tmp_path / "catalogs/pl/LC_MESSAGES/messages.po")
        CommandLineInterface().run(["pybabel", "-q", *command[1:]])  # type: ignore[no-untyped-call]
    ((tag, polish),) = load_catalogs(tmp_path / "catalogs")
    assert (tag, polish.gettext("Save"), polish.gettext("Close"), polish.gettext("")) == ("pl", "Zapisz", "Close", "")
    counted = [polish.ngettext("%(n)s site", "%(n)s sites", n) for n in (1, 3, 5)]
    assert counted == ["%(n)s witryna", "%(n)s witryny", "%(n)s witryn"]


def translate(file: Path) -> None:
    text = file.read_text()
    for english, polish in TRANSLATED.items():
        text = text.replace(english, polish)
    file.write_text(text)


def test_a_language_of_a_region_has_the_tag_of_browsers(tmp_path: Path) -> None:
    assert list(load_catalogs(tmp_path)) == []
    folder = tmp_path / "pt_BR" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, Catalog("pt_BR"))
    assert [tag for tag, _ in load_catalogs(tmp_path)] == ["pt-BR"]
