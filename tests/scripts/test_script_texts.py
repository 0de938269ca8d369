"""The texts of scripts in another language: all that the scripts mark, each number with its form."""

import io
import json
from gettext import GNUTranslations
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo

from masthead.i18n import PSEUDO
from masthead.web.http.settings import ROOT
from scripts.script_texts import build_text_files, messages_of, translate_messages
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire

SCRIPT = """
const QUESTION = gettext("Leave this page?");
say(ngettext("%(n)s row", "%(n)s rows", count));
"""


def polish() -> GNUTranslations:
    catalog = Catalog("pl")
    catalog.add("Leave this page?", "Opuścić stronę?")
    catalog.add(("%(n)s row", "%(n)s rows"), ("%(n)s wiersz", "%(n)s wiersze", "%(n)s wierszy"))
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return GNUTranslations(compiled)


def test_what_a_script_marks_is_found(tmp_path: Path) -> None:
    (tmp_path / "structure").mkdir()
    (tmp_path / "structure" / "tree.js").write_text(SCRIPT)
    (tmp_path / "combobox.js").write_text('say(gettext("Close"));')
    assert set(messages_of(tmp_path)) == {"Close", "Leave this page?", ("%(n)s row", "%(n)s rows")}


def test_a_number_has_the_form_that_a_browser_asks_for() -> None:
    assert translate_messages(["Leave this page?", ("%(n)s row", "%(n)s rows"), "Close"], "pl", polish()) == {
        "Leave this page?": "Opuścić stronę?",
        "%(n)s row": {"one": "%(n)s wiersz", "few": "%(n)s wiersze", "many": "%(n)s wierszy"},
        "Close": "Close",
    }


def test_only_another_language_has_a_file() -> None:
    ((name, content),) = build_text_files(ROOT / "static").items()
    begin, texts = content.decode().rstrip(";").split(" = ", 1)
    assert (name, begin) == (f"texts/{PSEUDO}.js", "window.translations")
    assert json.loads(texts)["Save the form"].startswith("⟦")


def test_a_page_loads_it_before_the_scripts_and_in_english_not_at_all(
    visitor: Pages, portal_for: PortalFor, wire: Wire
) -> None:
    foreign = Pages(portal_for(API_BASE_URL=wire.url, LANGUAGE=PSEUDO)).get("/sign-in").html
    assert 0 < foreign.index(f"/static/texts/{PSEUDO}.js?v=") < foreign.index("/static/portal.js")
    assert "/static/texts/" not in visitor.get("/sign-in").html
