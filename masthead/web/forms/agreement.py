"""The field by which somebody agrees to something dangerous: a box to select."""

from typing import Any

from i18n import N_, gettext
from masthead.web.forms.fields import WireField

SELECT_FIRST = N_("Select “%(label)s” first.")
OWN_PLACE = N_("I know that I may be one of these people and may not be able to undo this myself.")
KNOWN_OWN_PLACE = N_("I know that I am one of these people and may not be able to undo this myself.")
CONFIRM_OWN_PLACE = N_("This changes your own place in the team. To confirm, select “%(label)s”.")


class Agreement(WireField):
    """Its errors say what has to be agreed to. It is no part of what is sent to the API."""

    kind = "agreement"
    is_consent = True

    def process_data(self, value: Any) -> None:  # noqa: ARG002 - nobody has agreed before they were asked
        """A page begins without it."""
        self.data = False

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take the tick."""
        self.data = bool(valuelist)

    def require(self, message: str = SELECT_FIRST, **values: object) -> bool:
        """Whether it is selected; else its error is the message, which names the box by its `label`."""
        if not self.data:
            self.errors = [gettext(message, label=self.label.text.removesuffix("."), **values)]
        return bool(self.data)


class OwnPlaceAgreement(Agreement):
    """Agrees to lose something oneself."""

    def __init__(self, **options: Any) -> None:
        """It may be oneself, until `name_oneself` says more."""
        super().__init__(OWN_PLACE, **options)

    def name_oneself(self, *, known: bool) -> None:
        """Say whether it is `known` which of the people the person is."""
        self.label.text = gettext(KNOWN_OWN_PLACE if known else OWN_PLACE)

    def require(self, message: str = CONFIRM_OWN_PLACE, **values: object) -> bool:
        """Likewise, and say why."""
        return super().require(message, **values)
