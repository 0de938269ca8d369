"""The demo world: what it promises to whoever tries the portal."""

import re
from pathlib import Path
from typing import Any

from pydantic_core import from_json
from sqlalchemy import select

from contract.authoring.spaces import Space
from contract.organization.organizations import Organization
from contract.publishing import sites
from contract.publishing.sites import Site
from contract.schema.fields import ContractModel
from service.demo import HERE
from service.demo.world import ORGANIZATIONS
from service.endpoints.adaptive_schemas import schema_error_message
from service.permissions import permissions_json
from service.storage.database import ServiceDatabase
from service.storage.documents import render_document
from service.tables import content, identity
from service.tables import sites as site_tables
from tests.loops import for_each

MODELS = [(identity.organization, Organization), (content.space, Space), (site_tables.site, Site)]


@for_each("table, model", MODELS)
def test_what_is_kept_is_what_the_contract_says(
    database: ServiceDatabase,
    table: Any,  # noqa: ANN401
    model: type[ContractModel],
) -> None:
    with database.reading() as connection:
        documents = connection.scalars(select(table.c.document)).all()
    assert documents
    for document in documents:
        fields = from_json(render_document(document, "http://127.0.0.1", permissions_json("admin")))
        assert fields.keys() <= model.model_fields.keys()
        model.model_validate_json(render_document(document, "http://127.0.0.1", permissions_json("admin")))


@for_each("name", ORGANIZATIONS)
def test_its_schemas_and_addresses_are_what_the_service_would_take(name: str) -> None:
    world = from_json((HERE / f"{name}.json").read_bytes())
    for site in world["sites"]:
        assert "adaptiveSchema" not in site or schema_error_message(site["adaptiveSchema"]) is None
        sites.SiteUpdate.model_validate({"proxy": site["proxy"]} if "proxy" in site else {})
    domains = [*world["organization"]["emailDomains"], *(each["email"].partition("@")[2] for each in world["members"])]
    assert [domain for domain in domains if not domain.endswith(".example")] == []


@for_each("file", sorted((HERE / "content").rglob("*.md")))
def test_a_page_has_a_title_a_description_and_something_to_read(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert re.match(r"# \w.+\n\n_.+_\n\n", text)
    assert len(text.split()) > 25
