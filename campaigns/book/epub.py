"""The book as an EPUB 3: a zip of XHTML chapters, in the order that the format asks for."""

import io
import uuid
import zipfile

from django.template.loader import render_to_string

from campaigns.board_svg import PATTERNS
from campaigns.book.model import Book
from campaigns.book.styles import stylesheet
from campaigns.book.xhtml import definitions
from mordheim_site.text import for_xml

CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/content.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>
"""


def epub(book: Book) -> bytes:
    """The same book gives the same file, but for the time when it was made."""
    shared = {"book": book, "id": _id(book), "patterns": definitions(PATTERNS)}
    files = {
        "META-INF/container.xml": CONTAINER,
        "book/content.opf": render_to_string("campaigns/book/content.opf", shared),
        "book/nav.xhtml": render_to_string("campaigns/book/nav.xhtml", shared),
        "book/title.xhtml": render_to_string("campaigns/book/title.xhtml", shared),
        "book/style.css": stylesheet([PATTERNS, *book.drawings]),
    }
    for chapter in book.chapters:
        text = render_to_string("campaigns/book/chapter.xhtml", shared | {"chapter": chapter})
        files[f"book/{chapter.name}.xhtml"] = text
    return _zipped(files, book)


def _zipped(files: dict[str, str], book: Book) -> bytes:
    """`mimetype` comes first and isn't compressed: that is how the file is known."""
    out = io.BytesIO()
    when = max(book.made_at.timetuple()[:6], (1980, 1, 1, 0, 0, 0))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        kind = zipfile.ZipInfo("mimetype", when)
        archive.writestr(kind, "application/epub+zip", zipfile.ZIP_STORED)
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, when)
            archive.writestr(entry, for_xml(text).encode(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _id(book: Book) -> str:
    return f"urn:uuid:{uuid.UUID(book.id)}"
