"""Fetches documents from untrusted URLs: within limits, and from internal networks only where allowed.

Import `signed_tokens` only where it is needed, since its libraries use memory.
"""
