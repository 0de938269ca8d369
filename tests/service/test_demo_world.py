"""The demo world: what it promises to whoever tries the portal."""

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import from_json
from sqlalchemy import select

from contract import sites
from contract.fields import Shape
from contract.organizations import Organization
from contract.site import VISIBILITIES, Site
from contract.sites import GET_PUBLISHED, LIST_SITES
from contract.spaces import Space
from service.adaptive_shape import departure
from service.database import Database
from service.demo.world import HERE, ORGANIZATIONS
from service.documents import answered
from service.permissions import permissions_of
from service.tables import content, identity
from service.tables import sites as site_tables
from tests.service.conftest import LARKFIELD
from tests.service.person import Person

MODELS = [(identity.organization, Organization), (content.space, Space), (site_tables.site, Site)]


@pytest.mark.parametrize(("table", "model"), MODELS, ids=lambda each: getattr(each, "name", None))
def test_what_is_kept_is_what_the_contract_says(database: Database, table: Any, model: type[Shape]) -> None:  # noqa: ANN401
    with database.reading() as connection:
        documents = connection.scalars(select(table.c.document)).all()
    assert documents
    for document in documents:
        fields = from_json(answered(document, "http://127.0.0.1", permissions_of("admin")))
        assert fields.keys() <= model.model_fields.keys()
        model.model_validate_json(answered(document, "http://127.0.0.1", permissions_of("admin")))


def test_there_is_a_site_of_each_kind(alice: Person) -> None:
    listed = alice.asks(LIST_SITES, LARKFIELD).json["items"]
    assert len(listed) >= 6
    assert {site["visibility"] for site in listed} == set(VISIBILITIES)
    assert {site["published"] for site in listed} == {True, False}


def test_one_site_has_five_sections_of_which_two_are_in_no_group(alice: Person) -> None:
    sections = alice.asks(GET_PUBLISHED, LARKFIELD, "site_docs").json["structure"]["structure"]
    groups = [section.get("sectionGroup") for section in sections]
    assert (len(groups), groups.count(None), len(set(groups) - {None})) == (5, 2, 2)


def test_a_space_is_in_the_collection_that_people_know(alice: Person) -> None:
    (space, _) = alice.asks(GET_PUBLISHED, LARKFIELD, "site_handbook").json["structure"]["structure"]
    assert space["space"]["parent"] == "col_handbook"


@pytest.mark.parametrize("name", ORGANIZATIONS)
def test_its_schemas_and_addresses_are_what_the_service_would_take(name: str) -> None:
    world = from_json((HERE / f"{name}.json").read_bytes())
    for site in world["sites"]:
        assert "adaptiveSchema" not in site or departure(site["adaptiveSchema"]) is None
        sites.SiteUpdate.model_validate({"proxy": site["proxy"]} if "proxy" in site else {})
    domains = [*world["organization"]["emailDomains"], *(each["email"].partition("@")[2] for each in world["members"])]
    assert [domain for domain in domains if not domain.endswith(".example")] == []


@pytest.mark.parametrize("file", sorted((HERE / "content").rglob("*.md")), ids=lambda file: file.stem)
def test_a_page_has_a_title_a_description_and_something_to_read(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert re.match(r"# \w.+\n\n_.+_\n\n", text)
    assert len(text.split()) > 25
