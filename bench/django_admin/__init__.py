"""The sites in Django's admin, for `bench.side_by_side`. It runs in an environment of its own, with Django in it."""
