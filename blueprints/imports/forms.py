"""The form of a content import."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from contract.authoring.content import ContentImport
from fetching.rules import NOT_PUBLIC, is_public
from i18n import N_, gettext
from masthead.web.forms.consequences import Consequence, notable
from masthead.web.forms.fields import Choice, TextInput, TypedName
from masthead.web.forms.forms import ContractForm

SOURCES = {
    "website": (N_("Website"), N_("The page at the address, and pages of the same site that it leads to")),
    "markdown": (N_("Markdown"), N_("A Markdown file")),
    "html": (N_("HTML"), N_("A single page")),
    "docx": (N_("Word document"), N_("A .docx file")),
    "zip": (N_("ZIP archive"), N_("Files packed together")),
    "confluence": (N_("Confluence"), ""),
    "github-wiki": (N_("GitHub Wiki"), ""),
    "notion": (N_("Notion"), ""),
    "google-docs": (N_("Google Docs"), ""),
    "dropbox-paper": (N_("Dropbox Paper"), ""),
    "quip": (N_("Quip"), ""),
    "open-api": (N_("OpenAPI specification"), ""),
}


class ImportForm(ContractForm):
    """The URL and kind of content to import. A space's name must be typed, as it changes at once."""

    body = ContentImport
    url = TextInput(
        N_("Address"),
        type="url",
        hint=N_("The API reads this address, not Masthead and not your browser. It must be public."),
    )
    source = Choice(N_("Kind of source"), meanings=SOURCES, drawn_as="select")
    confirm = TypedName(N_("Name"))
    name = ""
    revision = ""

    def into_space(self, name: str) -> None:
        """Require the name of the space to be typed."""
        self.name = name
        self.confirm.require_name(name)

    def check(self) -> None:
        """Reject credentials in the URL, which the journal keeps, private hosts, and a wrong name if one is typed."""
        try:
            parts = urlsplit(self.url.data or "")
        except ValueError:
            return
        if parts.username or parts.password:
            self.url.errors = [
                gettext("Address: leave out the user name and the password. The journal keeps addresses.")
            ]
        elif parts.hostname and not is_public(parts.hostname):
            self.url.errors = [gettext(NOT_PUBLIC)]
        if self.name:
            self.confirm.check()

    def find_consequences(self) -> Iterable[Consequence]:
        """Warn of what an import may change, and that it can't be undone."""
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
        return map(notable, told)
