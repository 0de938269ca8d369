"""The structure of a site as a test sees it, and sections, which the API has no way to make."""

from sqlalchemy import insert

from contract.publishing.site_spaces import LIST_SITE_SPACES
from contract.publishing.sites import GET_PUBLISHED
from service.storage.database import ServiceDatabase
from service.storage.documents import as_json
from service.tables.sites import section, section_group
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD


def sections_of(person: ApiUser, site: str = "site_docs") -> list[tuple[str, str | None]]:
    """The sections in the order in which visitors meet them, each with its group."""
    shown = person.asks(GET_PUBLISHED, LARKFIELD, site).json["structure"]["structure"]
    return [(each["id"].removeprefix("section_"), each.get("sectionGroup")) for each in shown]


def site_spaces_of(person: ApiUser, section_id: str, site: str = "site_docs") -> list[str]:
    """The ids of the site spaces that visitors meet in a section."""
    shown = person.asks(GET_PUBLISHED, LARKFIELD, site).json["structure"]["structure"]
    (found,) = (each for each in shown if each["id"] == section_id)
    return [each["id"] for each in found["siteSpaces"]]


def default_of(person: ApiUser, site: str) -> list[str]:
    """The ids of the default site spaces of a site: one, or none of an empty site."""
    return person.asks(LIST_SITE_SPACES, LARKFIELD, site, default="true").ids


def add_section(database: ServiceDatabase, site: str, section_id: str, *, default: bool = False) -> None:
    """Put an empty section at the end of a site."""
    fields = {"object": "site-section", "id": section_id, "title": section_id, "path": section_id}
    row = {"id": section_id, "site": site, "position": 2**20, "is_default": default, "path": section_id}
    with database.writing() as connection:
        connection.execute(insert(section).values(**row, document=as_json(fields)))


def add_group(database: ServiceDatabase, site: str, group_id: str) -> None:
    """Put an empty group at the end of a site."""
    fields = {"object": "site-section-group", "id": group_id, "title": group_id}
    row = {"id": group_id, "site": site, "position": 2**20 + 1}
    with database.writing() as connection:
        connection.execute(insert(section_group).values(**row, document=as_json(fields)))
