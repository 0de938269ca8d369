"""The size of a picture, read from its first bytes."""

import warnings
from io import BytesIO

from PIL import Image, UnidentifiedImageError

FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/gif": "GIF", "image/webp": "WEBP"}
"""The kinds of picture that are known here, by content type."""


def dimensions(content: bytes, content_type: str) -> tuple[int, int] | None:
    """Width and height in pixels; None for what is no picture of that type."""
    if content_type not in FORMATS:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # nothing is unpacked here
            with Image.open(BytesIO(content), formats=[FORMATS[content_type]]) as picture:
                return picture.size
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError, SyntaxError):
        return None
