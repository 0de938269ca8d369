"""Compares two revisions of a space: its pages, the words on a page, and its files."""

from masthead.revisions.page_diff import FACTS, ContentDifference, FileChange, PageChange, PagePosition, compare_content
from masthead.revisions.word_diff import ADDED, FOLDED, REMOVED, SAME, DiffPart, diff_words, fold_unchanged

__all__ = [
    "ADDED",
    "FACTS",
    "FOLDED",
    "REMOVED",
    "SAME",
    "ContentDifference",
    "DiffPart",
    "FileChange",
    "PageChange",
    "PagePosition",
    "compare_content",
    "diff_words",
    "fold_unchanged",
]
