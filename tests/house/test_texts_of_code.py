"""Every text that the code shows to a person goes through gettext, where a catalog can translate it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.sources import ROOT, modules, named, parsed, read, templates
from tests.house.test_texts import extract
from tests.house.texts import Text
from tests.house.texts_of_code import OF_GETTEXT, untranslated_texts
from tests.loops import for_each

TO_OPERATORS = {"command_line", "commands", "oidc"}
IN_MASTHEAD = {each.name for each in (ROOT / "masthead").iterdir()} - TO_OPERATORS - {"i18n.py"}
ROOMS = ("blueprints", "fetching", *sorted(f"masthead/{each}" for each in IN_MASTHEAD))
NOT_SHOWN = {
    r"blueprints/journal/filters\.py": "Organizations|SAML and SSO",  # names of the contract
    r"blueprints/account\.py": r"Alice|Bob|Charlie|Dana|Lena|[\w/]+|Mac OS X",
    r"blueprints/health\.py": ".*",  # for machines and operators
    r"blueprints/adaptive/reads\.py": "cannot tell",
    r"blueprints/oidc\.py": "0; url=…|no sign-in of .*|the answer came to .*|what is not .*",  # a header; for the log
    r"blueprints/settings/forms\.py": "logo address",
    r"blueprints/spaces/tree\.py": "…?<.*",  # HTML
    r"blueprints/change_requests/comparison\.py": "<.*",  # HTML
    r"blueprints/spaces/overview\.py": "Git(Hub|Lab)",
    r"blueprints/specs/views\.py": "last read|newest version|…; url=…",  # columns of a file, a header
    r"blueprints/(journal|reminders|sso/enforcement)/commands\.py": ".*",  # for operators
    r"blueprints/reminders/delivery\.py": ".*",
    r"masthead/web/operator\.py": ".*",
    r"masthead/(store|web/people)/access_reviews\.py": "access review(:…)?",  # what is sealed; a key
    r"blueprints/sso/service_provider\.py": ".*",  # a kind of subjects; what programs call their fields
    r"masthead/writes/send\.py": "(Un|Re)do: ",  # a mark of what is kept, which code looks for
    r"masthead/structure/requests\.py": "site space|section group",  # kinds of subjects, as the journal has them
    r"masthead/client/api\.py": ".*",  # for who calls it
    r"masthead/client/exchange\.py": "C.|Z.|… takes the ids .*",  # categories of signs; for who calls it
    r"masthead/client/redaction\.py": r"pass.*|\[access token removed\]",  # a pattern; a mark, which code looks for
    r"masthead/client/transport/.*": "Host|Connection|Date|Authorization|Masthead|breaker .*|the API's base URL .*",
    r"masthead/conditions/.*": "unsigned claim|cannot tell|Unsigned claims of the site visitor.|NaN|Infinity",
    r"fetching/(fetcher|pinned|signed_tokens)\.py": ".*",  # the words of a page stand in the place
    r"masthead/openapi_specs/operations\.py": "webhook .*",  # names of operations, as addresses have them
    r"masthead/yaml_values\.py": "Null|True|False",  # words of YAML
    r"masthead/resources/.*": (
        "(The portal|It is|It has|No answer|No address|The API (has no|lists)|Its address|A site) .*"
    ),
    r"masthead/resources/publishing\.py": "A bulk change of the structure sends it, and checks .*",
    r"masthead/rosters/vocabulary\.py": ".*",  # headings and words of others
    r"masthead/saml/.*": r"[A-Z0-9 ]+|Organization(Display)?Name|Binding|Location|…SingleSignOnService|-----.*\n",
    r"masthead/saml/certificate_(reading|summary)\.py": ".* UTC|Ed25519|Ed448|EC, …",
    r"masthead/store/(backups/.*|journal/(anchor|seals)\.py)": ".*",  # for operators
    r"masthead/store/(backlog|database|entries|key_ring|keys|migrate|store)\.py": ".*",
    r"masthead/store/(drafts/(drafts|texts)|sso/enforcements)\.py": ".*",
    r"masthead/store/migrations/.*": ".*",  # SQL
    r"masthead/store/sessions\.py": "linked token|provider session",  # what a key is for
    r"masthead/web/http/(assets|log|metrics|responses|settings)\.py": ".*",  # likewise
    r"fetching/failures\.py": "no DNS server .*|its (certificate|host) .*|it speaks no TLS .*",  # for operators
    r"masthead/web/http/paths\.py": " role=.*",
    r"masthead/web/markdown/render\.py": ".*",  # HTML
    r"masthead/web/(descriptions/api_requests|frame/templating)\.py": " -H .*|.* UTC|<(time|span) .*",
    r"masthead/web/person/(guards|portal|session)\.py": ".*",
    r"masthead/web/person/locale\.py": r"[\w/]+",
    r"masthead/web/(submit/structure_drafts|auto_revert)\.py": "discarded structures|enforcement … …",
    r"masthead/saml/(labels|providers)\.py": ".*",  # names of programs
}
"""By the path of modules: what looks like a text, and that no page shows or that is a name."""
ONE_LANGUAGE = re.compile(r""":,\}|:%[bB]|locale=["']|from babel\.(dates|lists|numbers) """)
"""A thousand with a comma, a month in English, a language that is written out, and what `i18n` has a function for."""
PLANTED = {
    'def a(): return "Nothing was saved."': "Nothing was saved.",
    'def a(n): return f"{n} sites"': "… sites",
    'LABEL = "Published"': "Published",
    'def a(x): flash("Saved.", x)': "Saved.",
    'def a(x): raise Refused("It is too long.")': "It is too long.",
}


def untranslated(file: Path) -> Iterator[Text]:
    place = named(file)
    allowed = [words for modules, words in NOT_SHOWN.items() if re.fullmatch(modules, place)]
    for each in untranslated_texts(read(file), place):
        if not any(re.fullmatch(words, each.words) for words in allowed):
            yield each


@pytest.mark.quick
def test_each_text_is_translated() -> None:
    assert [each for file in modules(*ROOMS) for each in untranslated(file)] == []


def test_numbers_dates_and_lists_are_written_by_the_current_language() -> None:
    found = [named(file) for file in modules(*ROOMS) if ONE_LANGUAGE.search(read(file))]
    assert found + [name for name, source in templates().items() if ONE_LANGUAGE.search(source)] == []


@for_each("planted, words", PLANTED.items())
def test_what_is_not_is_found(planted: str, words: str) -> None:
    assert [each.words for each in untranslated_texts(planted)] == [words]


def test_what_is_needs_no_more() -> None:
    source = 'LABEL = N_("Published")\ndef a(n): return ngettext("%(n)s site", "%(n)s sites", n) + gettext(LABEL)'
    assert list(untranslated_texts(source)) == []


@pytest.mark.exhaustive
def test_extraction_finds_what_the_code_translates() -> None:
    catalog = extract()
    assert {each for file in modules(*ROOMS) for each in _messages(parsed(file)) if not catalog.get(each)} == set()


def _messages(tree: ast.Module) -> Iterator[str]:
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in OF_GETTEXT:
            assert not isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
            if isinstance(call.args[0], ast.Constant):
                yield str(call.args[0].value)
