"""What was typed and not saved: opened again, copied, discarded."""
