"""`python -m bench.change_requests`: compares a space of 2,000 pages with a change request of 50."""

from collections.abc import Iterator, Sequence
from random import Random

from bench.spaces import PARAGRAPH, WORDS, in_ms, space
from bench.tables import heading, say, table
from blueprints.change_requests.comparison import TextDifference
from contract.authoring.pages import SpacePage, SpacePages
from masthead.revisions import ContentDifference, compare_content, diff_words, fold_unchanged

CHANGED = 50
EDITS = 10
PARAGRAPHS = 20
"""Of a page: six thousand characters."""


def main() -> None:
    random = Random(1)  # noqa: S311 - reproducible pages
    pages = space(random)
    ids = {each.id for each in random.sample(list(below(pages.pages)), CHANGED)}
    old, new = answered(pages, set()), answered(pages, ids)
    difference = compared(old, new)
    assert len(difference.pages) == CHANGED  # noqa: S101 - else it measures something else
    assert all(each.has_texts for each in difference.pages)  # noqa: S101
    texts = [(text, edited(random, text)) for text in (written(random) for _ in range(CHANGED))]
    rows = [
        ["comparing the trees", in_ms(lambda: compared(old, new))],
        [f"comparing {CHANGED} texts, as HTML", in_ms(lambda: [marked(*each) for each in texts])],
        ["both", in_ms(lambda: (compared(old, new), [marked(*each) for each in texts]))],
        [f"{CHANGED} texts that share no line", in_ms(lambda: [marked(text, text.swapcase()) for text, _ in texts])],
    ]
    say(heading("python -m bench.change_requests"))
    say(table([f"{len(list(below(old.pages))):,} pages with {CHANGED} changed", "found"], rows))


def answered(pages: SpacePages, changed: set[str]) -> SpacePages:
    """Copy the pages as in another response; the pages with these ids have another document."""
    return SpacePages(pages=[_answered(page, changed) for page in pages.pages])


def _answered(page: SpacePage, changed: set[str]) -> SpacePage:
    assert isinstance(page.pages, list)  # noqa: S101 - as the space was made
    document = f"{page.id}-{page.id in changed}"
    return page.model_copy(update={"pages": [_answered(each, changed) for each in page.pages], "documentId": document})


def below(pages: Sequence[SpacePage]) -> Iterator[SpacePage]:
    for page in pages:
        yield page
        assert isinstance(page.pages, list)  # noqa: S101 - as the space was made
        yield from below(page.pages)


def compared(old: SpacePages, new: SpacePages) -> ContentDifference:
    return compare_content(old.pages, new.pages, [], [])


def marked(before: str, after: str) -> str:
    return TextDifference(fold_unchanged(diff_words(before, after))).html


def written(random: Random) -> str:
    return "".join(PARAGRAPH.format(random.choice(WORDS), random.choice(WORDS)) for _ in range(PARAGRAPHS))


def edited(random: Random, text: str) -> str:
    """Replace some words of the text at different places."""
    words = text.split(" ")
    for place in random.sample(range(len(words)), EDITS):
        words[place] = f"{random.choice(WORDS)}-{place}"
    return " ".join(words)


if __name__ == "__main__":
    main()
