"""A page as a person meets it: its words, its messages, its links and its forms."""

from fnmatch import fnmatchcase
from functools import cached_property
from xml.etree.ElementTree import Element

from werkzeug.test import TestResponse

from tests.pages.document import Document, name_of, read_aloud, text_of
from tests.pages.filling import Value


class Page:
    """An answer of the portal, opened. `came_from` are the addresses that led to it, by redirects."""

    def __init__(self, response: TestResponse, came_from: tuple[str, ...] = ()) -> None:
        self.response = response
        self.came_from = came_from
        self.status = response.status_code
        self.headers = response.headers
        self.html = response.get_data().decode("utf-8-sig", "replace")

    @property
    def path(self) -> str:
        """The path that answered, without its query."""
        return self.response.request.path

    @property
    def address(self) -> str:
        """The path and the query that answered."""
        query = self.response.request.environ["QUERY_STRING"]
        return f"{self.path}?{query}" if query else self.path

    @cached_property
    def document(self) -> Document:
        """The page as a tree."""
        return Document(self.html)

    def _text_of_first(self, name: str) -> str:
        return next((text_of(each) for each in self.document.all(name)), "")

    @property
    def title(self) -> str:
        """The title, without the name of the portal."""
        return self._text_of_first("title").removesuffix(" · Masthead")

    @property
    def h1(self) -> str:
        """The headline."""
        return self._text_of_first("h1")

    @property
    def main(self) -> str:
        """All text of the main part."""
        return self._text_of_first("main")

    @property
    def toasts(self) -> list[str]:
        """What the page says was done."""
        return [text_of(each) for toast in self.document.with_attribute("data-toast") for each in toast.iter("p")]

    @property
    def problems(self) -> list[str]:
        """What the page says is wrong, above the form."""
        found = [each for each in self.document.with_attribute("data-problems") if "hidden" not in each.attrib]
        texts = [text_of(each) for where in found for each in where.iter() if each.tag in {"li", "p"}]
        return texts or [text_of(each) for each in found]

    @property
    def notes(self) -> list[str]:
        """Why the page can be read but not used, and what stands with the organization."""
        return [text_of(each) for each in self.document.with_attribute("role", "note")]

    @property
    def warnings(self) -> list[str]:
        """What the page says of its own age."""
        found = self.document.with_attribute("role", "status")
        return [text_of(each) for each in found if "notice" in each.get("class", "").split()]

    def error_at(self, name: str) -> str:
        """The message that stands at an input; empty when there is none."""
        found = self.document.by_id.get(f"{name}-error")
        return "" if found is None else text_of(found)

    @property
    def links(self) -> dict[str, str]:
        """Where each link of the main part leads, by its name; a hidden one leads nobody anywhere."""
        links = [each for each in self._in_main("a") if "href" in each.attrib and "hidden" not in each.attrib]
        return {read_aloud(self.document, each): each.attrib["href"] for each in links}

    @property
    def buttons(self) -> list[str]:
        """The names of the buttons of the main part."""
        return [read_aloud(self.document, each) for each in self._in_main("button")]

    @property
    def rows(self) -> list[list[str]]:
        """The texts of the table's cells, row by row, without headings and without the boxes to tick."""
        body = [row for part in self.document.all("tbody") for row in part.iter("tr") if row.get("class") != "day"]
        cells = [[cell for cell in row if cell.tag in {"td", "th"} and cell.get("class") != "pick"] for row in body]
        return [[text_of(cell) for cell in row] for row in cells]

    @property
    def facts(self) -> dict[str, str]:
        """The page's lists of terms and what they are."""
        pairs = [list(each) for each in self.document.all("dl")]
        return {
            text_of(term): text_of(fact) for pair in pairs for term, fact in zip(pair[::2], pair[1::2], strict=True)
        }

    def forms_to(self, action: str) -> list[Element]:
        """The forms with this action, in which `*` stands for what a test cannot know."""
        return [each for each in self.document.all("form") if _is_to(each.get("action"), action)]

    def value(self, name: str) -> Value | list[str]:
        """What an input holds: its text, whether it is ticked, or which of the radios or options is chosen."""
        found = [each for each in self.document.with_attribute("name", name) if each.get("type") != "hidden"]
        control = found[0]
        if control.get("type") == "radio":
            return [each.get("value", "") for each in found if "checked" in each.attrib]
        if control.get("type") == "checkbox":
            return "checked" in control.attrib
        if name_of(control) == "select":
            marked = [each for each in control.iter("option") if "selected" in each.attrib]
            return [each.get("value", "") for each in marked]
        return (control.text or "").removeprefix("\n") if name_of(control) == "textarea" else control.get("value", "")

    def is_closed(self, name: str) -> bool:
        """Whether an input can be read and not used."""
        closed = [each for each in self.document.all("fieldset") if "disabled" in each.attrib]
        return any(control.get("name") == name for part in closed for control in part.iter())

    def offers(self, name: str) -> list[str]:
        """The values of a choice, in order."""
        found = self.document.with_attribute("name", name)
        options = [option for each in found for option in each.iter("option")]
        return [each.get("value", "") for each in options or found if each.get("type") != "hidden"]

    def _in_main(self, name: str) -> list[Element]:
        return [each for part in self.document.all("main") for each in part.iter(name)]


def _is_to(action: str | None, sought: str) -> bool:
    return action == sought or ("*" in sought and fnmatchcase(action or "", sought))
