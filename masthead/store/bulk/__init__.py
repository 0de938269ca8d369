"""Bulk changes: goals that take many steps, and the leases to run them."""
