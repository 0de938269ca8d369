"""The field by which somebody agrees to something dangerous: a box to select."""

from typing import Any

from i18n import N_, gettext
from masthead.web.forms.fields import WireField

SELECT_FIRST = N_("Select “%(label)s” first.")
OWN_PLACE = N_("I know that I may be one of these people and may not be able to undo this myself.")
KNOWN_OWN_PLACE = N_("I know that I am one of these people and may not be able to undo this myself.")
CONFIRM_OWN_PLACE = N_("This changes your own place in the team. To confirm, select “%(label)s”.")


class Agreement(WireField):
    """A box to select before something dangerous is sent. It is no part of the request body."""

    kind = "agreement"
    is_consent = True

    def process_data(self, value: Any) -> None:  # noqa: ARG002 - nobody has agreed before they were asked
        self.data = False

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = bool(valuelist)

    def require(self, message: str = SELECT_FIRST, **values: object) -> bool:
        """Return True if it is selected; else set the error. `message` names the box by its `label`."""
        if not self.data:
            self.errors = [gettext(message, label=self.label.text.removesuffix("."), **values)]
        return bool(self.data)


class OwnPlaceAgreement(Agreement):
    """The agreement to lose a place of one's own."""

    def __init__(self, **options: Any) -> None:
        super().__init__(OWN_PLACE, **options)

    def name_oneself(self, *, known: bool) -> None:
        """Set the label. `known` says that the person was found among those who lose something."""
        self.label.text = gettext(KNOWN_OWN_PLACE if known else OWN_PLACE)

    def require(self, message: str = CONFIRM_OWN_PLACE, **values: object) -> bool:
        return super().require(message, **values)
