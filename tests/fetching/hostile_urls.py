"""Addresses that lead to where nobody is to be asked, or that are written so that readers disagree."""
# ruff: noqa: RUF001 - signs that look like others are what some of these are about

PUBLIC = "8.8.8.8 93.184.215.14 2606:4700::1111 ::ffff:8.8.8.8 64:ff9b::808:808 2002:808:808::"
LOOPBACK = "127.0.0.1 127.255.255.254 ::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1::"
PRIVATE = """
    10.0.0.1 100.64.0.1 100.127.255.254 172.16.0.1 172.31.255.254 192.168.1.1 ::ffff:10.0.0.1 64:ff9b::a00:1
    2002:a00:1:: fc00::1 fdff::1 fd00:ec2::254
"""
NEVER = """
    0.0.0.0 0.1.2.3 169.254.169.254 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.9 224.0.0.1 239.1.1.1
    240.0.0.1 255.255.255.255 :: ::7f00:2 ::ffff:0:0 ::ffff:169.254.169.254 64:ff9b::a9fe:a9fe 64:ff9b:1::a00:1
    100::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 2002:a9fe:a9fe:: fe80::1 fec0::1 ff02::1
    ::127.0.0.1
"""

_INNER = f"{LOOPBACK} {PRIVATE} {NEVER}".split()
INNER = [
    *(f"https://[{each}]/" if ":" in each else f"https://{each}/" for each in _INNER),
    *("https://localhost/", "https://LOCALHOST/", "https://127。0。0。1/", "https://127．0．0．1/"),
]
"""Well written, and refused once it is known where the host stands."""

_ODD_HOSTS = """
    １２７.０.０.１ ①②⑦.⓪.⓪.① ｌｏｃａｌｈｏｓｔ ⓛⓞⓒⓐⓛⓗⓞⓢⓣ 2130706433 0x7f000001 0x7f.0.0.1 017700000001 0177.0.0.1
    127.0.0.01 127.1 127.0.1 0 1 0x 256.256.256.256 127.0.0.1.0 evil.example.1 localhost. 127.0.0.1. a..b .example
    exa*mple exa%6dple.com [fe80::1%eth0] [fe80::1%25eth0] [::1%1] [127.0.0.1] [::1 name:password@idp.example
    name@idp.example @idp.example :@127.0.0.1 idp.example:443@127.0.0.1 idp.example%40127.0.0.1 idp.example:80
    idp.example:22 idp.example:8443 idp.example:6379 idp.example:0 idp.example:65536 idp.example:-443
    idp.example:443:443 idp.example:https idp.example:４４３３
"""
ODD = [
    *(f"https://{host}/" for host in _ODD_HOSTS.split()),
    *("https:///path", "https://", f"https://{'a' * 64}.example/", f"https://idp.example/{'a' * 2048}"),
    # backslashes, control characters, spaces
    *("https://idp.example\\@127.0.0.1/", "https://127.0.0.1\\.idp.example/", "https:\\\\127.0.0.1\\"),
    *("https://idp.example/\\..", "https://idp.example/\r\nHost: 127.0.0.1", "https://idp.example/\nmetadata"),
    *("https://idp.exa\tmple/", "https://idp.example/\x00", "https://idp.example/\x7f", "https://idp.example /"),
    *(" https://idp.example/", "https://idp.example/ ", "https://idp.example/\u2028", "https://idp\u200b.example/"),
    *("https://idp\xad.example/", "https://\u202eelpmaxe.pdi/", "https://idp\xa0.example/"),
    # other kinds
    *("http://idp.example/", "http://127.0.0.1/", "HTTP://idp.example:443/", "//idp.example/", "idp.example"),
    *("ftp://idp.example/", "file:///etc/passwd", "gopher://127.0.0.1:443/_", "data:text/xml,<EntityDescriptor/>"),
    *("jar:https://idp.example!/", "javascript:alert(1)", "https:idp.example", "https:/idp.example/", ""),
]
"""Refused as it is written: its name is not even looked up."""

REDIRECTS = [
    *("http://idp.example/", "http://127.0.0.1/", "//127.0.0.1/", "//localhost:22/", "https://2130706433/"),
    *("https://0177.0.0.1/", "https://127.1/", "https://localhost./", "https://name:password@idp.example/"),
    *("https://idp.example:8443/", "https://idp.example\\@127.0.0.1/", "https://idp.example /"),
    *("https://xn--127-0-0-1-.example:444/", "ftp://idp.example/", "file:///etc/passwd", "javascript:alert(1)"),
    *("gopher://127.0.0.1:443/_", "data:text/xml,<EntityDescriptor/>"),
]
"""Where a redirect must not lead, besides those of INNER."""
