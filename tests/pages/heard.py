"""A page as somebody hears it: its texts, its links, and its forms with what they ask for."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

VOID = frozenset("area br col hr img input link meta source wbr".split())


@dataclass
class Control:
    """A field or button of a form: `text` is its label or what stands on it."""

    name: str
    value: str
    kind: str
    text: str = ""
    checked: bool = False
    disabled: bool = False


@dataclass
class Form:
    action: str
    title: str = ""
    controls: list[Control] = field(default_factory=list)

    def get(self, name: str) -> str:
        return next(one.value for one in self.controls if one.name == name)

    def choices(self, name: str) -> list[Control]:
        kinds = ("radio", "checkbox", "button", "option")
        return [one for one in self.controls if one.name == name and one.kind in kinds]

    def filled(self, **more: str) -> dict[str, str]:
        """What a browser would send, with these fields filled in."""
        plain = ("hidden", "text", "number", "textarea")
        sent = {
            one.name: one.value
            for one in self.controls
            if one.name and (one.kind in plain or one.checked)
        }
        return sent | more


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    text: str = ""

    @property
    def css(self) -> list[str]:
        return self.attributes.get("class", "").split()


class Heard(HTMLParser):
    """`items`: what list items, paragraphs and headings say, in order.

    `links`: (words, address, classes of what stands round it).
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.items: list[str] = []
        self.links: list[tuple[str, str, list[str]]] = []
        self.forms: list[Form] = []
        self.faults: list[str] = []
        self._open: list[Element] = []
        self._labelled: list[Control] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value if value is not None else "yes" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(found.get("action", ""), self._summary()))
        if tag in ("input", "textarea", "button", "option") and self.forms:
            self._control(tag, found)
        if tag not in VOID:
            self._open.append(Element(tag, found))

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            element = self._open.pop()
            self._closed(element)
            if element.tag == tag:
                return

    def _summary(self) -> str:
        return next((e.text for e in reversed(self._open) if e.tag == "details"), "").strip()

    def _control(self, tag: str, found: dict[str, str]) -> None:
        kind = {"input": found.get("type", "text"), "textarea": "textarea"}.get(tag, tag)
        control = Control(
            found.get("name", ""),
            found.get("value", ""),
            kind,
            checked="checked" in found,
            disabled="disabled" in found,
        )
        self.forms[-1].controls.append(control)
        if kind in ("radio", "checkbox", "button", "option"):
            self._labelled.append(control)

    def _closed(self, element: Element) -> None:
        text = " ".join(element.text.split())
        if element.tag in ("label", "button", "option"):
            for control in self._labelled:
                control.text = text
            self._labelled = []
        if element.tag in ("li", "p", "h1", "h2", "h3"):
            self.items.append(text)
        if element.tag == "a" and "href" in element.attributes:
            inside = [css for outer in self._open for css in outer.css]
            self.links.append((text, element.attributes["href"], inside))
        if "message--error" in element.css:
            self.faults.append(text)

    def form(self, ending: str, **having: Any) -> Form | None:
        """The first form to an address that ends so, with these values in its fields."""
        for one in self.forms:
            values = {control.name: control.value for control in one.controls}
            if one.action.endswith(ending) and having.items() <= values.items():
                return one
        return None

    def links_in(self, css: str) -> list[tuple[str, str]]:
        return [(text, href) for text, href, inside in self.links if css in inside]
