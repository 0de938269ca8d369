"""A form that takes a table, pasted or as a file."""

from dataclasses import replace

from masthead.i18n import N_, gettext
from masthead.tables.rows import TableError
from masthead.tables.text import TableText, read_table
from masthead.web.forms.field_types import Upload
from masthead.web.forms.fields import TextInput
from masthead.web.forms.forms import INVALID, PageForm

NO_TABLE = N_("Paste the text, or choose a file.")
BOTH = N_("Paste the text or choose a file, not both.")
ACCEPTED = ".csv,.tsv,.txt,.xlsx,.ldif,text/csv,text/plain"
HINT = N_("CSV, Excel (.xlsx), LDIF or text, 1 MB at most.")


class TableForm(PageForm):
    """Forms declare `text` and `file`, with labels for what they take."""

    keeps_input = True
    text: TextInput
    file: Upload

    def read_table(self) -> TableText | None:
        """Read the table. If it can't be used, set an error and the status, and return None."""
        pasted, name = (self.text.data or "").strip(), self.file.file_name
        if bool(pasted) == bool(name):
            self.text.errors = [gettext(BOTH) if pasted else gettext(NO_TABLE)]
        else:
            field = self.file if name else self.text
            try:
                table = read_table(field.data)
            except TableError as wrong:
                field.errors = [str(wrong)]
                if wrong.is_secret:
                    self.text.data = ""
            else:
                origin = gettext("the file %(file_name)s", file_name=name) if name else gettext("the pasted text")
                return replace(table, origin=origin)
        self.status = INVALID
        return None
