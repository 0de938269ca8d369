"""Reads tables that people paste or upload: text in any encoding, CSV, Excel workbooks and LDIF."""
