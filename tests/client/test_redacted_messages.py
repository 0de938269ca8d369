"""A message keeps its words and loses the values of secrets; what is written for developers is named."""

from masthead.client.redaction import HTML_PAGE, TRACEBACK, redact_message, redact_stored_message
from tests.loops import for_each

SECRETS = {
    "cannot handle header Bearer abcdefgh": "cannot handle header Bearer [removed]",
    "Authorization: Bearer abc.def-ghi": "Authorization: [removed]",
    "{'Authorization': 'Basic eA==', 'Accept': '*/*'}": "{'Authorization': [removed], 'Accept': '*/*'}",
    "Cookie: session=abc; theme=dark": "Cookie: [removed]",
    "no route: host=db password=hunter2": "no route: host=db password=[removed]",
    '{"clientSecret": "a\\"b", "x": 1}': '{"clientSecret": [removed], "x": 1}',
    '{\\"password\\": \\"abc\\", 1}': '{\\"password\\": [removed], 1}',
    "/?api_key=123&page=2": "/?api_key=[removed]&page=2",
    "/?access_token%3Dabc": "/?access_token%3D[removed]",
    "postgresql://app:hunter2@db/main": "postgresql://[removed]@db/main",
    "got eyJhbGciOiJI.eyJzdWIi.c2ln": "got [removed]",
    "-----BEGIN RSA PRIVATE KEY----- MIIE -----END RSA PRIVATE KEY----- end": "[removed] end",
}
HARMLESS = (
    "No such site.",
    "Bearer authentication is required.",
    "Password must have 12 characters.",
    "title: String should have at most 50 characters",
    "Title must not contain <b>.",
)
TECHNICAL = {
    'Traceback (most recent call last): File "app.py", line 3, in f password=x': TRACEBACK,
    "java.lang.NullPointerException at com.example.Site.read(Site.java:12)": TRACEBACK,
    "TypeError: x is undefined at f (/srv/app.js:12:34)": TRACEBACK,
    "at Site.Read(String id) in C:\\Site.cs:line 12": TRACEBACK,
    "<!doctype html><title>Sign in</title>": HTML_PAGE,
    "Error: <html><body>Bad gateway</body></html>": HTML_PAGE,
}


@for_each("message,shown", (SECRETS | TECHNICAL | {each: each for each in HARMLESS}).items())
def test_what_is_shown(message: str, shown: str) -> None:
    assert redact_message(message) == shown
    assert message in TECHNICAL or redact_message(shown) == shown, "nothing more is removed the second time"


@for_each(
    "message,shown",
    [
        ("cannot handle k3jX9-vQm_27BzT4fLw8RpYc6HdN0sGa1UeKo5 here", "cannot handle [removed] here"),
        ("cannot handle header Bearer abc-def", "cannot handle header Bearer [removed]"),
        ("no site 0f8fad5b-d9cb-469f-a165-70867728950e", "no site 0f8fad5b-d9cb-469f-a165-70867728950e"),
        (
            "PATCH /v1/orgs/org_larkfield/sites/site_a81bc81bd4 failed",
            "PATCH /v1/orgs/org_larkfield/sites/site_a81bc81bd4 failed",
        ),
    ],
)
def test_what_was_kept_loses_whatever_could_be_a_token(message: str, shown: str) -> None:
    assert redact_stored_message(message) == shown
