"""What the pages tell of an API specification, and what may be done with it."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import MISSING

from contract.authoring.openapi_specs import OpenAPISpec, OpenAPISpecUrls
from contract.schema.fields import value_or_none
from i18n import N_, gettext
from masthead.web.pages.organization import has_permission
from masthead.web.pages.spec_errors import SpecError, spec_error
from masthead.web.pages.templating import date, day, web_address

CREATE_SPECS = "createOpenAPISpec"
"""What the organization has to grant for creating and deleting."""
PENDING, PROGRESS, COMPLETE = "pending", "progress", "complete"
FAILING, READY = "failing", "ready"
STATES = {
    FAILING: N_("Fails"),
    READY: N_("Ready"),
    PENDING: N_("Waiting to be read"),
    PROGRESS: N_("Being read"),
}
"""What a specification is in, as the list is filtered by it."""
BADGES = {
    FAILING: ("warn", "exclamation-triangle"),
    READY: ("good", "check-circle"),
    PENDING: ("quiet", "clock-history"),
    PROGRESS: ("quiet", "arrow-repeat"),
}


@dataclass(frozen=True, slots=True)
class SpecFacts:
    """A specification in words; empty where the API does not report it.

    `read_at`, `made_at` and `set_at` are the same moments as files and addresses have them.
    `state` is a key of STATES or what the API reports, `label` its words, `badge` the kind and the icon of its badge.
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
        """Whether the API has yet to read its source, or is at it."""
        return self.state in {PENDING, PROGRESS}


def facts_of(spec: OpenAPISpec) -> SpecFacts:
    """What the API reports of it."""
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
    """A key of STATES, else what the API reports: a run that waits hides the error of the one before it."""
    state = spec.processingState
    if state == COMPLETE:
        return FAILING if value_or_none(spec.lastProcessErrorCode) else READY
    return state


def may_edit(spec: OpenAPISpec) -> bool:
    """Whether the API grants it: reported by the specification itself, else by the organization."""
    permissions = value_or_none(spec.permissions)
    own = permissions.edit if permissions is not None else MISSING
    return has_permission(CREATE_SPECS) if own is MISSING else own


def _moment(moment: object) -> str:
    return day(moment) if isinstance(moment, datetime) else ""


def _day(moment: object) -> str:
    return date(moment) if isinstance(moment, datetime) else ""


def _exact(moment: object) -> str:
    return moment.isoformat() if isinstance(moment, datetime) else ""
