"""The message of a refusal is short, on one line, and never raises."""

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from contract.organization.organizations import LIST_ORGANIZATIONS
from masthead.client.exchange import ApiResponse, parse_error_message, parse_response, parse_retry_after
from masthead.client.problems import InvalidInput
from masthead.client.redaction import HTML_PAGE, PLAIN_TEXT, TRACEBACK
from tests.loops import for_each


@for_each(
    "body,message",
    [
        (b'{"error": {"code": 404, "message": "No such site."}}', "No such site."),
        (b'{"error": "invalid_token"}', "invalid_token"),
        (b'{"message": "No."}', "No."),
        (b'{"error": {"code": 404}}', ""),
        (b'{"error": {"message": ["a", "b"]}}', ""),
        (b'"No."', "No."),
        (b"No. Really.", "No. Really."),
        (b"<html><body>Bad gateway</body></html>", HTML_PAGE),
        (b"", ""),
        (b"{", ""),
        (b"[" * 60_000, ""),
        (b'{"error": ' * 100 + b'"deep"' + b"}" * 100, ""),
        (b'{"error": {"code": ' + b"9" * 6000 + b', "message": "No."}}', ""),
        (b"\xff\xfe", "\ufffd\ufffd"),
        (b"a\x00b\r\nc\x1b[31m", "a b c [31m"),
        (b'{"error": {"message": "half \\ud800 of one"}}', "half of one"),
        (json.dumps({"message": "abc\u202edef"}).encode(), "abc def"),
    ],
)
def test_message_of(body: bytes, message: str) -> None:
    assert parse_error_message(body, 400) == message


BROKEN = {
    b'{"error": {"message": "Maintenance until 10:00."}}': "Maintenance until 10:00.",
    b"connection to db-7.internal refused": PLAIN_TEXT,
    b"<html><body>Bad gateway</body></html>": HTML_PAGE,
    b'Traceback (most recent call last):\n  File "app.py", line 3, in <module>': TRACEBACK,
    b'{"message": "Traceback (most recent call last):\\n File"}': TRACEBACK,
    b"": "",
}


def test_what_a_broken_api_says_is_named() -> None:
    assert {body: parse_error_message(body, 502) for body in BROKEN} == BROKEN


@for_each("body,message", [(b"x" * 5000, "x" * 300), (b"{}", InvalidInput.words)])
def test_a_long_message_is_cut_and_a_missing_one_put_in_own_words(body: bytes, message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        parse_response(LIST_ORGANIZATIONS, ApiResponse(400, body), "r1")
    assert raised.value.message == message


@for_each(
    "header,seconds",
    [
        ("0", 0.0),
        ("7", 7.0),
        ("999999999", 86_400.0),
        ("", None),
        ("-1", None),
        ("soon", None),
        ("9" * 6000, 86_400.0),
        ("5 ", 5.0),
        (" ", None),
        ("²", None),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0.0),
        ("Sun, 06 Nov 99999 08:49:37 GMT", None),
    ],
)
def test_retry_after(header: str, seconds: float | None) -> None:
    assert parse_retry_after(header) == seconds
    in_a_minute = parse_retry_after(format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True))
    assert in_a_minute is not None
    assert 55 < in_a_minute <= 60
