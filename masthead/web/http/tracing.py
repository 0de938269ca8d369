"""OpenTelemetry traces: a span per request and per API call, without personal data."""

from dataclasses import replace

from flask import Flask, Response, g, request
from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from masthead.client.exchange import FAULTS, ApiRequest, ApiResponse, Outcome
from masthead.client.transport.transport import CallTracing, Send
from masthead.web.http.log import HEALTH_CHECK, NO_PAGE, request_id

METHOD, STATUS, ERROR = "http.request.method", "http.response.status_code", "error.type"
REFUSED = 400
_propagator = TraceContextTextMapPropagator()


class Tracing(CallTracing):
    """Exports spans in the background.

    Spans have the same names as metrics, since URLs contain ids and search texts. The library's `OTEL_*` variables
    configure sampling and the collector's headers.
    """

    def __init__(self, url: str) -> None:
        provider = TracerProvider(resource=Resource.create({SERVICE_NAME: "masthead"}))
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=url)))
        self._tracer = provider.get_tracer("masthead")

    def trace_requests(self, app: Flask) -> None:
        """Trace the app's requests from now on."""
        from_proxy = bool(app.config.get("PROXIES"))

        def begin() -> None:
            page = request.endpoint or NO_PAGE
            above = _propagator.extract(request.headers) if from_proxy else context.Context()
            span = self._tracer.start_span(f"{request.method} {page}", context=above, kind=SpanKind.SERVER)
            span.set_attributes({METHOD: request.method, "http.route": page, "masthead.request_id": request_id()})
            g.span, g.span_token = span, context.attach(trace.set_span_in_context(span))

        def note(response: Response) -> Response:
            if "span" in g:
                _note_status(g.span, response.status_code, failed=response.status_code in FAULTS)
            return response

        def end(_fault: BaseException | None) -> None:
            if "span" in g:
                context.detach(g.pop("span_token"))
                g.pop("span").end()

        app.before_request(begin)
        app.after_request(note)
        app.teardown_request(end)

    def trace_call(self, request: ApiRequest, send: Send) -> Outcome:
        """Send a request to the API in its own span."""
        endpoint = request.endpoint or HEALTH_CHECK
        with self._tracer.start_as_current_span(f"{request.method} {endpoint}", kind=SpanKind.CLIENT) as span:
            span.set_attributes({METHOD: request.method, "masthead.endpoint": endpoint})
            carrier: dict[str, str] = {}
            _propagator.inject(carrier)
            outcome = send(replace(request, traceparent=carrier.get("traceparent", "")))
            if isinstance(outcome, ApiResponse):
                _note_status(span, outcome.status, failed=outcome.status >= REFUSED)
            else:
                span.set_attribute(ERROR, outcome.trouble.name.lower())
                span.set_status(StatusCode.ERROR)
        return outcome


def _note_status(span: Span, status: int, *, failed: bool) -> None:
    span.set_attribute(STATUS, status)
    if failed:
        span.set_attribute(ERROR, str(status))
        span.set_status(StatusCode.ERROR)
