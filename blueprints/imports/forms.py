"""The form of an import."""

from urllib.parse import urlsplit

from contract.authoring.content import ContentImport
from i18n import gettext
from web.forms.fields import Choice, TextInput, TypedName
from web.forms.forms import ContractForm

SOURCES = {
    "website": ("Website", "The page at the address, and pages of the same site that it leads to"),
    "markdown": ("Markdown", "A Markdown file"),
    "html": ("HTML", "A single page"),
    "docx": ("Word document", "A .docx file"),
    "zip": ("ZIP archive", "Files packed together"),
    "confluence": ("Confluence", ""),
    "github-wiki": ("GitHub Wiki", ""),
    "notion": ("Notion", ""),
    "google-docs": ("Google Docs", ""),
    "dropbox-paper": ("Dropbox Paper", ""),
    "quip": ("Quip", ""),
    "open-api": ("OpenAPI specification", ""),
}


class ImportForm(ContractForm):
    """What to import. Into a space, what is imported shows at once, so its name is typed before."""

    body = ContentImport
    url = TextInput(
        "Address",
        type="url",
        hint="The API reads this address, not Masthead and not your browser. It must be public.",
    )
    source = Choice("Kind of source", meanings=SOURCES, drawn_as="select")
    confirm = TypedName("Name")
    name = ""
    revision = ""

    def into_space(self, name: str) -> None:
        """Ask for the name of the space."""
        self.name = name
        self.confirm.require_name(name)

    def check(self) -> None:
        """The name; and no password in the address, which the journal would keep."""
        try:
            parts = urlsplit(self.url.data or "")
        except ValueError:
            return
        if parts.username or parts.password:
            self.url.errors = [
                gettext("Address: leave out the user name and the password. The journal keeps addresses.")
            ]
        if self.name:
            self.confirm.check()

    def risks(self) -> list[str]:
        """What an import may do."""
        told = [gettext("The API doesn't document which pages an import replaces. It may change pages that exist.")]
        if self.name:
            told.append(gettext("The import changes the space at once, without a change request."))
        if self.revision:
            told.append(
                gettext(
                    "Masthead can't undo an import. The revision before it is %(revision)s: go back to it in the app.",
                    revision=self.revision,
                )
            )
        return told
