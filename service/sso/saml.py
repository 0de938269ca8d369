"""SAML providers as they are kept, and as a caller sees them."""

from typing import Any

from sqlalchemy import Row, Select, select
from werkzeug.exceptions import BadRequest

from contract.organization.saml import SamlProviderFields
from service.storage.documents import Fields, extended, serialize
from service.tables.saml import saml_provider
from service.tables.teams import team
from service.teams.repository import CALLERS_PLACE, team_text, with_callers_place

NEEDED_TO_SIGN_IN = ("entityID", "ssoURL", "certificate")
"""Nobody can sign in by a provider before it has these."""


def provider_columns(organization_id: str, fields: Fields) -> dict[str, object]:
    """Without the default team, which has a column of its own."""
    kept = {name: value for name, value in fields.items() if name not in {"service", "urls", "status"}}
    active = all(name in kept for name in NEEDED_TO_SIGN_IN)
    kept["status"] = "active" if active else "pending"
    own = f"/saml/{fields['id']}"
    addresses = {
        "service": {"acsURL": f"{own}/acs", "startURL": f"{own}/start", "entityID": f"{own}/metadata"},
        "urls": {"location": f"/v1/orgs/{organization_id}/saml/{fields['id']}"},
    }
    return {
        "id": fields["id"],
        "organization": organization_id,
        "active": active,
        "document": serialize(kept, addresses),
    }


def check_can_sign_in(given: SamlProviderFields) -> None:
    """400 for a provider by which nobody could sign in yet."""
    for name in NEEDED_TO_SIGN_IN:
        if not given.model_dump().get(name):
            raise BadRequest(f"{name}: is required.")


def provider_rows() -> Select[Any]:
    """Of all organizations, with what `provider_text` needs. Bind parameter: `caller`."""
    with_team = with_callers_place(saml_provider.outerjoin(team, team.c.id == saml_provider.c.default_team))
    return select(saml_provider.c.document, team.c.document.label("team"), *CALLERS_PLACE).select_from(with_team)


def provider_text(row: Row[Any]) -> str:
    """With its whole default team."""
    if row.team is None:
        return str(row.document)
    return extended(row.document, defaultTeam=team_text(row.team, row))
