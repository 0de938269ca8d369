"""The figures of small charts: where in the picture each part of it stands. templates/macros/charts.html draws them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH = 100.0
"""Pictures are this wide, in units of their own; the page stretches them."""
LEAST = 1.5
"""How wide the smallest share is drawn, so that it can be seen."""
GAP = 0.6


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole. `count` is its figure; `x` and `width` are units of the picture."""

    name: str
    kind: str
    count: int
    x: float
    width: float


def bar_shares(counts: Iterable[tuple[str, str, int]]) -> list[Share]:
    """A bar out of (name, kind, count); what counts nothing has no part in it."""
    there = [each for each in counts if each[2] > 0]
    whole = sum(count for _, _, count in there)
    widths = [max(count / whole * WIDTH, LEAST) for _, _, count in there]
    scale = WIDTH / sum(widths) if widths else 1.0
    found: list[Share] = []
    x = 0.0
    for (name, kind, count), width in zip(there, widths, strict=True):
        drawn = width * scale
        found.append(Share(name, kind, count, round(x, 2), round(max(drawn - GAP, GAP), 2)))
        x += drawn
    return found


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """One of several columns beside each other, as high as its count; `y` is where it begins, from above."""

    count: int
    x: float
    y: float
    width: float
    height: float


def chart_columns(counts: Sequence[int], height: float) -> list[ChartColumn]:
    """The highest column fills the height; one that counts anything can be seen."""
    step, most = WIDTH / max(len(counts), 1), max([*counts, 1])
    heights = [max(count / most * height, LEAST) if count else 0.0 for count in counts]
    return [
        ChartColumn(count, round(place * step, 2), round(height - high, 2), round(step - GAP, 2), round(high, 2))
        for place, (count, high) in enumerate(zip(counts, heights, strict=True))
    ]


def filled_width(part: float, whole: float) -> float:
    """How far a bar is filled, in units of its picture: never beyond its ends."""
    return round(min(max(part / whole, 0.0), 1.0) * WIDTH, 2)
