"""What the portal knows of each kind of thing in the API, declared once: the tables of the other rooms come of it."""

from resources.adaptive_schema import ADAPTIVE_SCHEMA
from resources.invite import INVITE
from resources.organization import ORGANIZATION
from resources.resource import Endpoints, Resource, Settings
from resources.saml_provider import SAML_PROVIDER
from resources.share_link import SHARE_LINK
from resources.site import SITE
from resources.site_space import SITE_SPACE
from resources.translation import TRANSLATION

RESOURCES: tuple[Resource, ...] = (
    ORGANIZATION,
    SITE,
    SITE_SPACE,
    ADAPTIVE_SCHEMA,
    SHARE_LINK,
    INVITE,
    SAML_PROVIDER,
    TRANSLATION,
)

__all__ = [
    "ADAPTIVE_SCHEMA",
    "INVITE",
    "ORGANIZATION",
    "RESOURCES",
    "SAML_PROVIDER",
    "SHARE_LINK",
    "SITE",
    "SITE_SPACE",
    "TRANSLATION",
    "Endpoints",
    "Resource",
    "Settings",
]
