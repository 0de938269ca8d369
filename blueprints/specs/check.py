"""Has the API read the source of a specification again, and watches until it is done."""

import time
from dataclasses import dataclass
from typing import Any

from flask import request

from blueprints.specs.facts import SpecFacts
from contract.authoring.openapi_specs import REPLACE_SPEC, OpenAPISpec, OpenAPISpecReplace
from i18n import N_, gettext
from masthead.client import Cached
from masthead.resources import OPENAPI_SPEC
from masthead.store.entries import Subject
from masthead.web.http.numbers import whole
from masthead.writes.change import Change

LONGEST_SECONDS = 120.0
PAUSES_SECONDS = (1, 2, 3, 5, 8, 13)
"""Pauses between two checks, short at first."""
NO_ADDRESS = N_(
    "The API doesn't report the text of this source, so Masthead can't send it again. Change the source and paste it."
)


SINCE_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Watch:
    """A running watch of a specification.

    `since` is its start, in seconds since 1970. `looks` counts checks. `was` is when the API had read the source
    before, to notice when it reads it again.
    """

    since: float
    was: str
    looks: int

    @classmethod
    def asked(cls) -> "Watch":
        """Parse the watch from the query; a new one without it."""
        now = time.time()
        since = request.args.get("since", type=_seconds)
        looks = request.args.get("looks", 0, type=whole)
        began = since if since is not None and now - since >= 0 else now
        return cls(began, request.args.get("was", ""), looks)

    @property
    def is_over(self) -> bool:
        """Whether the API takes too long. The page then stops checking."""
        return time.time() - self.since > LONGEST_SECONDS

    @property
    def pause(self) -> int:
        """Seconds until the next check."""
        return PAUSES_SECONDS[min(self.looks, len(PAUSES_SECONDS) - 1)]

    @property
    def onward(self) -> dict[str, Any]:
        """Query parameters for the next check."""
        return {"was": self.was, "since": f"{self.since:.0f}", "looks": self.looks + 1}

    def is_awaited(self, spec: SpecFacts) -> bool:
        """Whether the API has yet to read the source that was sent."""
        return spec.is_running or bool(self.was and spec.read_at == self.was)


def outcome_of(spec: SpecFacts) -> str:
    if spec.error:
        return gettext("The API couldn't read the source of %(name)s. %(why)s", name=spec.slug, why=spec.error.text)
    return gettext("The API read the source of %(name)s.", name=spec.slug)


def sending_again(organization_id: str, read: Cached[OpenAPISpec]) -> Change[OpenAPISpec]:
    spec, settings = read.value, OPENAPI_SPEC.settings_of(read.value)
    summary = gettext("Have the source of the API specification %(name)s read again", name=spec.slug)
    body = OpenAPISpecReplace.model_validate(settings)
    return Change(REPLACE_SPEC, (organization_id, spec.slug), subject_of(spec), summary, body)


def subject_of(spec: OpenAPISpec) -> Subject:
    """The specification as a subject of journal entries."""
    return Subject(OPENAPI_SPEC.one, spec.id, spec.slug)


def _seconds(text: str) -> int:
    """Parse seconds since 1970. Raises ValueError."""
    return whole(text, SINCE_DIGITS)
