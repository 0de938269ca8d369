"""The access matrix as a test reads it: places by teams."""

from tests.pages.document import name_of, text_of
from tests.pages.page import Page

PICTURES = "📦🚚🔌📝🤝🏭📘 "


def teams_in(page: Page) -> list[str]:
    """The heads of the columns."""
    heads = [each for each in page.document.all("th") if each.get("scope") == "col"]
    return [text_of(each) for each in heads[1:]]


def roles_in(page: Page) -> dict[str, list[str]]:
    """The cells of each row, by the name of its place without its picture."""
    names = [
        next(text_of(each) for each in head.iter() if name_of(each) == "a").lstrip(PICTURES)
        for head in page.document.all("th")
        if head.get("scope") == "row"
    ]
    return {name: row[1:] for name, row in zip(names, page.rows, strict=True)}


def by_place(page: Page, place: str) -> dict[str, str]:
    """The cells of one row, by the name of the team."""
    return dict(zip(teams_in(page), roles_in(page)[place], strict=True))


def by_team(page: Page, team: str) -> dict[str, str]:
    """The cells of one column, by the name of the place."""
    at = teams_in(page).index(team)
    return {place: cells[at] if at < len(cells) else cells[0] for place, cells in roles_in(page).items()}
