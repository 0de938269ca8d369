"""Bulk changes: many writes run one after the other, with progress, pause, report and undo."""
