"""Runs bulk changes: many writes in turn, with progress, pause, report and undo."""
