"""The field for a text or an explicit nothing, which the wire tells apart."""

from collections.abc import Callable
from typing import Any

from pydantic import MISSING
from wtforms.validators import ValidationError

from i18n import N_, gettext
from masthead.web.forms.fields import Clash, WireField


class NoneOrText(WireField):
    """A text, null, or, with `keep`, a value that can't be read back and stays as it is."""

    kind = "none_or_text"
    NONE, TEXT, KEEP = "none", "text", "keep"

    def __init__(
        self,
        label: str,
        *,
        none: str,
        some: str,
        keep: str = "",
        witness: str = "",
        untold: str = N_("value"),
        clean: Callable[[str], str] = str.strip,
        **options: Any,
    ) -> None:
        """`none`, `some` and `keep` are the labels of the choices.

        `witness` is the field that moves with a value that is kept. `untold` is a noun for a value that the API doesn't
        report.
        """
        super().__init__(label, **options)
        self.witness, self.address_now, self.untold, self.clean = witness, "", untold, clean
        self.blank = (MISSING,) if keep else (MISSING, None)
        self.labels = {self.KEEP: gettext(keep), self.NONE: gettext(none), self.TEXT: gettext(some)}
        self.chosen = self.NONE
        self.shown = ""
        self.keeps = False

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The choices as value and label."""
        return [(value, label) for value, label in self.labels.items() if label and (value != self.KEEP or self.keeps)]

    def process_data(self, value: Any) -> None:
        self.data = "" if value is MISSING or value is None else value
        self.keeps = value is MISSING and bool(self.labels[self.KEEP])
        self.shown = self.data
        nothing = self.KEEP if self.keeps else self.NONE
        self.chosen = self.TEXT if self.data else nothing

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Take the text, and the choice from the input `<name>-is`."""
        super().process(formdata, data, extra_filters)
        if formdata:
            chosen = formdata.get(f"{self.name}-is")
            self.chosen = chosen if chosen in self.labels else self.chosen

    @property
    def typed_words(self) -> str:
        return str(self.data) if self.chosen == self.TEXT else self.labels[self.chosen]

    @property
    def unread(self) -> str:
        """A text that was typed beside another choice."""
        return str(self.data) if self.chosen != self.TEXT and self.data not in {"", self.shown} else ""

    def pre_validate(self, _form: Any) -> None:
        if self.unread:
            message = gettext(
                "You typed “%(typed)s”, but selected “%(selected)s”. Select “%(other)s”, or clear the text.",
                typed=self.data,
                selected=self.labels[self.chosen],
                other=self.labels[self.TEXT],
            )
            raise ValidationError(message)

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = self.clean(valuelist[0])

    def display_value(self, value: Any) -> str:
        return super().display_value(value) if self.is_told(value) else gettext("a value that the API doesn't report")

    def is_told(self, value: Any) -> bool:
        return value is not MISSING or not self.labels[self.KEEP]

    def display_opened(self, clash: Clash) -> str:
        seen = clash.witness[0] and not clash.out_of_date and not self.is_told(clash.opened)
        return gettext("a %(thing)s", thing=gettext(self.untold)) if seen else super().display_opened(clash)

    def display_theirs(self, clash: Clash) -> str:
        if self.is_told(clash.theirs) or not clash.witness[1]:
            return super().display_theirs(clash)
        thing = gettext(self.untold)
        opened = clash.witness[0] and not clash.out_of_date and not self.is_told(clash.opened)
        return gettext("another %(thing)s", thing=thing) if opened else gettext("a %(thing)s", thing=thing)

    @property
    def wire(self) -> Any:
        """The text, None, or MISSING to keep the value."""
        return {self.NONE: None, self.TEXT: self.data, self.KEEP: MISSING}[self.chosen]
