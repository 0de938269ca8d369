"""Bulk changes: goals that take many steps, and leases for running them."""
