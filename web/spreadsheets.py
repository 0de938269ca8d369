"""Cells that a spreadsheet must not take for formulas."""

STARTS = frozenset("=+-@\t\r＝＋－＠")  # noqa: RUF001 - the full-width twins are what is meant


def safe_cell(text: str) -> str:
    """The text, with a quote before it where a spreadsheet would compute it."""
    return f"'{text}" if text[:1] in STARTS and text else text
