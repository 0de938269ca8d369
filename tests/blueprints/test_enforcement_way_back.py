"""What the page says about the end of a trial, and about the way back when nobody can sign in."""

from tests.enforced import ENFORCE, KEEP, enforce
from tests.pages.pages import Pages

ENDS = (
    "an administrator opens a page of Masthead",
    "Masthead can't know whether it is set up",
    "Until then, single sign-on stays enforced.",
)
WAY_BACK = (
    ".venv/bin/flask --app app break-glass --org org_larkfield",
    "The command asks for the access token of an administrator. Create a token now",
    "docs/guide/single-sign-on.md",
)


def missing(pages: Pages, told: tuple[str, ...]) -> list[str]:
    text = pages.get(ENFORCE).main
    return [each for each in told if each not in text]


def test_what_ends_a_trial_and_the_way_back_are_told_before_and_after(alice: Pages) -> None:
    assert missing(alice, ENDS + WAY_BACK) == []
    enforce(alice)
    assert missing(alice, ENDS + WAY_BACK) == []
    alice.submit(KEEP, press="Keep enforcement")
    assert missing(alice, WAY_BACK) == []
