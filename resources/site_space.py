"""A space on a site: where it stands there, and who sees it."""

from typing import Any

from pydantic import MISSING

from contract.site_spaces import LIST_SITE_SPACES, UPDATE_SITE_SPACE, SiteSpace
from resources.resource import Endpoints, Resource, Settings


def _converted(site_space: SiteSpace) -> dict[str, Any]:
    """A condition that is not there is none."""
    return {"condition": None if site_space.condition is MISSING else site_space.condition}


SITE_SPACE = Resource(
    one="site space",
    many="site spaces",
    name="title",
    endpoints=Endpoints(LIST_SITE_SPACES, update=UPDATE_SITE_SPACE),
    settings=Settings(_converted),
)
