"""A stranger's file as plain data: which format it is in is told by what is in it, not its name."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

import yaml
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from warbands.exchange.bounds import (
    MOST_BYTES,
    MOST_DEPTH,
    MOST_NODES,
    MOST_RATIO,
    MOST_YAML_BYTES,
    BadFile,
    check_brackets,
    check_size,
    check_tree,
)

PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""As every program packs them; other ways may ask for any amount of memory to unpack."""

BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, OSError, EOFError, ValueError)


class Opened(NamedTuple):
    """A file's contents: `json` or `yaml` values, or an `xml` element."""

    kind: str
    value: Any


def opened(data: bytes) -> Opened:
    """What is in a file. BadFile for everything that we don't read."""
    check_size(data)
    if data.startswith(b"PK\x03\x04"):
        data = _unpacked(data)
    text = _text(data)
    start = text.lstrip()[:1]
    if start == "<":
        return Opened("xml", _xml(text))
    if start in ("{", "["):
        return Opened("json", _json(text))
    return Opened("yaml", _yaml(text))


def _unpacked(data: bytes) -> bytes:
    """The one file in a .rosz archive, never more of it than we would read of any file."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(inside) != 1 or inside[0].flag_bits & 1 or inside[0].compress_type not in PACKED:
                raise BadFile("bad_archive")
            packed = max(1, inside[0].compress_size)
            if inside[0].file_size > MOST_BYTES or inside[0].file_size > MOST_RATIO * packed:
                raise BadFile("file_too_big", most=MOST_BYTES // 1024)
            with archive.open(inside[0]) as stream:
                found = stream.read(MOST_BYTES + 1)
    except BROKEN as fault:
        raise BadFile("bad_archive") from fault
    check_size(found)
    return found


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as fault:
            raise BadFile("file_not_read") from fault
    raise BadFile("file_not_read")


def _json(text: str) -> Any:
    check_brackets(text)
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as fault:
        raise BadFile("file_not_read") from fault
    check_tree(value)
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(name)


class _Bounded(TreeBuilder):
    """Builds a tree until it is too deep or too large."""

    depth = 0
    count = 0

    def start(self, tag: Any, attrs: Any) -> Element:
        self.depth += 1
        self.count += 1
        if self.depth > MOST_DEPTH:
            raise BadFile("file_too_deep")
        if self.count > MOST_NODES:
            raise BadFile("file_too_big", most=MOST_BYTES // 1024)
        return super().start(tag, attrs)

    def end(self, tag: Any) -> Element:
        self.depth -= 1
        return super().end(tag)


def _xml(text: str) -> Element:
    parser = DefusedXMLParser(target=_Bounded(), forbid_dtd=True)
    try:
        parser.feed(_without_declaration(text))
        found: Element = parser.close()
    except DefusedXmlException as fault:
        raise BadFile("unsafe_file") from fault
    except (ParseError, ValueError) as fault:
        raise BadFile("file_not_read") from fault
    return found


def _without_declaration(text: str) -> str:
    """The text is decoded already: what it says of its encoding is of no more use."""
    start = text.lstrip()
    return start.partition("?>")[2] if start.startswith("<?xml") else start


class _Plain(yaml.SafeLoader):
    """YAML of texts, lists and maps alone: no aliases, no tags, no bounds left open."""

    depth = 0
    count = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise BadFile("unsafe_file")
        if getattr(event, "tag", None) is not None:
            raise BadFile("unsafe_file")
        self.depth += 1
        self.count += 1
        if self.depth > MOST_DEPTH:
            raise BadFile("file_too_deep")
        if self.count > MOST_NODES:
            raise BadFile("file_too_big", most=MOST_BYTES // 1024)
        try:
            return super().compose_node(parent, index)
        finally:
            self.depth -= 1

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        """Every scalar is a text: no dates, no numbers in bases of their own."""
        if isinstance(node, yaml.ScalarNode):
            return node.value
        if isinstance(node, yaml.SequenceNode):
            return [self.construct_object(part) for part in node.value]
        return {self._key(key): self.construct_object(value) for key, value in node.value}

    def _key(self, node: Any) -> str:
        if not isinstance(node, yaml.ScalarNode):
            raise BadFile("file_not_read")
        return str(node.value)


def _yaml(text: str) -> Any:
    if len(text) > MOST_YAML_BYTES:
        raise BadFile("file_too_big", most=MOST_YAML_BYTES // 1024)
    try:
        value = yaml.load(text, Loader=_Plain)  # noqa: S506 - _Plain makes nothing but texts
    except (yaml.YAMLError, RecursionError, ValueError) as fault:
        raise BadFile("file_not_read") from fault
    if not isinstance(value, dict):
        raise BadFile("unknown_format")
    check_tree(value)
    return value
