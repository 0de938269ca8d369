"""Files and pastes: text in each encoding that programs write, and other files told by name."""

import codecs
import json

import pytest

from masthead.tables.rows import TableError
from masthead.tables.text import MAX_SIZE, read_table
from tests.loops import for_each

TABLE = "email;role\r\nzoë@larkfield.example;owner\r\n"


@for_each(
    "data",
    [
        TABLE.encode(),
        codecs.BOM_UTF8 + TABLE.encode(),
        codecs.BOM_UTF16_LE + TABLE.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TABLE.encode("utf-16-be"),
        TABLE.encode("utf-16-le"),
        TABLE.encode("utf-16-be"),
        f"\ufeff{TABLE}",
    ],
)
def test_a_file_is_read_in_its_encoding(data: bytes | str) -> None:
    found = read_table(data)
    assert (found.text, found.notes) == (TABLE, ())


def test_an_old_encoding_is_read_and_told() -> None:
    found = read_table(TABLE.encode("cp1252"))
    assert found.text == TABLE
    assert found.notes[0].startswith("The file isn't in UTF-8")
    names = "Zoë Müller,Jürgen Groß,José García,François Lefèvre,Søren Ångström,Inês Conceição,Björn Öberg,Renée D’Arcy"
    table = "name;email;role\r\n"
    table += "".join(f"{name};p{at}@larkfield.example;reader\r\n" for at, name in enumerate(names.split(",")))
    assert read_table(table.encode("cp1252")).text == table


@for_each(
    "given,said",
    [
        (b"", "The table is empty."),
        (" \r\n", "The table is empty."),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), "This is a picture"),
        (b"%PDF-1.7\n", "This is a PDF file"),
        (b"PK\x03\x04....xl/workbook.xml", "This workbook can't be read: it is damaged"),
        (b"PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "This is a LibreOffice table."),
        (b"PK\x03\x04....notes.txt", "This is a ZIP file."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "This is an Excel file of the old kind"),
        (b"\x1f\x8b\x08\0", "This is a compressed file"),
        (bytes(range(256)) * 4, "This is a binary file"),
        (TABLE.encode("utf-32"), "This is in UTF-32."),
        ("<!DOCTYPE html><table>", "This is a web page"),
        ('<?xml version="1.0"?><people/>', "This is XML"),
        (json.dumps([{"email": "anna@larkfield.example"}]), "This is JSON"),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nMII",
            "This is a private key, not a table. Masthead didn't keep it.",
        ),
        ("-----BEGIN CERTIFICATE-----\nMII", "This is a certificate or a key"),
        ("BEGIN:VCARD\nFN:Anna", "This is a contact card"),
        ("{\\rtf1 anna", "This is JSON"),
        ("https://larkfield.example/people.csv\n", "This is the address of a page"),
        ("a@larkfield.example\n" * (MAX_SIZE // 20 + 1), "This is too large: 1,000,020 bytes"),
    ],
)
def test_what_is_no_table_is_told_by_name(given: bytes | str, said: str) -> None:
    with pytest.raises(TableError) as refused:
        read_table(given)
    assert str(refused.value).startswith(said)
