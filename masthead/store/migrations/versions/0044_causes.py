"""Store causes of outcomes and steps as reasons, where a decision depends on them."""

import json
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from masthead.i18n import LANGUAGES

revision = "0044"
down_revision = "0043"

OUTCOMES = {
    "The current values are neither what was sent nor what was there before.": "neither",
    "Some members are neither as this change asked nor as they were before.": "neither",
    "Some members are as this change asked, the others as they were before.": "some_as_sent",
    "It may have been changed again since, so the current values don't show whether this was saved.": "changed_since",
    "Somebody may have set it back since, so the current values don't show whether this was saved.": "set_by_somebody",
    "Somebody may have set it since, so the current values don't show whether this was saved.": "set_by_somebody",
}
STEPS = {
    "The API didn't confirm this, and all is as it was before. Either it was not carried out, or somebody has set it "
    "back since: the API doesn't report which.": "no_trace",
    "The API didn't confirm this. Some of these people are as it asked, the others as they were before. Either it was "
    "carried out and somebody has set the others back since, or it was not and somebody else did the rest: the API "
    "doesn't report which.": "some_trace",
    "You sent it again.": "sent_again",
    "You left this as it is.": "left_as_it_is",
    "No change was needed, so nothing was sent.": "already_so",
}
CREATED = "You or somebody else created it."
"""Ends the sentence about something that was found."""
DIFFERENCES = {
    "the current value could not be read": "not_looked_at",
    "the API doesn't show the place of a group without sections": "hidden_place",
    "The order of the groups: Masthead can't read the published view, which shows it, so it was not changed.": (
        "hidden_order"
    ),
    "the API keeps a moved space in its section, so Masthead has to remove the space and add it again": (
        "kept_in_section"
    ),
    "the API kept a moved space in its section, so Masthead has to remove the space and add it again": (
        "kept_in_section"
    ),
    "there is no space to move it next to, so Masthead has to remove the space and add it again": "no_neighbour",
    "Masthead has to remove them and add them again": "reorders",
    "Left unchanged until the team has another owner.": "follows",
}
"""Parts of sentences."""


def upgrade() -> None:
    """Recognize sentences as reasons; others stay text. Outcomes are sealed: their text stays."""
    op.add_column("journal_outcomes", sa.Column("text_reason", sa.String(32)))
    outcomes = sa.table("journal_outcomes", sa.column("message"), sa.column("text_reason"))
    steps = sa.table("plan_steps", sa.column("message"))
    for text, reason in _in_languages(OUTCOMES):
        op.execute(sa.update(outcomes).where(outcomes.c.message == text).values(text_reason=reason))
    for text, reason in _in_languages({CREATED: "done_by_somebody"}):
        ends = outcomes.c.message.endswith(text, autoescape=True)
        op.execute(sa.update(outcomes).where(ends).values(text_reason=reason))
    for text, reason in _in_languages(STEPS):
        op.execute(sa.update(steps).where(steps.c.message == text).values(message=_cause(reason)))
    _recognise_differences()


def _recognise_differences() -> None:
    plans, connection = sa.table("plans", sa.column("number"), sa.column("differences")), op.get_bind()
    for number, kept in connection.execute(sa.select(plans.c.number, plans.c.differences)).all():
        told = json.loads(kept)
        found = [_recognised(each) for each in told]
        if found != told:
            own = plans.c.number == number
            connection.execute(sa.update(plans).where(own).values(differences=json.dumps(found)))


def _recognised(sentence: str) -> str:
    found = (reason for text, reason in _in_languages(DIFFERENCES) if text in sentence)
    return next((_cause(reason, text=sentence) for reason in found), sentence)


def _in_languages(reasons: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Return each text in every language: stored texts have their writer's language."""
    for text, reason in reasons.items():
        yield from ((each, reason) for each in {language.gettext(text) for language in LANGUAGES.values()})


def _cause(reason: str, **facts: str) -> str:
    return json.dumps({"reason": reason, "facts": facts})
