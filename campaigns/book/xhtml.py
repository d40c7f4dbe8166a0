"""Well-formed XHTML of the HTML that we store and draw: e-book readers take nothing else."""

import re
from html import escape
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

from mordheim_site.text import for_xml

VOID = frozenset({"br", "hr", "img", "wbr"})
SVG = "http://www.w3.org/2000/svg"
# In a still picture nothing can be touched or read out piece by piece.
DROPPED = re.compile(r"^(data-.*|tabindex|role|aria-.*|href|id)$")


class _Writer(HTMLParser):
    """Writes what it reads, each element closed, each attribute quoted."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        written = "".join(f' {name}="{escape(value or name)}"' for name, value in _kept(attrs))
        if tag in VOID:
            self.out.append(f"<{tag}{written} />")
            return
        self.open.append(tag)
        self.out.append(f"<{tag}{written}>")

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.open:
            return
        while self.open:
            last = self.open.pop()
            self.out.append(f"</{last}>")
            if last == tag:
                return

    def handle_data(self, data: str) -> None:
        self.out.append(escape(for_xml(data), quote=False))

    def text(self) -> str:
        self.close()
        return "".join([*self.out, *(f"</{tag}>" for tag in reversed(self.open))])


def fragment(html: str) -> str:
    """Some HTML as XHTML."""
    writer = _Writer()
    writer.feed(html)
    return writer.text()


def drawing(svg: str, title: str) -> str:
    """One of our drawings as a still picture. Its hatchings are in the `definitions` of the file:
    several drawings of one file share them."""
    root = ET.fromstring(for_xml(svg).replace("<svg", f'<svg xmlns="{SVG}"', 1))  # noqa: S314 - our own
    for hatchings in root.findall(f"{{{SVG}}}defs"):
        root.remove(hatchings)
    for one in root.iter():
        for name in [name for name in one.attrib if DROPPED.match(name)]:
            del one.attrib[name]
        if one.tag == f"{{{SVG}}}a":
            one.tag = f"{{{SVG}}}g"
    root.set("role", "img")
    root.set("aria-label", title)
    label = ET.Element(f"{{{SVG}}}title")
    label.text = title
    root.insert(0, label)
    ET.register_namespace("", SVG)
    return ET.tostring(root, encoding="unicode")


def definitions(patterns: str) -> str:
    """The hatchings that a file's drawings refer to, in a picture that takes no room."""
    return f'<svg xmlns="{SVG}" class="defs" width="0" height="0"><defs>{patterns}</defs></svg>'


def _kept(attrs: list[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
    """An anchor's relation to us means nothing in a book."""
    return [(name, value) for name, value in attrs if name != "rel"]
