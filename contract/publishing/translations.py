"""An organization's translation settings."""

from typing import Annotated, Literal

from pydantic import MISSING, Field

from contract.organization.people import EditPermissions, LocationUrls
from contract.schema.endpoint import EndpointGroup
from contract.schema.fields import ContractModel, DocumentedLimit, Moment, OpenEnum

_GROUP = EndpointGroup("Translations")
TITLE_MIN, TITLE_MAX = 1, 100
# Languages from 0.130.0, pt-br and yue from 0.137.0, zh-tw from 0.202.0. No endpoint sets them.
_LANGUAGES = """
    en fr de es it pt ru ja zh ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl
    pt-br yue zh-tw
"""
LANGUAGES = tuple(_LANGUAGES.split())


class TranslationSettings(ContractModel):
    """The target languages of a translation; `languages` are language codes."""

    absence_tells = frozenset({"languages"})

    object: Literal["translation-settings"] = "translation-settings"
    id: str
    title: Annotated[str, DocumentedLimit(min_length=TITLE_MIN, max_length=TITLE_MAX)]
    languages: list[Annotated[str, OpenEnum(*LANGUAGES)]] | MISSING = MISSING
    createdAt: Moment | MISSING = MISSING
    updatedAt: Moment | MISSING = MISSING
    permissions: EditPermissions | MISSING = MISSING
    urls: LocationUrls | MISSING = MISSING


class TranslationSettingsCreate(ContractModel):
    """New settings."""

    title: Annotated[str, Field(min_length=TITLE_MIN, max_length=TITLE_MAX)]


class TranslationSettingsReplace(TranslationSettingsCreate):
    """A new title."""


TRANSLATIONS = "/v1/orgs/{organizationId}/translations"
TRANSLATION = TRANSLATIONS + "/{translationSettingsId}"

LIST_TRANSLATIONS = _GROUP.list("listTranslationSettings", TRANSLATIONS, TranslationSettings)
CREATE_TRANSLATION = _GROUP.post(
    "createTranslationSettings", TRANSLATIONS, TranslationSettingsCreate, TranslationSettings, 201
)
GET_TRANSLATION = _GROUP.get("getTranslationSettings", TRANSLATION, TranslationSettings)
REPLACE_TRANSLATION = _GROUP.put(
    "replaceTranslationSettings", TRANSLATION, TranslationSettingsReplace, TranslationSettings
)
DELETE_TRANSLATION = _GROUP.delete("deleteTranslationSettings", TRANSLATION, 205)
