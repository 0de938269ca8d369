"""Geometry of small charts, drawn by templates/macros/charts.html."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

WIDTH = 100.0
"""The width of a chart in its own units; pages stretch it."""
LEAST = 1.5
"""The minimum width of a share, so that it is visible."""
GAP = 0.6


@dataclass(frozen=True, slots=True)
class Share:
    """A segment of a bar; `x` and `width` are in units of the chart."""

    name: str
    kind: str
    count: int
    x: float
    width: float


def bar_shares(counts: Iterable[tuple[str, str, int]]) -> list[Share]:
    """Lay out a bar from (name, kind, count) tuples. Zero counts get no segment."""
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
    """A column with a height in proportion to its count. `y` is measured from the top."""

    count: int
    x: float
    y: float
    width: float
    height: float


def chart_columns(counts: Sequence[int], height: float) -> list[ChartColumn]:
    """Lay out columns. The highest one fills the height, and every count above zero is visible."""
    step, most = WIDTH / max(len(counts), 1), max([*counts, 1])
    heights = [max(count / most * height, LEAST) if count else 0.0 for count in counts]
    return [
        ChartColumn(count, round(place * step, 2), round(height - high, 2), round(step - GAP, 2), round(high, 2))
        for place, (count, high) in enumerate(zip(counts, heights, strict=True))
    ]
