"""The default look of a site."""

from service.storage.documents import Fields


def default_customization(title: str) -> Fields:
    return {
        "title": title,
        "styling": {
            "theme": "clean",
            "primaryColor": {"light": "#346ddb", "dark": "#7ea6f4"},
            "infoColor": {"light": "#787878", "dark": "#b0b0b0"},
            "successColor": {"light": "#00875f", "dark": "#4cc38a"},
            "warningColor": {"light": "#b35900", "dark": "#ffb224"},
            "dangerColor": {"light": "#c62828", "dark": "#ff8a80"},
            "corners": "rounded",
            "links": "default",
            "font": "Inter",
            "icons": "regular",
            "sidebar": {"background": "default", "list": "default"},
            "search": "prominent",
        },
        "internationalization": {"locale": "en"},
        "favicon": {},
        "header": {"preset": "default"},
    }
