"""Errors raised by the store."""


class StoreError(Exception):
    """The database can't be read or written now: disk full, read-only, locked for too long, or gone.

    Nothing was written. Callers should preserve the person's input and send nothing to the API.
    """


class StoreReplacedError(StoreError):
    """The database file was deleted or replaced, so anything written would be lost with the old file."""


class KeysReplacedError(StoreError):
    """Another portal or command has changed the keys since this process started."""


class WeakKeyError(ValueError):
    """The secret key can't be used. The message names the setting or file, and the allowed values."""


class LeaseLostError(Exception):
    """The lease was lost: the work was paused or has ended, or somebody else has the lease. Nothing was written."""


class DraftChangedError(Exception):
    """The draft was changed, applied or discarded in the meantime. Nothing was written."""


class BackupError(Exception):
    """A backup or restore failed, and nothing was changed. The message is shown after the file's name and says why."""
