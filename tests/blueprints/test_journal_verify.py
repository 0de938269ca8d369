"""The command that checks the seals of the journal."""

from flask import Flask

from tests.pages.pages import Pages
from web.person.portal import portal_of

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"


def test_a_command_checks_the_seals(alice: Pages, portal: Flask) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, title="Guide", press="Save changes")
    run = portal.test_cli_runner().invoke
    assert run(args=["journal", "verify"]).output == "All 2 seals hold.\n"
    with portal_of(portal).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE journal SET summary = 'Nothing'")
    broken = run(args=["journal", "verify"])
    assert (broken.exit_code, broken.output) == (1, "Error: 0 seals hold, and then entry 1 is not what was sealed.\n")
