"""The last resort when the app fails: common headers and an error page."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app
from werkzeug.datastructures import Headers
from werkzeug.wrappers import Response

from masthead.i18n import gettext
from masthead.web.http.headers import OF_PAGES, common_headers
from masthead.web.http.log import log, new_request_id

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FAILED = 500


class LastResort:
    """Wraps the app: Flask adds no headers to a response that it could not finish."""

    def __init__(self, app: Flask, *, https: bool) -> None:
        self._app, self._inner, self._https = app, app.wsgi_app, https

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        try:
            return self._inner(environ, self._completed(start_response))
        except Exception:  # noqa: BLE001 - whatever it is, the browser gets a page
            identifier = new_request_id()
            log.exception("unanswered", extra={"id": identifier})
            return self._failed(identifier)(environ, self._completed(start_response))

    def _completed(self, start_response: "StartResponse") -> "StartResponse":
        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Callable[[bytes], object]:
            sent = Headers(headers)
            if "X-Request-Id" not in sent:
                sent.update(common_headers(new_request_id(), https=self._https) | OF_PAGES)
            return start_response(status, sent.to_wsgi_list(), *more)

        return start

    def _failed(self, identifier: str) -> "WSGIApplication":
        with self._app.app_context():
            title, advice = gettext("Something went wrong in Masthead"), gettext("Try again in a moment.")
            response = Response(
                render_bare_error(title, advice, identifier), FAILED, content_type="text/html; charset=utf-8"
            )
        response.headers.update(common_headers(identifier, https=self._https) | OF_PAGES)
        return response


def render_bare_error(title: str, advice: str, request_id: str) -> str:
    """Render an error page that needs no session, records or URL."""
    return render_without_frame("errors/bare.html", title=title, advice=advice, request_id=request_id)


def render_without_frame(template: str, **values: str) -> str:
    """Render a template without the context processors of the layout."""
    return current_app.jinja_env.get_template(template).render(values)


def init_app(app: Flask, *, https: bool) -> None:
    """Wrap the app. Call it last."""
    app.wsgi_app = LastResort(app, https=https)  # type: ignore[method-assign]
