"""Fields for people: typed or pasted as addresses and ids, shown by name in the journal."""

import re
from collections.abc import Iterable
from typing import Any

from wtforms.validators import ValidationError

from masthead.i18n import gettext
from masthead.rosters.errors import RowError
from masthead.rosters.people import read_person
from masthead.rosters.roster import split_recipients
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.errors import StoreError
from masthead.web.forms.field_types import WordList
from masthead.web.person.portal import portal
from masthead.web.person.session import person

SHOWN = 80


class PeopleField(WordList):
    """People by addresses or ids, pasted in any format: with commas, semicolons, lines or names around them."""

    between = re.compile(r"[,;\r\n\t]+")
    wrong: list[str]

    def process_data(self, value: Any) -> None:
        super().process_data(value)
        self.wrong = []

    def process_formdata(self, valuelist: list[str]) -> None:
        pieces = [piece for text in valuelist for piece in (split_recipients(text) if "<" in text else [text])]
        parts = [part.strip() for piece in pieces for part in self.between.split(piece)]
        words = [word for part in parts for word in ([part] if "<" in part else part.split())]
        self.wrong = []
        self.data = list(dict.fromkeys(map(self._read, words)))

    def _read(self, word: str) -> str:
        try:
            return read_person(word)
        except RowError as fault:
            self.wrong.append(f"“{word[:SHOWN]}”: {fault}")
            return word

    def pre_validate(self, _form: Any) -> None:
        if self.wrong:
            raise ValidationError(" ".join(self.wrong))


class PeopleNames(WordList):
    """Ids of people in a request, shown by name if Masthead knows it."""

    def display_value(self, value: Any) -> str:
        named = names_by_id(value) if isinstance(value, (dict, list)) else {}
        if isinstance(value, dict):
            return super().display_value([f"{named[id_]}: {member.get('role')}" for id_, member in value.items()])
        return super().display_value([named[id_] for id_ in value] if named else value)


class ChosenPeople(PeopleNames):
    """People by ids, selected or typed.

    `offered` has the id, the name and a detail of each.
    """

    offered: tuple[tuple[str, str, str], ...] = ()
    typed = ""

    def process_inputs(self, formdata: Any) -> None:
        """Take the selected ids, and the typed ones from the input `<name>-other`."""
        self.typed = formdata.get(f"{self.name}-other", "").strip()
        self.process_formdata([*formdata.getlist(self.name), self.typed])

    def pre_validate(self, _form: object) -> None:
        addresses = [each for each in self.data if "@" in each]
        if addresses:
            raise ValidationError(
                gettext(
                    "%(label)s: “%(name)s” is an email address. The API takes ids.",
                    label=self.label.text,
                    name=addresses[0],
                )
            )
        if not self.data:
            raise ValidationError(
                gettext(
                    "%(label)s: nobody is selected. Select at least one person, or enter an id.", label=self.label.text
                )
            )


def names_by_id(ids: Iterable[str]) -> dict[str, str]:
    """Return names by id; the id itself where the name is not known."""
    wanted = list(ids)
    try:
        found = portal().store.directory.find(
            person().owner, DirectoryQuery(kinds=("user",), ids=wanted), limit=2 * len(wanted)
        )
    except StoreError:
        found = []
    return {id_: id_ for id_ in wanted} | {each.id: each.title for each in found if each.title}
