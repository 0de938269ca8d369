"""How many random histories a property test tries: TEST_HISTORIES=5000 for a long run."""

import os

HISTORIES = int(os.environ.get("TEST_HISTORIES", "200"))
