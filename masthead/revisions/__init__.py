"""Two revisions of the content of a space, compared: their pages, the words of a page, their files."""

from masthead.revisions.contents import FACTS, ContentDifference, FileChange, PageChange, Spot, compare
from masthead.revisions.words import ADDED, FOLDED, REMOVED, SAME, Part, folded, word_parts

__all__ = [
    "ADDED",
    "FACTS",
    "FOLDED",
    "REMOVED",
    "SAME",
    "ContentDifference",
    "FileChange",
    "PageChange",
    "Part",
    "Spot",
    "compare",
    "folded",
    "word_parts",
]
