"""What the portal knows of each kind of thing in the API, declared once: the tables of the other rooms come of it."""

from resources.resource import Endpoints, Resource, Settings
from resources.translation import TRANSLATION

RESOURCES: tuple[Resource, ...] = (TRANSLATION,)

__all__ = ["RESOURCES", "Endpoints", "Resource", "Settings"]
