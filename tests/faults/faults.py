"""What a hostile API can do to a request. Each is a `Fault`, or makes one.

What the service can do on purpose is asked of its rehearsal; the rest is bytes that only a peer on the socket can send.
"""

import gzip
import json
from functools import cache
from threading import Event

from service.rehearsal import switches as rehearsal
from service.rehearsal.middleware import inject_fault
from tests.faults.hostile import GOOD, MAX_SECONDS, Fault, Talk

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
MEGABYTE = 1024 * 1024
EVERYWHERE = "/**"


def rehearsed(fault: rehearsal.Fault) -> Fault:
    """What the service can do."""
    return lambda talk: talk.serve(
        lambda environ, start: inject_fault(fault, "json", talk.over, talk.inside, environ, start),
    )


def refusal(status: int, message: str = "This went wrong.", *, retry_after: int | None = None) -> Fault:
    """An error in the shape of the contract; `retry_after` is in seconds."""
    return rehearsed(
        rehearsal.StatusFault(path=EVERYWHERE, status=status, message=message, retryAfter=retry_after),
    )


def at(path: str, fault: Fault) -> Fault:
    """The fault for what is asked of this path, a pattern as the rehearsal has it; all else is answered as usual."""
    return lambda talk: fault(talk) if rehearsal.matches_path(path, talk.asked.path) else talk.pass_on()


def answer(
    status: int = 200, body: bytes = GOOD, *headers: str, keep: bool = True, kind: str = "application/json"
) -> Fault:
    """A well-formed HTTP answer; `kind` is its Content-Type."""
    lines = [f"HTTP/1.1 {status} Word", f"Content-Type: {kind}", f"Content-Length: {len(body)}", *headers]
    raw = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body

    def fault(talk: Talk) -> bool:
        talk.send(raw)
        return keep

    return fault


def says(value: object) -> Fault:
    """A good answer with this JSON."""
    return answer(200, json.dumps(value).encode())


def after(seconds: float, then: Fault) -> Fault:
    """The same, later."""

    def fault(talk: Talk) -> bool:
        talk.wait(seconds)
        return then(talk)

    return fault


def until(event: Event, then: Fault) -> Fault:
    """The same, when the test says so."""

    def fault(talk: Talk) -> bool:
        event.wait(MAX_SECONDS)
        return then(talk)

    return fault


def raw(*parts: bytes) -> Fault:
    """These bytes, then the end of the connection."""

    def fault(talk: Talk) -> bool:
        for part in parts:
            talk.send(part)
        return False

    return fault


def hang(talk: Talk) -> bool:
    """Nothing at all."""
    talk.wait()
    return False


def close(_talk: Talk) -> bool:
    """The end of the connection instead of an answer."""
    return False


def reset_in_body(talk: Talk) -> bool:
    """A connection reset in the middle of a body."""
    talk.send(HEAD + b"Content-Length: 1000\r\n\r\n" + b"[" * 10)
    talk.wait(0.02)
    talk.reset()
    return False


def drip_headers(talk: Talk) -> bool:
    """Headers that never end, a byte at a time."""
    talk.drip(b"HTTP/1.1 200 OK\r\nX-Slow: " + b"z" * 60_000, pause=0.03)
    return False


def drip_body(talk: Talk) -> bool:
    """A body that does not end, a byte at a time."""
    talk.send(HEAD + b"Content-Length: 60000\r\n\r\n")
    talk.drip(b" " * 60_000, pause=0.03)
    return False


def drip_chunks(talk: Talk) -> bool:
    """The same in chunks."""
    talk.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    talk.drip(b"1\r\n \r\n" * 10_000, pause=0.03)
    return False


def slow_body_of_nothing(talk: Talk) -> bool:
    """205 with a body that does not end: the answer is in the status already."""
    talk.send(b"HTTP/1.1 205 Reset Content\r\nContent-Length: 60000\r\n\r\n")
    talk.drip(b" " * 60_000, pause=0.03)
    return False


def continues_for_ever(talk: Talk) -> bool:
    """100 Continue, again and again."""
    while not talk.over.is_set():
        talk.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        talk.wait(0.02)
    return False


@cache
def _bomb() -> bytes:
    return gzip.compress(b'{"items": [], "count": 0, "x": "' + b"z" * (9 * MEGABYTE) + b'"}')


def gzip_bomb(talk: Talk) -> bool:
    """9 kB that inflate to over 8 MB."""
    talk.send(HEAD + f"Content-Encoding: gzip\r\nContent-Length: {len(_bomb())}\r\n\r\n".encode() + _bomb())
    return False


reset = rehearsed(rehearsal.ResetFault(path=EVERYWHERE))
lost_answer = rehearsed(rehearsal.ResetFault(path=EVERYWHERE, carriedOut=True))
truncated = rehearsed(rehearsal.TruncateFault(path=EVERYWHERE))
web_page = rehearsed(rehearsal.HtmlFault(path=EVERYWHERE))

cut_in_chunk = raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\nff\r\n" + GOOD)
claims_too_little = raw(HEAD + b"Content-Length: 5\r\n\r\n" + GOOD)
many_headers = raw(HEAD + b"".join(b"X-%d: 1\r\n" % n for n in range(101)) + b"Content-Length: 2\r\n\r\n{}")
long_header = raw(HEAD + b"X-Long: " + b"z" * 70_000 + b"\r\nContent-Length: 2\r\n\r\n{}")
not_http = raw(b"SSH-2.0-OpenSSH_9.2\r\n")
bad_chunk = raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + GOOD)
bad_gzip = raw(HEAD + b"Content-Encoding: gzip\r\nContent-Length: 25\r\n\r\n" + GOOD)
two_lengths = raw(HEAD + b"Content-Length: 5\r\nContent-Length: 25\r\n\r\n" + GOOD)
odd_status = raw(b"HTTP/1.1 2000 OK\r\n\r\n")
switching = raw(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n")

UNREADABLE_BODIES = {
    "html": b"<!doctype html><title>Sign in to the guest network</title>",
    "empty": b"",
    "blank": b" \r\n ",
    "text": b"OK",
    "null": b"null",
    "list": b"[]",
    "wrong type": b'{"items": {}, "count": 0}',
    "missing field": b'{"count": 0}',
    "invalid UTF-8": b'{"items": [], "count": 0, "next": {"page": "\xff\xfe"}}',
    "lone surrogate": b'{"items": [], "count": 0, "next": {"page": "\\ud800"}}',
    "deep brackets": b"[" * 100_000 + b"]" * 100_000,
    "deep in an ignored field": b'{"items": [], "count": 0, "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "NaN": b'{"items": [], "count": NaN}',
    "infinity": b'{"items": [], "count": 1e999}',
    "6000 digits": b'{"items": [], "count": ' + b"9" * 6000 + b"}",
    "two documents": GOOD + GOOD,
    "a null byte after it": GOOD + b"\x00",
    "a byte order mark alone": b"\xef\xbb\xbf",
}
"""Bodies of a 200 that a listing must not be read from."""
