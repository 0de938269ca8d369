"""The language in which a person reads: so far that of the portal's settings, which knows English alone."""

from flask import Flask

from i18n import ENGLISH, use_language
from masthead.web.person.portal import settings_of


def init_app(app: Flask) -> None:
    """Let each request be answered in its language. Call it before anything that may write a text."""
    tag = settings_of(app).language

    @app.before_request
    def _begin() -> None:
        use_language(tag)

    @app.teardown_request
    def _end(_: BaseException | None) -> None:
        use_language(ENGLISH)  # the thread may be anybody's next
