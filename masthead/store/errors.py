"""Errors of the store."""


class StoreError(Exception):
    """The database can't be read or written now: disk full, read-only, locked for too long, or gone.

    Nothing was written. Preserve a person's input, and send nothing to the API.
    """


class StoreReplacedError(StoreError):
    """The database file was deleted or replaced, so writes would be lost with the old file."""


class KeysReplacedError(StoreError):
    """Another portal or command has changed the keys since this one started."""


class WeakKeyError(ValueError):
    """The secret key can't be used. The message names the setting or file, and the allowed values."""


class LeaseLostError(Exception):
    """The lease was lost: the bulk change was paused or ended, or another run has it. Nothing was written."""


class DraftChangedError(Exception):
    """The draft was changed, applied or discarded in the meantime. Nothing was written."""


class BackupError(Exception):
    """A backup failed; the message says why, after the file's name. Nothing was changed."""
