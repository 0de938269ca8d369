"""API specifications for display, and whether a person may edit them."""

import time
from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from flask import request, url_for
from pydantic import MISSING

from contract.authoring.openapi_specs import REPLACE_SPEC, OpenAPISpec, OpenAPISpecReplace, OpenAPISpecUrls
from contract.schema.fields import value_or_none
from masthead.client import Cached
from masthead.i18n import N_, gettext, ngettext
from masthead.resources import OPENAPI_SPEC
from masthead.store.entries import Subject
from masthead.web.descriptions.labels import SPEC_READ, SpecError, is_failing, spec_error
from masthead.web.frame.alerts import Alert, AlertLink
from masthead.web.frame.organization import has_permission
from masthead.web.frame.templating import date, day, web_address
from masthead.web.http.paths import parse_int
from masthead.writes.send import Change

CREATE_SPECS = "createOpenAPISpec"
"""Permission of the organization to create and delete specifications."""
PENDING, PROGRESS = "pending", "progress"
FAILING, READY = "failing", "ready"
STATES = {
    FAILING: N_("Fails"),
    READY: N_("Ready"),
    PENDING: N_("Waiting to be read"),
    PROGRESS: N_("Being read"),
}
"""Labels of states, which are also the filters of the list."""
BADGES = {
    FAILING: ("warn", "exclamation-triangle"),
    READY: ("good", "check-circle"),
    PENDING: ("quiet", "clock-history"),
    PROGRESS: ("quiet", "arrow-repeat"),
}
NAMED = 10
"""The most specifications that are named for one cause."""
LONGEST_SECONDS = 120.0
PAUSES_SECONDS = (1, 2, 3, 5, 8, 13)
"""Seconds between two checks, short at first."""
NO_ADDRESS = N_("The source is a text. To have it read again, paste it as the new source.")
SINCE_DIGITS = 12


class SpecFacts(NamedTuple):
    """A specification, formatted for display. Strings that the API doesn't report are empty.

    `read_at`, `made_at` and `set_at` are `processed`, `created` and `changed` as ISO 8601 timestamps, for files and
    URLs. `state` is a key of STATES or else the API's value, `label` is its label, and `badge` has the kind and icon
    of its badge.
    """

    slug: str
    id: str
    source: str
    state: str
    label: str
    badge: tuple[str, str]
    error: SpecError | None
    code: str
    processed: str
    read_on: str
    created: str
    changed: str
    read_at: str
    made_at: str
    set_at: str
    version: str
    app: str
    may_edit: bool

    @property
    def is_running(self) -> bool:
        """Return whether the API is reading the source or hasn't started yet."""
        return self.state in {PENDING, PROGRESS}


class SpecWatch(NamedTuple):
    """A page that checks a specification repeatedly until the API has read its source.

    `since` is the Unix timestamp of the start; `looks` counts the checks. `was` is the time of the API's previous
    read; a different time means that the source has been read again.
    """

    since: float
    was: str
    looks: int

    @classmethod
    def from_query(cls) -> "SpecWatch":
        """Parse the watch from the query, or start one."""
        now = time.time()
        since = request.args.get("since", type=_parse_seconds)
        looks = request.args.get("looks", 0, type=parse_int)
        began = since if since is not None and now - since >= 0 else now
        return cls(began, request.args.get("was", ""), looks)

    @property
    def has_timed_out(self) -> bool:
        """Return whether the page should stop checking, since the watch has taken too long."""
        return time.time() - self.since > LONGEST_SECONDS

    @property
    def pause_seconds(self) -> int:
        return PAUSES_SECONDS[min(self.looks, len(PAUSES_SECONDS) - 1)]

    @property
    def next_query(self) -> dict[str, Any]:
        return {"was": self.was, "since": f"{self.since:.0f}", "looks": self.looks + 1}

    def is_awaited(self, spec: SpecFacts) -> bool:
        """Return whether the watch must continue, since the API hasn't read the new source yet."""
        return spec.is_running or bool(self.was and spec.read_at == self.was)


def build_facts(spec: OpenAPISpec) -> SpecFacts:
    code, state = value_or_none(spec.lastProcessErrorCode) or "", spec_state(spec)
    app = value_or_none((value_or_none(spec.urls) or OpenAPISpecUrls()).app) or ""
    return SpecFacts(
        slug=spec.slug,
        id=spec.id,
        source=value_or_none(spec.sourceURL) or "",
        state=state,
        label=gettext(STATES[state]) if state in STATES else state or gettext("State not known"),
        badge=BADGES.get(state, ("quiet", "question-circle")),
        error=spec_error(code) if code else None,
        code=code,
        processed=_format_moment(spec.lastProcessedAt),
        read_on=_format_day(spec.lastProcessedAt),
        created=_format_moment(spec.createdAt),
        changed=_format_moment(spec.updatedAt),
        read_at=_format_timestamp(spec.lastProcessedAt),
        made_at=_format_timestamp(spec.createdAt),
        set_at=_format_timestamp(spec.updatedAt),
        version=value_or_none(spec.lastVersion) or "",
        app=app if web_address(app) else "",
        may_edit=can_edit_spec(spec),
    )


def spec_state(spec: OpenAPISpec) -> str:
    """Return a key of STATES, or else the API's value. A pending run hides the previous run's error."""
    state = spec.processingState
    if state == SPEC_READ:
        return FAILING if is_failing(spec) else READY
    return state


def failure_alerts(organization_id: str, specs: Sequence[SpecFacts]) -> list[Alert]:
    """List the causes of failures, each with its remedy and the affected specifications."""
    failing = sorted((each for each in specs if each.state == FAILING), key=lambda each: each.code)
    found = []
    for _, group in groupby(failing, key=lambda each: each.code):
        some = list(group)
        links = (
            AlertLink(each.slug, url_for("specs.show", organization_id=organization_id, slug=each.slug))
            for each in some[:NAMED]
        )
        rest = len(some) - NAMED
        more = ngettext("And %(n)s more.", "And %(n)s more.", rest) if rest > 0 else ""
        error = some[0].error or spec_error(some[0].code)
        found.append(Alert("warn", error.text, f"{error.remedy} {more}".strip(), tuple(links)))
    return found


def can_edit_spec(spec: OpenAPISpec) -> bool:
    """Return whether the person may edit the specification, by its own permissions or else the organization's."""
    permissions = value_or_none(spec.permissions)
    own = permissions.edit if permissions is not None else MISSING
    return has_permission(CREATE_SPECS) if own is MISSING else own


def _format_moment(moment: object) -> str:
    return day(moment) if isinstance(moment, datetime) else ""


def _format_day(moment: object) -> str:
    return date(moment) if isinstance(moment, datetime) else ""


def _format_timestamp(moment: object) -> str:
    return moment.isoformat() if isinstance(moment, datetime) else ""


def outcome_message(spec: SpecFacts) -> str:
    if spec.error:
        return gettext("The source of %(name)s couldn't be read. %(why)s", name=spec.slug, why=spec.error.text)
    return gettext("The source of %(name)s was read.", name=spec.slug)


def build_refresh(organization_id: str, read: Cached[OpenAPISpec]) -> Change[OpenAPISpec]:
    spec, settings = read.value, OPENAPI_SPEC.settings_of(read.value)
    summary = gettext("Have the source of the API specification %(name)s read again", name=spec.slug)
    body = OpenAPISpecReplace.model_validate(settings)
    return Change(REPLACE_SPEC, (organization_id, spec.slug), journal_subject(spec), summary, body)


def journal_subject(spec: OpenAPISpec) -> Subject:
    """Return the specification as the subject of a journal entry."""
    return Subject(OPENAPI_SPEC.one, spec.id, spec.slug)


def _parse_seconds(text: str) -> int:
    """Parse a Unix timestamp. Raises ValueError."""
    return parse_int(text, SINCE_DIGITS)
