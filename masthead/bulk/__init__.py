"""Runs bulk changes: many writes, one after the other, with progress, pause, report and undo."""
