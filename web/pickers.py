"""Fields that name other things: by choosing among those that are known, or by id."""

import re
from typing import Any

from pydantic import MISSING
from wtforms.validators import ValidationError

from web.fields import WireField

IDS_BETWEEN = re.compile(r"[\s,;]+")


class Picker(WireField):
    """One thing by id: chosen from `known` (id and label, set by the page) or typed where the list does not have it."""

    kind = "picker"
    nothing = "Leave as it is"
    known: tuple[tuple[str, str], ...] = ()
    typed = ""
    may_be_untold = True

    def process_data(self, value: Any) -> None:
        """Take the id that is set now; an absent one is not told by the API."""
        self.data = "" if value is MISSING or value is None else value
        self.typed = ""

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Take the choice as any field does, and what was typed from its own input `<name>-other`."""
        super().process(formdata, data, extra_filters)
        if formdata:
            self.typed = formdata.get(f"{self.name}-other", "").strip()

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was chosen."""
        if valuelist:
            self.data = valuelist[0]

    @property
    def offered(self) -> list[tuple[str, str]]:
        """The choices; what is set now is always among them."""
        rows = list(self.known)
        if self.data and self.data not in dict(rows):
            rows.append((self.data, f"{self.data} (not in the list)"))
        return rows

    @property
    def wire(self) -> Any:
        """The id, or MISSING where nothing was chosen."""
        return self.typed or self.data or MISSING

    def in_words(self, value: Any) -> str:
        """The label of an id where it is known."""
        return super().in_words(dict(self.known).get(value, value))


class SiteContent(Picker):
    """The site that is shown first, or nothing; on the wire an object that names it, or null."""

    nothing = "Nothing in particular"
    blank = (MISSING, None)
    may_be_untold = False
    kept: Any = None

    def process_data(self, value: Any) -> None:
        """Take the API's object. One of a kind that is not known here is kept as it is."""
        self.kept = value
        site = value.get("site") if isinstance(value, dict) else None
        super().process_data(site or ("" if value in self.blank else str(value)))

    @property
    def wire(self) -> Any:
        """The object, or None."""
        chosen = self.typed or self.data
        if not chosen:
            return None
        return self.kept if chosen == str(self.kept) else {"type": "site", "site": chosen}

    def in_words(self, value: Any) -> str:
        """The site's title."""
        return super().in_words(value.get("site") if isinstance(value, dict) else value)


class Spaces(WireField):
    """The spaces of a new site: a new empty one, a new one with sample content, or some by id."""

    kind = "spaces"
    KNOWN = "known"
    choices = (
        ("empty", "A new, empty space"),
        ("sample", "A new space with sample content"),
        (KNOWN, "Spaces that exist, by their ids"),
        ("", "Nothing yet"),
    )
    ids = ""

    def process_data(self, value: Any) -> None:
        """Take the word that stands for a new space."""
        self.data = value if isinstance(value, str) else ""

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Take the choice as any field does, and the ids from their own input `<name>-ids`."""
        super().process(formdata, data, extra_filters)
        if formdata:
            self.ids = formdata.get(f"{self.name}-ids", "")

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was chosen."""
        if valuelist:
            self.data = valuelist[0]

    def pre_validate(self, _form: Any) -> None:
        """Ids that were typed beside another choice are not dropped in silence, and none is not some."""
        if self.data == self.KNOWN and not self.wire:
            message = "Name at least one space, or choose what else the site starts with."
            raise ValidationError(message)
        if self.data != self.KNOWN and self.ids.strip():
            message = "You typed ids of spaces, but chose something else. Choose what you mean."
            raise ValidationError(message)

    @property
    def wire(self) -> Any:
        """A word, a list of ids, or MISSING for nothing."""
        if self.data == self.KNOWN:
            return list(dict.fromkeys(word for word in IDS_BETWEEN.split(self.ids) if word))
        return self.data or MISSING
