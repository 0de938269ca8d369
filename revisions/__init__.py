"""Two revisions of the content of a space, compared."""

from revisions.words import ADDED, REMOVED, SAME, Part, folded, word_parts

__all__ = [
    "ADDED",
    "REMOVED",
    "SAME",
    "Part",
    "folded",
    "word_parts",
]
