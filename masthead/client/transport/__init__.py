"""Sends requests to the API, once per process: connections, retries, breaker and limits. It knows no person."""

import sys
import warnings

if "requests" not in sys.modules:
    # It would guess the encoding of texts, which nobody asks for: 34 modules, and 28 ms of the start.
    sys.modules["charset_normalizer"] = None  # type: ignore[assignment]
    with warnings.catch_warnings(action="ignore"):  # that it is missing
        import requests  # noqa: F401
    del sys.modules["charset_normalizer"]
