"""The book as one HTML file: nothing in it is fetched from anywhere."""

from django.template.loader import render_to_string

from campaigns.board_svg import PATTERNS
from campaigns.book.model import Book
from campaigns.book.styles import stylesheet
from campaigns.book.xhtml import definitions


def html(book: Book) -> str:
    css = stylesheet([PATTERNS, *book.drawings])
    context = {"book": book, "css": css, "patterns": definitions(PATTERNS)}
    return render_to_string("campaigns/book/page.html", context)
