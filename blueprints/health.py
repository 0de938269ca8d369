"""For machines that watch: is the portal alive, and can it do its work."""

from flask import Blueprint

from web.person.access import public
from web.person.portal import portal
from web.places import Place

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
@public
def alive() -> dict[str, str]:
    """Answer 200 as long as the process does."""
    return {"status": "alive"}


@blueprint.get("/readyz")
@public
def ready() -> tuple[dict[str, str], int]:
    """Answer 200 when the database and the API do, else 503 with the part that does not."""
    parts = {
        "database": portal().store.database.ready(),
        "api": portal().transport.reachable(),
    }
    words = {part: "ready" if well else "not ready" for part, well in parts.items()}
    return words, 200 if all(parts.values()) else 503


PLACE = Place(blueprints=(blueprint,))
