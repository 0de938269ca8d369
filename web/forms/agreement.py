"""The field by which somebody agrees to something dangerous: a box to tick."""

from typing import Any

from web.forms.fields import WireField


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
