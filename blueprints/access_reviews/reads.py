"""Reads who has access now, compares it with a review, and builds the calls that carry the review out."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import NamedTuple

from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.organization.team_permissions import LIST_SPACE_TEAMS, TeamPermissionItem
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from contract.schema.fields import value_or_none
from masthead.bulk.goal import MAYBE_DONE
from masthead.i18n import N_, format_date, gettext, ngettext, sort_key
from masthead.resources.organization import Member
from masthead.store.access_reviews import KEEP, REMOVE, AccessReview, ReviewedAccess
from masthead.store.bulk.steps import BulkChange, StepState
from masthead.store.entries import Cause, Reason, Subject
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.directory.entries import find_object_titles
from masthead.web.directory.places import SPACE, find_place
from masthead.web.people.access_reviews import get_review_changes
from masthead.web.people.roles import ROLES, TEAM_ROLES, place_role_title, remove_title, role_title
from masthead.web.person.portal import api, portal
from masthead.writes.roles import IN_SPACE, IN_TEAM, OWNER, Members, assign_role, remove_role
from masthead.writes.send import Change

TEAM = "team"
DECISIONS = {"": N_("Not decided"), KEEP: N_("Keep"), REMOVE: N_("Remove")}
DONE, NOT_DONE, WAITING, NOT_KNOWN = N_("Done"), N_("Not done"), N_("Not done yet"), N_("Not known")
STATES = dict.fromkeys(MAYBE_DONE, NOT_KNOWN) | {StepState.DONE: DONE, StepState.WAITING: WAITING}
Rows = Mapping[str, ReviewedAccess]


def find_title(organization_id: str, kind: str, target: str) -> str:
    """Return the name of a team or space. Raises NotFound for a space of another organization."""
    if kind == SPACE:
        return find_place(organization_id, SPACE, target).called
    (title,) = find_object_titles(TEAM, organization_id, [target])
    return title


def read_access(organization_id: str, kind: str, target: str, *, refresh: bool = True) -> Rows:
    """Read a team's members or a space's teams, by id, sorted by name. Raises Problem if the read fails."""
    query = ListQuery(limit=LIMIT_MAX)
    if kind == TEAM:
        members = api().walk(LIST_TEAM_MEMBERS, organization_id, target, query=query, keep=True, refresh=refresh)
        rows = map(_build_member_row, Members.from_items(members))
    else:
        teams = api().walk(LIST_SPACE_TEAMS, target, query=query, keep=True, refresh=refresh)
        rows = map(_build_team_row, teams)
    return {row.key: row for row in sorted(rows, key=lambda row: (sort_key(row.name), row.key))}


def _build_member_row(member: Member) -> ReviewedAccess:
    seen = member.seen.date().isoformat() if member.seen else ""
    return ReviewedAccess(member.id, member.name, member.email, member.role, member.role, seen=seen)


def _build_team_row(item: TeamPermissionItem) -> ReviewedAccess:
    count = value_or_none(item.team.members)
    people = "" if count is None else ngettext("%(n)s member", "%(n)s members", count)
    return ReviewedAccess(item.team.id, item.team.title or item.team.id, people, item.permission, item.permission)


def merge_current(review: AccessReview, current: Rows) -> AccessReview:
    """Add access that was given since a review began, mark what is gone, and update the current roles."""
    known = {
        key: replace(row, left=key not in current, now=current[key].now if key in current else row.now)
        for key, row in review.rows.items()
    }
    joined = {key: replace(row, joined=True) for key, row in current.items() if key not in known}
    return replace(review, rows={**known, **joined})


def role_labels(review: AccessReview) -> dict[str, str]:
    """Return the labels of the roles that the reviewed people or teams can have."""
    return {role: gettext(label) for role, (label, _) in (TEAM_ROLES if review.kind == TEAM else ROLES).items()}


def decision_label(review: AccessReview, to: str) -> str:
    """Label a decision: `Keep`, `Change to Owner`."""
    if to in DECISIONS:
        return gettext(DECISIONS[to])
    return gettext("Change to %(role)s", role=role_labels(review).get(to, to))


def list_replaced_decisions(review: AccessReview, row: ReviewedAccess) -> list[str]:
    """Describe the decisions that others have replaced, oldest first: `Lena: Keep, Still needed, 3 Mar 2026`."""
    found = []
    for to, reason, by, at in row.earlier:
        parts = (decision_label(review, to), reason, format_date(datetime.fromtimestamp(at, UTC).date()))
        name, decision = by or gettext("An unnamed admin"), ", ".join(filter(None, parts))
        found.append(gettext("%(name)s: %(decision)s", name=name, decision=decision))
    return found


def last_visit_label(row: ReviewedAccess) -> str:
    """Format the day of the last visit; a dash if it isn't shown."""
    return format_date(date.fromisoformat(row.seen)) if row.seen else "–"


def list_changes(review: AccessReview) -> list[Change[None]]:
    """List the calls that carry a review out. New owners come first, so that the team always has one."""
    changing = sorted((row for row in review.rows.values() if row.changes), key=lambda row: row.to != OWNER)
    return [_build_change(review, row) for row in changing]


def _build_change(review: AccessReview, row: ReviewedAccess) -> Change[None]:
    is_team, title = review.kind == TEAM, review.title
    assignment = IN_TEAM if is_team else IN_SPACE
    ids = (review.organization, review.target, row.key)[not is_team :]
    subject, organization = Subject(review.kind, review.target, title), review.organization
    if row.to == REMOVE:
        return remove_role(assignment, ids, subject, remove_title([row.name], title), row.now, organization)
    summary = role_title([row.name], row.to, title) if is_team else place_role_title(row.name, title, row.to, row.now)
    return assign_role(assignment, ids, subject, summary, row.to, row.now, organization)


class ReviewRecord(NamedTuple):
    """The result of a completed review: its bulk change, if it needed changes, and the outcomes in words by row."""

    bulk: BulkChange | None
    outcomes: Mapping[str, str]
    is_undone: bool
    is_partly_undone: bool


def read_record(review: AccessReview) -> ReviewRecord:
    """Read what came of each decision of a completed review."""
    store, bulk = portal().store, get_review_changes(review)
    steps = store.bulk_changes.steps(bulk, limit=bulk.steps or 1) if bulk else []
    undone = store.journal.find_undos([step.entry for step in steps if step.entry])
    step_by_row = {step.intent.ids[-1]: step for step in steps}
    different = {cause.facts.get("summary"): cause for cause in bulk.differences} if bulk else {}
    outcomes: dict[str, str] = {}
    for key, row in review.rows.items():
        step = step_by_row.get(key)
        if not row.changes:
            outcomes[key] = gettext("Somebody else had removed this access.") if row.left else gettext("No change")
        elif step is None:
            outcomes[key] = gettext(NOT_KNOWN)
        elif step.entry in undone:
            outcomes[key] = gettext("Undone")
        else:
            state, cause = gettext(STATES.get(step.state, NOT_DONE)), different.get(step.intent.summary) or step.cause
            outcomes[key] = _describe_outcome(review, state, cause) if cause else state
    is_saved = any(step.state is StepState.DONE and step.entry not in undone for step in steps)
    return ReviewRecord(bulk, outcomes, bool(undone) and not is_saved, bool(undone) and is_saved)


def _describe_outcome(review: AccessReview, state: str, cause: Cause) -> str:
    text = cause_text(cause)
    if cause.reason is Reason.DIFFERENT:  # it was saved, and somebody has changed it back
        return text
    if cause.reason is Reason.SKIPPED:  # its text says "you", and others read the record
        text = gettext("%(name)s skipped this.", name=review.completed_by or gettext("An unnamed admin"))
    return f"{gettext(DONE) if cause.reason is Reason.ALREADY_SO else state}. {text}"
