"""Bulk changes: what people want done in many steps, and who may run one."""
