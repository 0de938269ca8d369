"""The difference of two texts: held against git, which marks the same words."""

import random
import re
import shutil
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from masthead.revisions import ADDED, REMOVED, SAME, DiffPart, diff_words, fold_unchanged
from masthead.revisions.word_diff import FOLDED, MAX_STEPS
from tests.house.sources import ROOT
from tests.loops import for_each

DEMO = ROOT / "service" / "demo"
WORD = re.compile(r"\S+")
Marked = tuple[Counter[str], Counter[str]]
TEXTS = [file.read_text() for file in sorted(DEMO.rglob("*.md"))]
VOCABULARY = WORD.findall(" ".join(TEXTS))
INDENTED = [DiffPart(SAME, "a:\n"), DiffPart(REMOVED, "  "), DiffPart(ADDED, "    "), DiffPart(SAME, "b: 1\n")]
CHINESE = [DiffPart(SAME, "运费按"), DiffPart(REMOVED, "重量"), DiffPart(ADDED, "体积"), DiffPart(SAME, "计算。")]
NEW = [f"{number:x}-new" for number in range(4000)]


def marked(before: str, after: str) -> Marked:
    words: dict[str, Counter[str]] = {SAME: Counter(), REMOVED: Counter(), ADDED: Counter()}
    for part in diff_words(before, after):
        words[part.kind].update(WORD.findall(part.text))
    return words[REMOVED], words[ADDED]


def marked_by_git(before: str, after: str, folder: Path) -> Marked:
    (folder / "a").write_text(before)
    (folder / "b").write_text(after)
    git = shutil.which("git") or "git"
    asked = [git, "diff", "--no-index", "--word-diff=porcelain", "--unified=100000", "a", "b"]
    told = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False).stdout.split("\n")
    start = next((place for place, line in enumerate(told) if line.startswith("@@")), len(told))
    found = Counter[str](), Counter[str]()
    for line in told[start + 1 :]:
        if line[:1] in {"-", "+"}:
            found["-+".index(line[0])].update(WORD.findall(line[1:]))
    return found


def edited(text: str, chance: random.Random, words: list[str], acts: str) -> str:
    """The text after a few edits, as a person makes them."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(lines))
        line = lines[at].split(" ")
        k = chance.randrange(len(line))
        some = chance.choices(words, k=chance.randint(1, 12))
        match chance.choice(acts):
            case "r":
                lines[at] = " ".join([*line[:k], some[0], *line[k + 1 :]])
            case "a":
                lines[at] = " ".join([*line[:k], *some, *line[k:]])
            case "d":
                lines[at] = " ".join([*line[:k], *line[k + chance.randint(1, 4) :]])
            case "i":
                lines.insert(at, " ".join(some))
            case "p" if len(lines) > 3:
                del lines[at]
            case "s":
                lines[at : at + 1] = [" ".join(line[:k]), " ".join(line[k:])]
            case "m":
                lines.insert(chance.randrange(len(lines)), lines.pop(at))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("words", "acts", "at_least"), [(NEW, "rraidps", 185), (VOCABULARY, "rraidpsm", 180)], ids=["new words", "any"]
)
def test_200_edited_pages_are_marked_as_git_marks_them(
    tmp_path: Path, words: list[str], acts: str, at_least: int
) -> None:
    """Where the two differ, git calls words removed and added that stayed: it marks what moved to another line."""
    chance, same, more = random.Random(19), 0, 0  # noqa: S311
    for _ in range(200):
        text = chance.choice(TEXTS)
        changed = edited(text, chance, words, acts)
        ours, theirs = marked(text, changed), marked_by_git(text, changed, tmp_path)
        more += (ours[0] - theirs[0], ours[1] - theirs[1]) != (Counter(), Counter())
        assert theirs[0] - ours[0] == theirs[1] - ours[1], (text, changed)
        same += ours == theirs
    assert same >= at_least
    assert more <= 1


@for_each("seed", range(30))
def test_both_texts_can_be_put_together_again(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    before = chance.choice(TEXTS)
    after = edited(before, chance, VOCABULARY, "raidpsm")
    parts = diff_words(before, after)
    assert "".join(each.text for each in parts if each.kind != REMOVED) == after
    first = " ".join(each.text for each in parts if each.kind != ADDED)
    assert WORD.findall(first) == WORD.findall(before)
    assert not [1 for one, other in pairwise(parts) if one.kind == other.kind]


@for_each(
    "before,after,told",
    [
        ("", "", []),
        ("", "New page\n", [DiffPart(ADDED, "New page\n")]),
        ("Old page\n", "", [DiffPart(REMOVED, "Old page\n")]),
        ("a b c", "a x c", [DiffPart(SAME, "a "), DiffPart(REMOVED, "b "), DiffPart(ADDED, "x "), DiffPart(SAME, "c")]),
        ("a  b\nc\n", "a b\n\nc\n", [DiffPart(SAME, "a b\n\nc\n")]),
        ("a:\n  b: 1\n", "a:\n    b: 1\n", INDENTED),
        ("运费按重量计算。", "运费按体积计算。", CHINESE),
        ("ค่าขนส่งวันนี้", "ค่าขนส่งวันนั้น", [DiffPart(SAME, "ค่าขนส่งวัน"), DiffPart(REMOVED, "นี้"), DiffPart(ADDED, "นั้น")]),
    ],
)
def test_what_is_marked(before: str, after: str, told: list[DiffPart]) -> None:
    assert diff_words(before, after) == told


def test_a_rewritten_page_is_told_in_little_time() -> None:
    before = "\n".join(" ".join(f"a{number}-{word}" for word in range(12)) for number in range(MAX_STEPS * 2))
    after = before.replace("a", "b")
    parts = diff_words(before, after)
    assert [each.kind for each in parts] == [REMOVED, ADDED]


def test_what_is_the_same_is_folded() -> None:
    lines = [f"Line {number}\n" for number in range(40)]
    after = "".join([*lines[:20], "Something else\n", *lines[21:]])
    parts = fold_unchanged(diff_words("".join(lines), after))
    assert [(each.kind, each.lines) for each in parts] == [
        (FOLDED, 17),
        (SAME, 0),
        (REMOVED, 0),
        (ADDED, 0),
        (SAME, 0),
        (FOLDED, 16),
    ]
    assert parts[1].text == "Line 17\nLine 18\nLine 19\n"
    few = diff_words("a\nb\nc\nd\n", "a\nb\nc\nx\n")
    assert fold_unchanged(few) == few
