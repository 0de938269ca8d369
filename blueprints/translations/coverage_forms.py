"""Forms for wanted languages."""

from typing import Annotated

from pydantic import BaseModel, Field

from i18n import N_
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.languages import CODE, Languages

MAX_LANGUAGES, MAX_CODE_LENGTH = 200, 35
Code = Annotated[str, Field(max_length=MAX_CODE_LENGTH, pattern=f"^{CODE}$")]
Codes = Annotated[list[Code], Field(max_length=MAX_LANGUAGES)]


class WantedOfAll(BaseModel):
    """Wanted languages of all translations without a list of their own."""

    languages: Codes


class WantedOfOne(BaseModel):
    """Wanted languages of one translation; null to use the organization's list."""

    languages: Codes | None


class WantedForm(ContractForm):
    """The organization's list."""

    body = WantedOfAll
    kept_here = True
    languages = Languages(N_("Languages"))


class OwnWantedForm(ContractForm):
    """One translation's list."""

    body = WantedOfOne
    kept_here = True
    languages = Languages(N_("Languages"), otherwise=N_("Use the organization's list"))
