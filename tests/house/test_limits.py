"""No limit of the contract is written a second time: forms and pages read it."""

import ast
import re
from functools import cache

from contract import ENDPOINTS
from contract.schema.limits import FieldLimits, limits
from tests.house.sources import ROOT, modules, named, parsed, read, templates

# Numbers that happen to be limits of the contract too, and what they are here.
OUR_OWN = {
    ("blueprints/organizations/overview.py", 100): "items that are counted",
    ("web/pages/alerts.py", 30): "days",
    ("blueprints/organizations/changes.py", 30): "days",
    ("blueprints/translations/coverage.py", 100): "rows of a page",
    ("blueprints/spaces/views.py", 100): "rows of a page",
    ("blueprints/spaces/space_files.py", 100): "rows of a page",
    ("blueprints/spaces/space_files.py", 1000): "bytes of a kilobyte",
    ("blueprints/change_requests/listing.py", 100): "rows of a page",
    ("blueprints/comments/reads.py", 100): "rows of a page",
    ("blueprints/inbox/reads.py", 100): "items of a space",
    ("blueprints/inbox/views.py", 100): "rows of a page",
    ("blueprints/inbox/items.py", 30): "days",
    ("blueprints/spaces/content.py", 100): "uses that one read asks for",
    ("blueprints/spaces/hits.py", 100): "rows of a page",
    ("blueprints/spaces/tree.py", 10000): "pages of a tree",
    ("web/pages/listings.py", 100): "rows of a page",
    ("web/pages/markdown.py", 100): "elements within elements",
    ("web/pages/lifted.py", 100): "entries of the journal",
    ("blueprints/spaces/overview.py", 30): "days",
    ("blueprints/sites/views.py", 100): "rows of a page",
    ("blueprints/specs/views.py", 100): "rows of a page",
    ("blueprints/specs/reads.py", 100): "rows of a page",
    ("blueprints/share_links/link_register.py", 100): "rows of a page",
    ("blueprints/share_links/link_register.py", 30): "days",
    ("blueprints/access/review_form.py", 1000): "changes at once",
    ("web/pages/matrix_filters.py", 1000): "milliseconds of a second",
    ("blueprints/access/place_people.py", 100): "rows of a page",
    ("web/http/spreadsheets.py", 50): "lines that are sent together",
    ("web/pages/place_roles.py", 1000): "milliseconds of a second",
    ("blueprints/field_values/field_value_changes.py", 100): "rows of a page",
    ("blueprints/field_values/field_value_changes.py", 1000): "milliseconds of a second",
    ("blueprints/field_values/proposals.py", 1000): "milliseconds of a second",
    ("blueprints/field_values/reads.py", 1000): "milliseconds of a second",
    ("blueprints/access/reads.py", 100): "rows of a page",
    ("blueprints/teams/views.py", 100): "rows of a page",
    ("web/pages/lost_roles.py", 100): "rows of a page",
    ("web/pages/lost_roles.py", 1000): "places that a page looks at",
    ("blueprints/teams/reads.py", 100): "pages of members that are read before a change",
    ("blueprints/teams/reads.py", 10000): "members whom a page reads",
    ("blueprints/drafts/words.py", 100): "organizations whose titles are looked up",
    ("blueprints/structure/news.py", 100): "entries of the journal that are looked through",
    ("blueprints/sso/metadata.py", 100): "characters of an address that a message quotes",
    ("blueprints/directory.py", 100): "rows of a page",
    ("blueprints/adaptive/conditions.py", 100): "rows of a page",
    ("blueprints/adaptive/audience.py", 100): "rows of a page",
    ("blueprints/adaptive/schema_field.py", 100): "claims in a list of inputs",
    ("blueprints/sites/bulk.py", 100): "rows of a page",
    ("blueprints/roster/reads.py", 100): "rows of a page",
    ("blueprints/journal/views.py", 100): "rows of a page",
    ("blueprints/sso/imported.py", 50): "providers of a federation that are shown at once",
    ("blueprints/plans/views.py", 100): "rows of a page",
    ("blueprints/plans/words.py", 1000): "milliseconds of a second",
    ("blueprints/link_health/words.py", 1000): "milliseconds of a second",
    ("blueprints/certificates/overview.py", 50): "organizations read for a page",
    ("blueprints/journal/export.py", 1000): "rows read at once",
    ("blueprints/sso/metadata_fetch.py", 512): "kibibytes of metadata",
    ("blueprints/sso/metadata_fetch.py", 1024): "bytes of a kibibyte",
    ("web/person/provider.py", 1024): "bytes of a kibibyte",
    ("web/http/log.py", 1000): "milliseconds of a second",
    ("web/http/rates.py", 30): "days of a month",
}
A_STATUS = 200
# Below this a number says nothing: two of something is not the shortest title.
TELLING = 10
FIXED = re.compile(r"\b(maxlength|minlength|pattern|max|min|data-max)=\"?[^\"{]")


@cache
def numbers_of_the_contract() -> set[int]:
    """The limits of all that can be sent."""
    models = [model for endpoint in ENDPOINTS for model in (endpoint.body, endpoint.query) if model]
    found = [limits(model, name) for model in models for name in model.model_fields]
    return {number for each in found for number in _numbers(each) if number >= TELLING} - {A_STATUS}


def _numbers(of: FieldLimits) -> list[int]:
    own = [of.min_length, of.max_length, of.min_items, of.max_items, of.minimum, of.maximum]
    return [int(each) for each in own if each is not None] + (_numbers(of.item) if of.item else [])


def written(*rooms: str) -> set[tuple[str, int]]:
    """The whole numbers that stand in the code of these rooms."""
    return {
        (named(file), node.value)
        for file in modules(*rooms)
        for node in ast.walk(parsed(file))
        if isinstance(node, ast.Constant) and type(node.value) is int
    }


def test_the_contract_has_the_limits_that_are_looked_for() -> None:
    assert {32, 100, 128, 255, 512, 1000} <= numbers_of_the_contract()


def test_no_code_of_pages_writes_a_limit() -> None:
    found = {each for each in written("web", "blueprints") if each[1] in numbers_of_the_contract()}
    assert found == OUR_OWN.keys()


def test_no_template_writes_a_limit() -> None:
    assert [name for name, text in templates().items() if FIXED.search(text)] == []


def test_the_browser_s_code_writes_no_limit() -> None:
    script = (ROOT / "static" / "masthead.js").read_text(encoding="utf-8")
    assert {int(each) for each in re.findall(r"\b\d+\b", script)} & numbers_of_the_contract() == set()


def test_numbers_out_of_addresses_are_bounded() -> None:
    """`int` takes numbers that no database does; web.http.numbers.whole is what to ask with."""
    assert [named(file) for file in modules("blueprints", "web") if "type=int" in read(file)] == []
