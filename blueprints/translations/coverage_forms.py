"""The forms that note which languages are wanted."""

from typing import Annotated

from pydantic import BaseModel, Field

from i18n import N_
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.language_choice import CODE, Languages

MAX_LANGUAGES, MAX_CODE_LENGTH = 200, 35
Code = Annotated[str, Field(max_length=MAX_CODE_LENGTH, pattern=f"^{CODE}$")]
Codes = Annotated[list[Code], Field(max_length=MAX_LANGUAGES)]


class WantedOfAll(BaseModel):
    """What is wanted of all translations that have no list of their own."""

    languages: Codes


class WantedOfOne(BaseModel):
    """What is wanted of one translation; null goes by the list of the organization."""

    languages: Codes | None


class WantedForm(ContractForm):
    """The list of the organization."""

    body = WantedOfAll
    kept_here = True
    languages = Languages(N_("Languages"))


class OwnWantedForm(ContractForm):
    """The list of one translation."""

    body = WantedOfOne
    kept_here = True
    languages = Languages(N_("Languages"), otherwise=N_("Use the organization's list"))
