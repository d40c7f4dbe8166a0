"""A scene or a campaign as a book: one HTML file, or an EPUB."""

from campaigns.book.compile import book_of
from campaigns.book.epub import epub
from campaigns.book.model import Book
from campaigns.book.page import html

__all__ = ["Book", "book_of", "epub", "html"]
