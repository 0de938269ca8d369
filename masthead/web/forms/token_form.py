"""A form for an API access token, validated by calling the API."""

from wtforms import StringField

from masthead.client import Problem, TokenRefused
from masthead.i18n import N_, gettext
from masthead.web.forms.forms import EXPIRED, INVALID, TextForm
from masthead.web.frame.problems import http_status
from masthead.web.person.sign_in import try_token

MAX_TOKEN_LENGTH = 4096


class TokenForm(TextForm):
    """An access token and the URL to return to."""

    token = StringField(N_("Access token"), filters=[lambda text: (text or "").strip()])
    next = StringField()

    def format_error(self) -> str:
        """Describe what is wrong with the token's format. Empty if nothing is."""
        token = self.token.data
        if not token:
            return gettext("Paste your access token.")
        if len(token) > MAX_TOKEN_LENGTH or not token.isascii() or not token.isprintable() or " " in token:
            return gettext(
                "This isn't an access token: a token has no spaces and no special characters. Copy it again."
            )
        return ""

    def check_token(self, owner: str) -> tuple[str, int]:
        """Try out the token. Returns an error message, which is empty if it works, and the page's status."""
        if not self.validate():
            return gettext(EXPIRED), INVALID
        if wrong := self.format_error():
            return wrong, INVALID
        try:
            try_token(self.token.data, owner)
        except TokenRefused:
            return gettext(
                "The documentation service doesn't accept this token. Check that you copied all of it."
            ), INVALID
        except Problem as problem:
            return gettext("Your token can't be checked right now. Try again in a moment."), http_status(problem)
        return "", 0
