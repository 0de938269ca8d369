"""A message keeps its words and loses the values of secrets; what is written for developers is named."""

from masthead.client.redaction import HTML_PAGE, TRACEBACK, redact_message
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
