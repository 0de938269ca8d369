"""Texts are as docs/guide/style.md asks, as far as a machine can tell."""

import re
from collections.abc import Iterable

import pytest

from tests.house.texts import Text, all_texts, texts_of_module, texts_of_template
from tests.loops import for_each

BANNED = {
    r"\b(not|none) told\b": "write: Not shown",
    r"\bservice (has not told|does not (tell|say)|doesn't (tell|say)|said\b)": "say the situation",
    r"^(Whether|What|Which|Who|How) [^.?]*, (the|your|Masthead) ": "put the subject first",
    r"\b[Ss]o already\b": "write: no change",
    r"\bLook (twice|around)\b|\blook twice\b": "write: check before saving, scan",
    r"\b([Tt]hrow|[Tt]ook|[Tt]ake)s? (it |them )?away\b": "write: discard, delete or remove",
    r"\b(un)?ticked\b|\b[Tt]ick (those|the|all|its|it)\b": "write: selected, select",
    r"\b[Bb]egin (anew|again)\b|\b[Oo]nce more\b": "write: Start over, again",
    r"\b[Ww]hoever (runs|administers)\b": "write: an administrator of Masthead",
    r"\bcame? of it\b|\bcomes? to while\b|\blet go of\b": "say plainly what happens",
    r"\b([Pp]lease|[Ss]orry)\b|\bvia\b|\be\.g\.|\betc\.": "leave it out",
    r"\w!(?=$|[ \n”\"])": "no exclamation mark",
}
MANY = 4000
VERBS = (
    "Add|Allow|Apply|Archive|Back|Cancel|Change|Check|Choose|Clear|Close|Compare|Complete|Continue|Copy|Create|Delete|"
    "Discard|Download|Edit|End|Enforce|Export|Filter|Find|Finish|Fold|Forget|Give|Go|Import|Invite|Keep|"
    "Leave|Link|Look|Make|Merge|Move|New|Open|Pause|Pin|Put|Read|Record|Redo|Refresh|Remove|Rename|Replace|Restore|"
    "Resolve|Resume|Review|Rotate|Run|Save|Scan|Search|Select|Send|Set|Show|Sign|Sort|Start|Stop|Switch|Sync|"
    "Test|Translate|Try|Turn|Undo|Unlink|Unpin|Update|Use|View"
)
OTHER_BUTTONS = "After|All areas|Before|Into …|AI agents…|Who can read them…"
"""The bar of a phone, and the ends of a sentence that begins before the button."""
NAMES = "AI|API|CSV|DNS|GitHub|HTTP|ID|IdP|JSON|Markdown|Masthead|OpenAPI|PDF|SAML|SHA|SSO|SVG|URL|XML|XSD"
"""Words with capitals of their own."""
LABEL = {
    r"^(Its|Their) ": "name the thing",
    rf"^\w[\w-]* .*\b(?!(?:{NAMES})\b)[A-Z][a-z]+\b(?<!“)": "sentence case: a capital at the beginning only",
}
HEADING = LABEL | {r"[.;,]$": "a heading ends without a full stop"}
BUTTON = LABEL | {rf"^(?!…?$|(… )*({OTHER_BUTTONS}$|({VERBS})\b))": "begin with a verb"}
HEADINGS = ("h1", "h2", "h3", "legend", "dt", "th", "label")
OF_KIND = {
    "button": BUTTON,
    **dict.fromkeys(HEADINGS, HEADING),
    "a": {r"^(… )?(Its|Their) ": "name it"},
}
PLANTED = {
    "<p>The order: not told</p>": "Not shown",
    "<p>Whether this holds, the service does not say.</p>": "subject first",
    "<p>Tick those that go.</p>": "select",
    "<p>The service has not told it.</p>": "say the situation",
    "<p>Tell whoever runs Masthead.</p>": "an administrator of Masthead",
    "<h2>Its history</h2>": "name the thing",
    "<h2>What there is.</h2>": "full stop",
    "<h2>Identity Providers</h2>": "sentence case",
    "<button>Readers…</button>": "verb",
    '<a aria-label="Please look twice" href="/">…</a>': "leave it out",
    "<h2>{{ _('Its members') }}</h2>": "name the thing",
    "<h2>{% trans %}What there is.{% endtrans %}</h2>": "full stop",
    """{{ "Saved!" if done else "Try once more" }}""": "Start over",
}


@pytest.fixture(scope="module")
def texts() -> list[Text]:
    return list(all_texts())


def faults(texts: Iterable[Text]) -> list[str]:
    return [
        f"{each.place}:{each.line}: {each.words!r}: {remedy}"
        for each in texts
        for pattern, remedy in (BANNED | OF_KIND.get(each.kind, {})).items()
        if re.search(pattern, each.words)
    ]


@pytest.mark.quick  # who changes a text is to learn it before CI does
def test_all_texts_keep_to_it(texts: list[Text]) -> None:
    assert len(texts) > MANY
    assert faults(texts) == []


@for_each("planted, remedy", PLANTED.items())
def test_what_does_not_is_found(planted: str, remedy: str) -> None:
    assert [remedy in each for each in faults(texts_of_template(planted))].count(True) == 1


def test_strings_of_the_code_are_read_but_for_docstrings() -> None:
    module = '"""Not told."""\nWORDS = f"The role is {state}, or not told."\n'
    assert faults(texts_of_module(module, "some.py")) == ["some.py:2: 'The role is …, or not told.': write: Not shown"]
