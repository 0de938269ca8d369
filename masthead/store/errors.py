"""What the store says when it cannot do its work."""


class StoreError(Exception):
    """The durable store cannot be read or written now: disk full, read-only, locked for too long, or gone.

    Nothing was written. What a person typed must be kept, and nothing must be sent to the API.
    """


class StoreReplacedError(StoreError):
    """The file of the database was deleted, or is another one: what is written would be lost with the old one."""


class KeysReplacedError(StoreError):
    """Another portal, or a command, has changed the keys since this one was started."""


class WeakKeyError(ValueError):
    """The server's secret key cannot be used. The message names the setting or file, and what is allowed."""


class LeaseLostError(Exception):
    """The plan is not this run's any more: it was paused or ended, or another run has it. Nothing was written."""


class DraftChangedError(Exception):
    """The draft that something is made of was changed, applied or discarded meanwhile. Nothing was written."""


class BackupError(Exception):
    """A backup cannot be made or restored; the message says why, after the name of the file. Nothing was changed."""
