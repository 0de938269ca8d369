"""A request and the calls that it makes are one trace, at a collector of OpenTelemetry and in what the API is sent."""

import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from tests.faults import faults
from tests.faults.hostile import Talk
from tests.faults.program import Program
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService

SECONDS = 30
SITES = "/orgs/org_larkfield/sites"
GIVEN = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


class Collector:
    """Takes spans as a collector does, on loopback."""

    def __init__(self) -> None:
        bodies: Queue[bytes] = Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                bodies.put(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._bodies = bodies
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1/traces"
        self.text = b""
        self._spans: list[Span] = []
        Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def of(self, name: str) -> list[Span]:
        """All spans of the trace that has this one, once it is there."""
        ends = time.monotonic() + SECONDS
        while not (found := [span for span in self._spans if span.name == name]):
            assert time.monotonic() < ends, f"no span {name}"
            self._take()
        return [span for span in self._spans if span.trace_id == found[-1].trace_id]

    def _take(self) -> None:
        try:
            body = self._bodies.get(timeout=1)
        except Empty:
            return
        self.text += body
        sent = ExportTraceServiceRequest.FromString(body)
        self._spans += [each for of in sent.resource_spans for scope in of.scope_spans for each in scope.spans]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")  # ms
    collector = Collector()
    yield collector
    collector.close()


def values(span: Span) -> dict[str, str]:
    """Its attributes as texts."""
    return {each.key: each.value.string_value or str(each.value.int_value) for each in span.attributes}


def traced(portal_for: PortalFor, wire: Wire, collector: Collector, **settings: object) -> Pages:
    return Pages(portal_for(API_BASE_URL=wire.url, TRACES_URL=collector.url, **settings)).sign_in(ALICE)


def test_a_page_and_its_calls_are_one_trace_with_what_failed(
    portal_for: PortalFor, wire: Wire, collector: Collector
) -> None:
    pages, sent = traced(portal_for, wire, collector), []

    def note(talk: Talk) -> bool:
        sent.append(talk.asked.headers["traceparent"])
        return wire.pass_on(talk)

    wire.faults["GET"] = note
    answer = pages.get(SITES)
    spans = {span.name: span for span in collector.of("GET sites.index")}
    page, calls = spans.pop("GET sites.index"), spans
    assert calls.keys() == {"GET getOrganization", "GET listSites"}
    assert {call.parent_span_id for call in calls.values()} == {page.span_id}
    ids = [f"00-{call.trace_id.hex()}-{call.span_id.hex()}" for call in calls.values()]
    assert sorted(each.rpartition("-")[0] for each in sent) == sorted(ids)
    assert values(page) == {
        "http.request.method": "GET",
        "http.response.status_code": "200",
        "http.route": "sites.index",
        "masthead.request_id": answer.headers["X-Request-Id"],
    }
    wire.faults["GET"] = faults.reset
    assert pages.get("/orgs?refresh=1").status == 502
    failed = collector.of("GET organizations.index")
    assert {span.status.code for span in failed} == {Status.STATUS_CODE_ERROR}
    assert {values(span)["error.type"] for span in failed} == {"502", "broken"}


def test_nothing_of_a_person_or_an_organization_is_sent(
    portal_for: PortalFor, wire: Wire, collector: Collector
) -> None:
    pages = traced(portal_for, wire, collector)
    pages.get(f"{SITES}?title=harbour")
    pages.get("/orgs/org_larkfield/nothing-there")
    collector.of("GET none")
    collector.of("GET sites.index")
    held = [ALICE, "Alice", "alice", "larkfield", "Larkfield", "harbour", "nothing-there"]
    assert [word for word in held if word.encode() in collector.text] == []


@pytest.mark.parametrize(("proxies", "joined"), [(1, True), (0, False)])
@pytest.mark.exhaustive
def test_the_trace_of_a_proxy_goes_on_where_there_is_one(
    portal_for: PortalFor, wire: Wire, collector: Collector, proxies: int, *, joined: bool
) -> None:
    pages = traced(portal_for, wire, collector, PROXIES=proxies)
    pages.client.get(SITES, headers={"traceparent": GIVEN})
    page = next(span for span in collector.of("GET sites.index") if span.name == "GET sites.index")
    assert (page.trace_id.hex() in GIVEN, page.parent_span_id.hex() in GIVEN and page.parent_span_id != b"") == (
        joined,
        joined,
    )


def test_without_a_collector_the_api_is_sent_no_trace(portal_for: PortalFor, wire: Wire) -> None:
    pages, sent = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE), []

    def note(talk: Talk) -> bool:
        sent.append("traceparent" in talk.asked.headers)
        return wire.pass_on(talk)

    wire.faults["GET"] = note
    pages.get(SITES)
    assert sent == [False, False]


@pytest.mark.exhaustive
def test_workers_send_what_they_traced_and_end_without_a_collector(
    service: RunningService, collector: Collector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MASTHEAD_TRACES_URL", collector.url)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")  # s
    program = Program(service.url, tmp_path)
    try:
        assert program.open("/sign-in")
        assert collector.of("GET account.sign_in")
        collector.close()
        program.open("/sign-in")
        program.stop()  # in time
    finally:
        program.kill()
