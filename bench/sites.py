"""Databases of the service with a given number of sites."""

from contextlib import closing
from pathlib import Path

from service.app import create_service
from service.settings import ServiceSettings
from service.sites.repository import add_site
from service.storage.database import ServiceDatabase, database_url

ORGANIZATION = "org_larkfield"
SITES_BEFORE = 7
"""Those of the demo world."""

LISTING = f"/v1/orgs/{ORGANIZATION}/sites"
ALICE = "Bearer demo-alice"


def database_of(folder: Path, size: int) -> Path:
    """Create the demo world whose first organization has this many sites."""
    file = folder / f"{size}.db"
    app = create_service(ServiceSettings(database_url(str(file)), demo=True))
    with closing(app.extensions["runtime"].database) as database:
        _add(database, size - SITES_BEFORE)
    return file


def _add(database: ServiceDatabase, count: int) -> None:
    with database.writing() as connection:
        for number in range(count):
            add_site(
                connection,
                ORGANIZATION,
                {
                    "object": "site",
                    "id": f"site_{number:06}",
                    "type": "basic",
                    "title": f"Depot {number:06}",
                    "visibility": "public",
                    "published": number % 2 == 0,
                    "siteSpaces": 0,
                    "createdAt": "2025-02-03T07:00:00.000Z",
                    "adaptiveContent": {"enabled": False},
                    "agentsContext": "included",
                    "features": [],
                },
            )
