"""Each file that is downloaded says what is in it, of which organization, and of which day."""

from codecs import BOM_UTF8
from io import BytesIO
from zipfile import ZipFile

from masthead.tables.text import read_table
from masthead.web.person.locale import today
from tests.loops import for_each
from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
EXPORTS = {
    f"{ORG}/sites/export.csv": "sites",
    f"{ORG}/links/export.csv": "share-links",
    f"{ORG}/access/export.csv": "access",
    f"{ORG}/journal/export.csv": "activity",
    f"{ORG}/translations/coverage/export.csv": "languages",
    f"{ORG}/sites/site_docs/audience/export.csv": "audience-site_docs",
    f"{ORG}/teams/team_operations/roster/members.csv": "members-Warehouse-and-drivers",
}


@for_each("address", EXPORTS)
def test_a_file_is_named_after_its_organization_and_its_day(alice: Pages, address: str) -> None:
    alice.get(ORG)
    name = f"{EXPORTS[address]}-Larkfield-Freight-{today().isoformat()}.csv"
    assert alice.get(address).headers["Content-Disposition"] == f'attachment; filename="{name}"'


@for_each("address", EXPORTS)
def test_a_spreadsheet_takes_a_file_for_what_it_is(alice: Pages, address: str) -> None:
    file = alice.get(address).response.get_data()
    assert file.startswith(BOM_UTF8)
    assert read_table(file).text == read_table(file.decode()).text == file.decode("utf-8-sig")


def test_everything_is_one_archive_of_the_files_that_a_person_may_see(alice: Pages, charlie: Pages) -> None:
    found = {}
    for person in (alice, charlie):
        link = person.get(f"{ORG}/settings").links["Export all lists"]
        with ZipFile(BytesIO(person.get(link).response.get_data())) as archive:
            assert archive.testzip() is None
            found[person] = {each.split("-")[0] for each in archive.namelist()}
            missing = archive.read("missing.csv").decode("utf-8-sig").splitlines()
            assert missing[1:] == ["Broken links as CSV,There is nothing to export."]
            (sites,) = (each for each in archive.namelist() if each.startswith("sites-"))
            assert archive.read(sites) == person.get(f"{ORG}/sites/export.csv").response.get_data()
    lists = {"sites", "spaces", "specs", "languages", "access", "activity", "field", "people", "missing.csv"}
    assert found == {alice: lists | {"share"}, charlie: lists}


def test_the_journal_for_programs_too(alice: Pages) -> None:
    said = alice.get(f"{ORG}/journal/export.json").headers["Content-Disposition"]
    assert said == f'attachment; filename="activity-Larkfield-Freight-{today().isoformat()}.json"'
