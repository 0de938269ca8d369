"""Forms of translations."""

from contract.publishing.translations import TranslationSettingsCreate, TranslationSettingsReplace
from i18n import N_
from masthead.web.forms.fields import TextInput
from masthead.web.forms.forms import ContractForm

TITLE = N_("Title")
TITLE_HINT = N_("A name that colleagues recognize. Two translations can have the same title.")


class NewTranslationForm(ContractForm):
    """The title of a new translation. Languages are selected in the documentation app."""

    body = TranslationSettingsCreate
    title = TextInput(TITLE, hint=TITLE_HINT)


class TranslationForm(ContractForm):
    """The title, the only setting that the API can change."""

    body = TranslationSettingsReplace
    title = TextInput(TITLE, hint=TITLE_HINT)
