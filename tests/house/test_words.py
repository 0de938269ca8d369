"""Texts speak of the job: no words for how Masthead reads, and none for the API behind it."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.house.sources import ROOT
from tests.house.test_texts import extract
from tests.loops import for_each

SAY = {
    r"\bAPIs?\b(?! (specs?|specifications?|tokens?)\b)": "the situation, else: the documentation service",
    r"\b([Ss]can(s|ned|ning)?|[Cc]all limit)\b": "check, read",
    r"\b[Cc][ao]mes? across\b|\b[Rr]ead just now\b": "has read, or nothing",
    r"(?<![Nn]ot )(?<!n't )\b[Kk]nown\b": "nothing, but for outcomes: not known",
    r"\b[Nn]ot reported\b|\b([Dd]o|[Dd]oes|[Dd]id|[Hh]as)(n't| not) report": "not shown, none, –",
    r"\b([Oo]bjects?|[Ss]ite spaces?|[Dd]irector(y|ies))\b": "the kind, else: item",
    r"\b[Jj]ournals?\b": "Activity, or the history of one item",
    r"\b[Ss]teps?\b|\b[Ee]ntry (…|\d)": "change, request, or what happened",
    r"\b[Ii]ds?\b": "the name; ids are behind “Details”",
}
"""Patterns of words that don't belong on a page, with the advice for each."""
ALLOWED = {
    "templates/macros/": "Id|Copy the id|Request id: …",  # behind "Details", and in the technical log
    "templates/specs": "An API specification describes an API in OpenAPI.*|No change of the API",
    "masthead/openapi_specs/": "The (whole|addresses of the) API( changed.)?|The API (now|no longer) makes this call.",
    "masthead/conditions/schema/": r".*\bobject\b.*|\$id must be text.",  # of JSON
    "blueprints/": "(entity id|directory|undo), .*|Id",  # what people search for, and a column of their choice
}
"""Of which files which texts are right: they speak of another API, or of what is JSON's own."""


def faults(messages: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield each message that has such a word, with its file and the advice."""
    for place, message in messages:
        words = re.sub(r"%\(\w+\)s|<[^>]*>", "…", message)
        if not any(place.startswith(file) and re.fullmatch(right, words) for file, right in ALLOWED.items()):
            yield from (f"{place}: {words!r}: {what}" for bad, what in SAY.items() if re.search(bad, words))


@pytest.mark.quick
def test_messages_speak_of_the_job() -> None:
    found = [(file, each.id) for each in extract() for file, _ in each.locations]
    assert len(found) > 4000
    texts = ((str(Path(file).relative_to(ROOT)), str(words)) for file, words in found)
    assert sorted(set(faults(texts))) == []


@for_each(
    "words, count",
    {
        **dict.fromkeys(
            ("The API doesn't say.", "All that you came across", "Known members", "It hasn't reported it."), 1
        ),
        **dict.fromkeys(("Site space", "Done %(n)s of 3 steps", "Undo of entry %(number)s", "Paste its id"), 1),
        **dict.fromkeys(("API specs", "It isn't known whether this was saved.", "Not known", "Invite %(id)s"), 0),
    }.items(),
)
def test_other_words_are_found_and_these_are_left(words: str, count: int) -> None:
    assert len([*faults([("", words)])]) == count
