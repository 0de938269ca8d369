"""Peers with the minimum cost for the same answers: Flask with ready bytes, Jinja with the rows; and a slow API."""

import json
import os
import time
from pathlib import Path

from flask import Flask, Response

ROWS = """<table>
{%- for site in sites %}
<tr>
<th scope="row"><a href="/orgs/org/sites/{{ site['id'] }}">{{ site['title'] }}</a></th>
<td>{{ "Published" if site['published'] else "Not published" }}</td>
<td>{{ site['visibility'] }}</td>
<td>{{ site['siteSpaces'] }}</td>
<td>{{ site['createdAt'] }}</td>
<td><a href="/orgs/org/sites/{{ site['id'] }}/edit" aria-label="Edit {{ site['title'] }}">Edit</a>
<a href="/orgs/org/sites/{{ site['id'] }}/delete" aria-label="Delete {{ site['title'] }}">Delete</a></td>
</tr>
{%- endfor %}
</table>"""

MATRIX = """<table>
<tr><th>Place</th>{% for team in teams %}<th><a href="/teams/{{ team }}">{{ team }}</a></th>{% endfor %}</tr>
{%- for place in places %}
<tr><th scope="row"><a href="/spaces/{{ place }}/access">{{ place }}</a></th>
{%- for team in teams %}<td><a href="/spaces/{{ place }}/access/{{ team }}">Editor</a></td>{% endfor %}</tr>
{%- endfor %}
</table>"""


def ready_bytes() -> Flask:
    """Answer every request with the bytes of the file PEER_FILE, with the type PEER_TYPE."""
    body, kind = Path(os.environ["PEER_FILE"]).read_bytes(), os.environ["PEER_TYPE"]
    app = Flask(__name__, static_folder=None)
    app.add_url_rule("/<path:_>", "ready", lambda _: Response(body, content_type=kind))
    return app


def jinja_rows() -> Flask:
    """Answer every request with a table of a hundred rows, with the portal's links and cells."""
    app = Flask(__name__, static_folder=None)
    sites = [
        {
            "id": f"site_{number:06}",
            "title": f"Depot {number:06}",
            "published": number % 2 == 0,
            "visibility": "public",
            "siteSpaces": number % 7,
            "createdAt": "2025-02-03T07:00:00.000Z",
        }
        for number in range(100)
    ]
    rows = app.jinja_env.from_string(ROWS)
    app.add_url_rule("/<path:_>", "rows", lambda _: rows.render(sites=sites))
    return app


def jinja_matrix() -> Flask:
    """Answer every request with a table of 25 places by 8 teams, with the portal's links and cells."""
    app = Flask(__name__, static_folder=None)
    teams, places = ([f"{kind}_{number:06}" for number in range(count)] for kind, count in (("team", 8), ("space", 25)))
    cells = app.jinja_env.from_string(MATRIX)
    app.add_url_rule("/<path:_>", "cells", lambda _: cells.render(teams=teams, places=places))
    return app


def slow_api() -> Flask:
    """Answer the paths in the file PEER_ANSWERS with its texts, each after PEER_SECONDS seconds."""
    answers: dict[str, str] = json.loads(Path(os.environ["PEER_ANSWERS"]).read_text())
    seconds = float(os.environ["PEER_SECONDS"])
    app = Flask(__name__, static_folder=None)

    def answer(path: str) -> Response:
        time.sleep(seconds)
        return Response(answers[f"/{path}"], content_type="application/json")

    app.add_url_rule("/<path:path>", "answer", answer)
    return app
