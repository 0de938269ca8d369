"""Texts speak of the job: no words for how Masthead reads, and none for the API behind it."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.house.sources import ROOT
from tests.house.test_texts import extract
from tests.loops import for_each

MANY = 4000
SAY = {
    r"\bAPIs?\b(?! (specs?|specifications?|tokens?)\b)": "the situation, else: the documentation service",
    r"\b[Cc]all limit\b": "nothing",
    r"\b[Ss]can(s|ned|ning)?\b": "check, read",
    r"\b[Cc][ao]mes? across\b": "has read, or nothing",
    r"(?<![Nn]ot )(?<!n't )\b[Kk]nown\b": "nothing, but for outcomes: not known",
    r"\b[Rr]ead just now\b": "nothing",
    r"\b[Nn]ot reported\b|\b([Dd]o|[Dd]oes|[Dd]id|[Hh]as)(n't| not) report": "not shown, none, –",
    r"\b[Dd]irector(y|ies)\b": "all items, or nothing",
    r"\b[Oo]bjects?\b": "the kind, else: item",
    r"\b[Ss]ite spaces?\b": "space",
    r"\b[Ss]teps?\b": "change, request",
    r"\b[Ee]ntry (…|\d)": "what happened",
    r"\b[Ii]ds?\b": "the name; ids are behind “Details”",
}
"""What to write by what not to."""
ALLOWED = {
    "templates/macros/": "Id|Copy the id",  # behind "Details"
    "templates/specs/_rows.html": "An API specification describes an API in OpenAPI.*",
    "templates/specs_versions/compare.html": "No change of the API",
    "masthead/openapi_specs/": "The (whole|addresses of the) API( changed.)?|The API (now|no longer) makes this call.",
    "masthead/conditions/schema/": r".*\bobject\b.*|\$id must be text.",  # of JSON
    "blueprints/sso/__init__.py": "entity id, .*",  # what people search for
    "blueprints/directory/__init__.py": "directory, .*",  # likewise
}
"""Of which file which texts are right: they speak of another API, or of what is JSON's own."""
NOT_YET = """
blueprints/journal blueprints/share_links blueprints/sites blueprints/translations masthead/structure
templates/coverage templates/link_bulk templates/macros/changes templates/macros/share_links
templates/macros/translations templates/rotation templates/share_links templates/sites templates/translations
"""
"""Files whose name begins so still have such words. This list only shrinks."""
PLANTED = {
    "The API doesn't say.": "the situation, else: the documentation service",
    "All spaces that you came across": "has read, or nothing",
    "Known members": "nothing, but for outcomes: not known",
    "%(who)s hasn't reported it.": "not shown, none, –",
    "Site space": "space",
    "Done %(done)s of %(all)s steps": "change, request",
    "Undo of entry %(number)s": "what happened",
    "Paste its id": "the name; ids are behind “Details”",
}
RIGHT = ("API specs", "An API token", "It isn't known whether this was saved.", "Not known", "Unknown", "Invite %(id)s")


def faults(messages: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What to write instead, for each message and the file that has it."""
    for place, message in messages:
        words = re.sub(r"%\(\w+\)s|<[^>]*>", "…", message)
        if not any(place.startswith(file) and re.fullmatch(right, words) for file, right in ALLOWED.items()):
            yield from (f"{place}: {words!r}: {what}" for bad, what in SAY.items() if re.search(bad, words))


def messages() -> Iterator[tuple[str, str]]:
    for each in extract():
        for words in filter(None, each.id if isinstance(each.id, tuple) else (each.id,)):
            yield from ((str(Path(file).relative_to(ROOT)), words) for file in {file for file, _ in each.locations})


@pytest.mark.quick
def test_messages_speak_of_the_job() -> None:
    found = list(messages())
    assert len(found) > MANY
    assert sorted(faults(each for each in found if not each[0].startswith(tuple(NOT_YET.split())))) == []


@for_each("planted, what", PLANTED.items())
def test_other_words_are_found(planted: str, what: str) -> None:
    assert [each.endswith(f": {what}") for each in faults([("", planted)])] == [True]


def test_what_is_right_is_left() -> None:
    assert list(faults(("", each) for each in RIGHT)) == []


def test_a_file_that_is_still_to_be_reworded_is_one() -> None:
    places = {place for place, _ in messages()}
    assert [each for each in NOT_YET.split() if not any(place.startswith(each) for place in places)] == []
