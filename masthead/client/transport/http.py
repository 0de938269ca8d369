"""Sends one HTTP request. No other module sends anything to the API."""

import logging
from http.client import HTTPException, IncompleteRead, RemoteDisconnected

from requests import PreparedRequest, Response
from requests.exceptions import ConnectTimeout, ContentDecodingError, InvalidHeader, ReadTimeout, RequestException
from urllib3.exceptions import HTTPError, ReadTimeoutError  # requests passes some of its exceptions on unchanged

from fetching.failures import connection_error_message, list_causes
from masthead.client.exchange import OK, ApiRequest, ApiResponse, Deadline, Failure, Outcome, Trouble
from masthead.client.redaction import remove_token
from masthead.client.transport.call_pool import CURRENT_CALL, CancellableAdapter, Limits

CHUNK = 65_536
MAX_REFUSAL_LENGTH = CHUNK
BODILESS = {204, 205}
LEAST_SECONDS = 0.001
"""requests rejects a timeout of 0."""

log = logging.getLogger(__name__)
# It logs unparsable headers unchanged, in which an API may repeat the token.
logging.getLogger("urllib3").setLevel(logging.ERROR)


class TooLarge(Exception):  # noqa: N818 - caught within this module
    """The body is over the limit."""


class Http:
    """Uses requests' adapters without a Session.

    So there is no cookie jar, redirects aren't followed, and neither .netrc nor proxy settings in the environment can
    change where a token is sent.
    """

    def __init__(self, base_url: str, limits: Limits) -> None:
        self._base_url = base_url.rstrip("/")
        self._limits = limits
        calls = limits.waiting * limits.calls
        self._keep_alive = CancellableAdapter(pool_connections=1, pool_maxsize=calls)
        # A kept-alive connection may just be closing, and then it isn't known whether a write was received.
        self._fresh = CancellableAdapter(pool_connections=1, pool_maxsize=calls)

    def send(self, request: ApiRequest, deadline: Deadline) -> Outcome:
        """Send a request. Whatever the API does is returned as an outcome, never raised as an exception."""
        try:
            return self._exchange(request, deadline)
        except (RequestException, HTTPError, HTTPException, OSError, ValueError, TooLarge) as fault:
            if reason := connection_error_message(fault):
                log.warning("no connection to the API", extra={"reason": reason})
            handle = CURRENT_CALL.get()
            return Failure(_find_trouble(fault), sent=handle is None or handle.sent, reason=reason)

    def _exchange(self, request: ApiRequest, deadline: Deadline) -> ApiResponse:
        adapter = self._keep_alive if request.is_read else self._fresh
        left = max(deadline.seconds_left, LEAST_SECONDS)
        timeouts = min(self._limits.connect_seconds, left), min(self._limits.read_seconds, left)
        response = adapter.send(self._prepare(request), stream=True, timeout=timeouts, verify=True, proxies={})
        try:
            body = self._read_body(response, request)
        finally:
            response.close()
        retry_after, date = (response.headers.get(name, "") for name in ("Retry-After", "Date"))
        return ApiResponse(
            response.status_code,
            remove_token(body, request.token),
            remove_token(retry_after.encode(), request.token).decode(),
            is_page=_is_html_page(response),
            date=date,
        )

    def _prepare(self, request: ApiRequest) -> PreparedRequest:
        headers = {
            "Accept": "*/*",
            "Accept-Encoding": "gzip",
            "User-Agent": "Masthead",
            "X-Request-Id": request.request_id,
        }
        if request.traceparent:
            headers["traceparent"] = request.traceparent
        if request.token:
            headers["Authorization"] = f"Bearer {request.token}"
        if request.body is not None:
            headers["Content-Type"] = "application/json"
        if not request.is_read:
            # Each connection is used once: see __init__.
            headers["Connection"] = "close"
        url = self._base_url + request.path + (f"?{request.query}" if request.query else "")
        prepared = PreparedRequest()
        prepared.prepare(method=request.method, url=url, headers=headers, data=request.body)
        return prepared

    def _read_body(self, response: Response, request: ApiRequest) -> bytes:
        if response.status_code in OK and not request.wants_body:
            return b""
        body = bytearray()
        for chunk in response.iter_content(CHUNK):
            body += chunk
            # The message of an error is at its beginning.
            if response.status_code not in OK and len(body) >= MAX_REFUSAL_LENGTH:
                break
            if len(body) > self._limits.body_bytes:
                raise TooLarge
        return bytes(body)

    def close(self) -> None:
        self._keep_alive.close()
        self._fresh.close()


def _is_html_page(response: Response) -> bool:
    # Servers send the content type with an empty body, too.
    kind, length = response.headers.get("Content-Type", ""), response.headers.get("Content-Length", "")
    return response.status_code not in BODILESS and kind.lower().startswith("text/html") and length != "0"


def _find_trouble(fault: BaseException) -> Trouble:
    causes = list_causes(fault)
    if any(isinstance(each, ReadTimeout | ReadTimeoutError) for each in causes):
        return Trouble.SLOW
    if any(isinstance(each, ConnectTimeout) for each in causes):
        return Trouble.NO_CONNECTION
    if any(isinstance(each, TooLarge) for each in causes):
        return Trouble.TOO_LARGE
    if any(_is_garbled(each) for each in causes):
        return Trouble.GARBLED
    handle = CURRENT_CALL.get()
    return Trouble.BROKEN if handle is None or handle.sent else Trouble.NO_CONNECTION


def _is_garbled(fault: BaseException) -> bool:
    if isinstance(fault, RemoteDisconnected | IncompleteRead):
        return False
    return isinstance(fault, HTTPException | ContentDecodingError | InvalidHeader | UnicodeError)
