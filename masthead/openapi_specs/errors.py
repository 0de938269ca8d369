"""Why a text is no specification that can be read."""


class SpecTextError(ValueError):
    """The message is a sentence for people."""
