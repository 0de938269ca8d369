"""What the fuzzer of the API document sends for an address: those of this machine, where nobody listens."""

import schemathesis
from hypothesis import strategies

schemathesis.openapi.format(
    "uri", strategies.sampled_from(["http://127.0.0.1:1/", "http://127.0.0.1:1/docs?x=1", "https://[::1]:1/a.md"])
)
