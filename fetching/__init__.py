"""Fetches documents from URLs of other people: within limits, and never from an internal network.

Import `signed_tokens` only where it is needed, since its libraries take memory.
"""
