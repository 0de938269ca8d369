"""Lists as other programs write them, after their documentation: who is read, who isn't and why."""

import re
from pathlib import Path

import pytest

from masthead.rosters.roster import NOT_ACTIVE, read_roster
from masthead.tables.rows import TableError
from masthead.tables.text import read_table
from tests.loops import for_each

FOLDER = Path(__file__).parent / "lists"
WHY = {
    "off": NOT_ACTIVE,
    "nobody": "isn't a person, so Masthead left it out.",
    "role": "role in ",
    "state": "Masthead can't tell from",
    "missing": "The address is missing.",
}
# The file, the program that is named, the people by their first names with their roles, and the others with the reason.
EXPECTED = """
active-directory-csvde.csv | Active Directory | kim, pat | sam off
active-directory.ldif | Active Directory | kim, joerg | sam off, all-writers nobody
atlassian-managed-accounts.csv | Atlassian | kim | sam off
atlassian-users.csv | Atlassian | kim, pat | sam off, joerg off
bamboohr-employees.csv | | kim, pat | sam off
docker-hub-members.csv | | kim owner, pat member, joerg member |
dropbox-members.csv | | pat member | kim role, sam off
entra-group-members.csv | Microsoft Entra ID | kim, pat | 9832aad8-e4fe-496b-a604-95c6ef01ae79 nobody
entra-group-template.csv | Microsoft Entra ID | kim, 9832aad8-e4fe-496b-a604-95c6ef01ae72 |
entra-users.csv | Microsoft Entra ID | kim, pat, joerg | sam off
gam-group-members.csv | GAM | kim owner, pat member | sam off, all-writers nobody, docs nobody
gam-users.csv | GAM | kim, pat | sam off, joerg off
github-enterprise-members.csv | GitHub | kim, pat |
github-organization-members.csv | GitHub | pat member | kim role, samray missing
gitlab-group-members.csv | GitLab | kim owner | pat role, sam off
gitlab-permissions.csv | GitLab | kim owner | pat role
gmail-recipients.txt | | kim, pat, joerg |
google-contacts.csv | Google Contacts | kim, pat, sam |
google-groups-members.csv | Google Groups | kim owner, pat member | sam role
google-workspace-group-members.csv | Google Workspace | kim owner, pat member | sam role, all-writers nobody
google-workspace-users.csv | Google Workspace | kim, pat | sam off, joerg off
jumpcloud-users.csv | | kim, pat | sam off, joerg off
microsoft-365-users.csv | Microsoft 365 | kim, pat | sam off, joerg off
notion-members.csv | Notion | pat member | kim role, robin role
okta-people.csv | Okta | kim, pat, robin | sam off, joerg off
okta-report.csv | Okta | kim, pat | sam off, joerg off
openldap.ldif | LDAP | kim, pat | sam off
outlook-contacts.csv | Outlook | kim, pat |
outlook-message-header.txt | | kim, pat, joerg |
outlook-recipients.txt | | kim, pat, joerg |
personio-mitarbeiter.csv | | kim | pat state, sam off
powershell-ad-users.csv | PowerShell | kim, pat | sam off
powershell-graph-users.csv | PowerShell | kim, pat | sam off
powershell-mailboxes.csv | PowerShell | kim, pat | sam off, all-writers nobody, room1 nobody
powershell-teams-users.csv | PowerShell | kim owner, pat member | joerg role
salesforce-users.csv | | kim, pat | sam off
servicenow-users.csv | | kim | pat off, sam off
slack-members.csv | Slack | kim, pat, robin, joerg | sam off, release-bot nobody
zendesk-agents.csv | | | kim role, pat role, sam off
zoom-users.csv | Zoom | pat member | kim role, sam off
"""
LISTS = {
    name: rest for name, *rest in ([cell.strip() for cell in line.split("|")] for line in EXPECTED.split("\n") if line)
}
WITHOUT_PEOPLE = "powershell-ad-group-members.csv"


def first_name(given: str) -> str:
    return re.split("[.@]", given)[0]


@for_each("name", LISTS)
def test_a_list_of_a_program_gives_what_the_program_means(name: str) -> None:
    text = read_table((FOLDER / name).read_bytes())
    found = read_roster(text.text)
    program, people, others = LISTS[name]
    assert [f"{first_name(row.person)} {row.role}".strip() for row in found.rows if not row.wrong] == [
        each for each in people.split(", ") if each
    ]
    reasons = [next(word for word, said in WHY.items() if said in row.wrong) for row in found.rows if row.wrong]
    left_out = [first_name(row.given) for row in found.rows if row.wrong]
    assert ", ".join(map(" ".join, zip(left_out, reasons, strict=True))) == others
    note = f"Masthead read this list as an export of {program}."
    assert (note in found.notes) == bool(program)
    assert [row.line for row in found.rows] == sorted({row.line for row in found.rows})


def test_a_table_without_addresses_is_refused_and_each_list_is_expected() -> None:
    with pytest.raises(TableError, match="No heading names the column with the people"):
        read_roster((FOLDER / WITHOUT_PEOPLE).read_text())
    assert {file.name for file in FOLDER.iterdir()} == {*LISTS, WITHOUT_PEOPLE}
