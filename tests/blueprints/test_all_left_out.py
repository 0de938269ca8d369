"""An API that leaves out all that it may: every page is shown, and says of nothing that there is none."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import MISSING

from contract.organization.organizations import OrganizationPermissions
from contract.schema.fields import ContractModel
from tests.blueprints.overview import part
from tests.faults.twisted import ORG, broken_pages, everywhere, pages_of, twisted
from tests.pages.pages import Pages
from tests.world import RunningService

PERMISSIONS = {"permissions", *OrganizationPermissions.model_fields}
NONE = re.compile(r"[\w ]*\bNone\b[\w ]*")
ABSENT_MEANS_NONE = ("OpenAPI specifications None failing", "Not ready None", "Pending None", "Team None")
"""What the API tells by leaving a value out of a thing that it reports."""
WANTED = "Wanted by the organization None"
"""What Masthead keeps itself."""


def models(base: type[ContractModel]) -> Iterator[type[ContractModel]]:
    for model in base.__subclasses__():
        yield model
        yield from models(model)


def optional_names() -> set[str]:
    """The names of fields that are optional wherever they are."""
    fields = [item for model in models(ContractModel) for item in model.model_fields.items()]
    return {name for name, field in fields if field.default is MISSING} - {
        name for name, field in fields if field.default is not MISSING
    }


@pytest.fixture(params=[PERMISSIONS, set()], ids=["with permissions", "without"])
def bare(request: pytest.FixtureRequest, service: RunningService, tmp_path: Path) -> Iterator[Pages]:
    """Alice, whose API leaves out all optional fields, but for what she may do."""
    names = optional_names() - request.param - {"next"}

    def drop(_path: str, told: Any) -> Any:  # noqa: ANN401
        return everywhere(told, lambda each: {name: each[name] for name in each if name not in names})

    with twisted(service, tmp_path / "portal", drop) as alice:
        yield alice


@pytest.mark.exhaustive
def test_every_page_is_shown(bare: Pages) -> None:
    assert list(broken_pages(bare, pages_of(bare.app))) == []


@pytest.mark.exhaustive
def test_no_page_says_none_of_what_is_not_reported(bare: Pages) -> None:
    told = [found for address in pages_of(bare.app) for found in NONE.findall(bare.get(address).main)]
    assert [each for each in told if not any(known in each for known in (*ABSENT_MEANS_NONE, WANTED))] == []


@pytest.mark.parametrize(
    ("languages", "told"),
    [
        (["de"], "4 translations into 1 language "),
        (["pt-BR", "pt_br"], "4 translations into 1 language "),
        (None, "4 translations into 7 or more languages"),
    ],
)
def test_languages_are_counted_once_and_as_far_as_they_are_reported(
    service: RunningService, tmp_path: Path, languages: list[str] | None, told: str
) -> None:
    def twist(path: str, answer: Any) -> Any:  # noqa: ANN401
        for at, each in enumerate(answer["items"] if path.endswith("/translations") else ()):
            if languages:
                each["languages"] = languages
            elif at == 0:
                each.pop("languages", None)
        return answer

    with twisted(service, tmp_path / "portal", twist) as alice:
        assert told in part(alice.get(ORG), "counts")


def test_a_logo_is_not_reported(bare: Pages) -> None:
    assert bare.get(f"{ORG}/settings").facts["Logo"] == "Not reported"
