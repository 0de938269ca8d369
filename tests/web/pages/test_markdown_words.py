"""Titles and excerpts of Markdown: its words, and none of its marks."""

import time

import pytest

from web.pages.markdown_words import words_of_markdown


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Is it open?", "Is it open?"),
        ("", ""),
        ("Look at **this** and `that`,\n\n_please_", "Look at this and that, please"),
        ("# Duties\n\n1. One\n2. [Two](https://example.com/two)", "Duties One Two"),
        ("a < b & c, snake_case, 2 * 3 * 4", "a < b & c, snake_case, 2 * 3 * 4"),
        ("> Quoted\n\nAnswered ~~not~~", "Quoted Answered not"),
        ("`<b>` is a tag, <b>this</b> one too", "<b> is a tag, this one too"),
        ("<!-- a > b -->Hidden before", "Hidden before"),
        ('{% hint style="info" %}\nMind the gap\n{% endhint %}', "Note Mind the gap"),
        ("![](picture.png)", "![](picture.png)"),
    ],
)
def test_marks_are_left_out(text: str, words: str) -> None:
    assert words_of_markdown(text, 120) == words


def test_a_long_text_ends_with_dots() -> None:
    assert words_of_markdown("**word** " * 100, 20) == "word word word word…"


@pytest.mark.parametrize("text", ["*" * 400_000, "<" * 400_000, "[" * 400_000, "<!--" * 100_000])
def test_a_text_that_is_built_to_take_long_does_not(text: str) -> None:
    started = time.process_time()
    words_of_markdown(text, 120)
    assert time.process_time() - started < 0.5
