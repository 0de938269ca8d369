"""API specifications in words, and whether a person may edit them."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import MISSING

from contract.authoring.openapi_specs import OpenAPISpec, OpenAPISpecUrls
from contract.schema.fields import value_or_none
from i18n import N_, gettext
from masthead.web.descriptions.spec_errors import SpecError, spec_error
from masthead.web.frame.organization import has_permission
from masthead.web.frame.templating import date, day, web_address

CREATE_SPECS = "createOpenAPISpec"
"""The permission of the organization to create and delete specifications."""
PENDING, PROGRESS, COMPLETE = "pending", "progress", "complete"
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


@dataclass(frozen=True, slots=True)
class SpecFacts:
    """A specification in words. A text is empty if the API doesn't report it.

    `read_at`, `made_at` and `set_at` are the moments of `processed`, `created` and `changed` in ISO 8601, for files and
    URLs. `state` is a key of STATES or the API's value, `label` its label, `badge` the kind and icon of its badge.
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
        """Whether the API is reading the source or has yet to start."""
        return self.state in {PENDING, PROGRESS}


def facts_of(spec: OpenAPISpec) -> SpecFacts:
    """Convert a specification for display."""
    code, state = value_or_none(spec.lastProcessErrorCode) or "", state_of(spec)
    app = value_or_none((value_or_none(spec.urls) or OpenAPISpecUrls()).app) or ""
    return SpecFacts(
        slug=spec.slug,
        id=spec.id,
        source=value_or_none(spec.sourceURL) or "",
        state=state,
        label=gettext(STATES[state]) if state in STATES else state or gettext("Not reported"),
        badge=BADGES.get(state, ("quiet", "question-circle")),
        error=spec_error(code) if code else None,
        code=code,
        processed=_moment(spec.lastProcessedAt),
        read_on=_day(spec.lastProcessedAt),
        created=_moment(spec.createdAt),
        changed=_moment(spec.updatedAt),
        read_at=_exact(spec.lastProcessedAt),
        made_at=_exact(spec.createdAt),
        set_at=_exact(spec.updatedAt),
        version=value_or_none(spec.lastVersion) or "",
        app=app if web_address(app) else "",
        may_edit=may_edit(spec),
    )


def state_of(spec: OpenAPISpec) -> str:
    """A key of STATES, else the API's value. A pending run hides the error of the run before it."""
    state = spec.processingState
    if state == COMPLETE:
        return FAILING if value_or_none(spec.lastProcessErrorCode) else READY
    return state


def may_edit(spec: OpenAPISpec) -> bool:
    """Whether the specification's own permissions allow edits, or else the organization's."""
    permissions = value_or_none(spec.permissions)
    own = permissions.edit if permissions is not None else MISSING
    return has_permission(CREATE_SPECS) if own is MISSING else own


def _moment(moment: object) -> str:
    return day(moment) if isinstance(moment, datetime) else ""


def _day(moment: object) -> str:
    return date(moment) if isinstance(moment, datetime) else ""


def _exact(moment: object) -> str:
    return moment.isoformat() if isinstance(moment, datetime) else ""
