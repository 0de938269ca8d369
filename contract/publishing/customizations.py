"""The customization of a published site, read together with its content."""

from typing import Annotated

from pydantic import MISSING, Field

from contract.schema.fields import ContractModel, JsonObject, OpenEnum

_FONTS = """
    ABCFavorit Inter Roboto RobotoSlab OpenSans SourceSansPro Lato Ubuntu Raleway Merriweather Overpass NotoSans
    IBMPlexSerif Poppins FiraSans
"""
FONTS = tuple(_FONTS.split())


class ThemedValue(ContractModel):
    """A value for light mode and one for dark mode."""

    light: str | MISSING = MISSING
    dark: str | MISSING = MISSING


class Tint(ContractModel):
    """The colour that tints backgrounds."""

    color: ThemedValue | MISSING = MISSING


class SidebarStyling(ContractModel):
    """The style of the sidebar."""

    background: Annotated[str, OpenEnum("default", "filled")] | MISSING = MISSING
    list: Annotated[str, OpenEnum("default", "pill", "line")] | MISSING = MISSING


class Styling(ContractModel):
    """Colours, shapes and fonts; a custom `font` is an object."""

    theme: Annotated[str, OpenEnum("clean", "muted", "bold", "gradient")] | MISSING = MISSING
    primaryColor: ThemedValue | MISSING = MISSING
    infoColor: ThemedValue | MISSING = MISSING
    successColor: ThemedValue | MISSING = MISSING
    warningColor: ThemedValue | MISSING = MISSING
    dangerColor: ThemedValue | MISSING = MISSING
    tint: Tint | MISSING = MISSING
    corners: Annotated[str, OpenEnum("straight", "rounded", "circular")] | MISSING = MISSING
    links: Annotated[str, OpenEnum("default", "accent")] | MISSING = MISSING
    font: Annotated[str, OpenEnum(*FONTS)] | JsonObject | MISSING = MISSING
    icons: Annotated[str, OpenEnum("regular", "solid", "duotone", "light", "thin")] | MISSING = MISSING
    sidebar: SidebarStyling | MISSING = MISSING
    search: Annotated[str, OpenEnum("prominent", "subtle")] | MISSING = MISSING


class Internationalization(ContractModel):
    """The language of the site's built-in texts."""

    locale: Annotated[str, OpenEnum("en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br", "ru")] | MISSING = MISSING


class Favicon(ContractModel):
    """The icon in the browser tab."""

    icon: ThemedValue | MISSING = MISSING


class SiteHeader(ContractModel):
    """The header of each page."""

    preset: Annotated[str, OpenEnum("default", "bold", "contrast", "custom", "none")] | MISSING = MISSING
    logo: ThemedValue | MISSING = MISSING


class Customization(ContractModel):
    """The documented settings of a site or one of its spaces. The API has more settings, which are undocumented."""

    title: str | MISSING = MISSING
    styling: Styling | MISSING = MISSING
    internationalization: Internationalization | MISSING = MISSING
    favicon: Favicon | MISSING = MISSING
    header: SiteHeader | MISSING = MISSING


class Customizations(ContractModel):
    """The settings of the site, and those of its spaces by id."""

    site: Customization | MISSING = MISSING
    siteSpaces: Annotated[dict[str, Customization], Field(description="By site-space id")] | MISSING = MISSING
