"""Sends requests to the API, with one instance per process: connections, retries, breaker, limits. No personal data."""

import sys
import warnings

if "requests" not in sys.modules:
    # requests would import it to guess encodings, which are never needed: 34 modules, and 28 ms of the start.
    sys.modules["charset_normalizer"] = None  # type: ignore[assignment]
    with warnings.catch_warnings(action="ignore"):  # silence the warning that it is missing
        import requests  # noqa: F401
    del sys.modules["charset_normalizer"]
