"""What is known of a form that the tests of faults fill in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flask import Flask

from tests.pages.filling import Value
from tests.pages.page import Page
from tests.pages.pages import Pages

Before = Callable[[Flask, Pages], None]


def nothing(_app: Flask, _pages: Pages) -> None:
    """Nothing has to be there first."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form on `page`. `writes` is off where it only reads, and keeps what it learns in the portal."""

    page: str | Callable[[Pages], Page]
    action: str
    press: str
    typed: Mapping[str, Value] = field(default_factory=dict)
    before: Before = nothing
    writes: bool = True

    @property
    def words(self) -> dict[str, str]:
        """What is lost if nobody keeps it: not a tick, and not the name of what is to go."""
        return {name: value for name, value in self.typed.items() if isinstance(value, str) and name != "confirm"}

    def open(self, pages: Pages) -> Page:
        """The page with the form."""
        return pages.get(self.page) if isinstance(self.page, str) else self.page(pages)
