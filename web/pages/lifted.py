"""Enforcement of single sign-on that was lifted for a certificate, and has not come back."""

from contextlib import suppress

from contract.organization.organizations import Organization
from contract.schema.fields import value_or_none
from store import LiftedEnforcement, StoreError
from web.pages.organization import has_permission
from web.person.portal import portal


def lifted(organization: Organization) -> LiftedEnforcement | None:
    """For administrators, while the API says that it is not enforced."""
    if not has_permission("admin") or value_or_none(organization.sso) is not False:
        return None
    with suppress(StoreError):
        return portal().store.rotations.lifted(organization.id)
    return None


def note_enforced(organization: Organization) -> None:
    """Drop the note where single sign-on was just read to be enforced again, by whoever did that and wherever."""
    if value_or_none(organization.sso) is True and has_permission("admin"):
        forget_lifted(organization.id)


def forget_lifted(organization_id: str) -> None:
    """Somebody has decided about enforcement since."""
    with suppress(StoreError):
        portal().store.rotations.forget_lifted(organization_id)
