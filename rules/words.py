"""A text in the product's two languages."""

from __future__ import annotations

import msgspec


class Words(msgspec.Struct, frozen=True):
    """English and Spanish; `text[language]` falls back to English for any other code."""

    en: str
    es: str

    def __getitem__(self, language: str) -> str:
        return self.es if language.split("-")[0] == "es" else self.en
