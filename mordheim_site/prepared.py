"""Queries whose SQL is built once in a process and then asked with other values.

Building a query costs Django several times what asking it costs. What a page asks at every request
is therefore written as a query set like any other, but built from stand-ins for its values; the
SQL that comes of it is kept, and each time the real values take the stand-ins' places.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import connections
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators

M = TypeVar("M", bound=Model)
Value = int | UUID | str


class Prepared(Generic[M]):
    """`build(shape, **values)` gives the query set; `shape` is all else that it depends on.

    The values may only be compared with columns as they are: one that leaves no trace among the
    parameters of the SQL, or another than itself, is refused (ValueError), for then the rows
    wouldn't depend on it, or on what stood in for it. What there is none of (None) is a matter of
    the shape, since SQL asks for it otherwise; it is refused too (TypeError), and so is a value of
    another kind than the statement was made for. There are as many statements as shapes, so these
    must be few.
    """

    def __init__(self, build: Callable[..., QuerySet[M]]) -> None:
        self.build = build
        self._statements: dict[Hashable, _Statement[M]] = {}

    def __call__(
        self, shape: Hashable = None, /, rows: slice | None = None, **values: Value
    ) -> list[M]:
        """The rows as instances, as the query set would give them; `rows` says which of them.

        One query. `select_related`, `only` and annotations do as ever, prefetches don't.
        """
        statement = self._statements.get(shape)
        if statement is None:
            stand_ins = {name: _stand_in(n, value) for n, (name, value) in _numbered(values)}
            statement = _Statement(self.build(shape, **stand_ins), stand_ins)
            self._statements[shape] = statement
        return statement.ask(values, rows)


class _Statement(Generic[M]):
    """SQL with the places of its values, and how a row becomes an instance."""

    def __init__(self, queryset: QuerySet[M], stand_ins: Mapping[str, Value]) -> None:
        # pyright and mypy know nothing of these, which Django's own iterables are made of.
        kind: Any = getattr(queryset, "_iterable_class")  # noqa: B009
        if kind is not ModelIterable or getattr(queryset, "_prefetch_related_lookups"):  # noqa: B009
            raise ValueError("Only plain instances can be prepared.")
        self.db = queryset.db
        compiler: Any = queryset.query.get_compiler(using=self.db)
        self.sql, params = compiler.as_sql()
        self.params = list(params)
        self.kinds = {name: _kind(value) for name, value in stand_ins.items()}
        self.places = _places(self.sql, self.params, stand_ins)
        select, info = compiler.select, compiler.klass_info
        first, last = info["select_fields"][0], info["select_fields"][-1]
        self.model = info["model"]
        self.columns = slice(first, last + 1)
        self.names = [one[0].target.attname for one in select[self.columns]]
        self.related = get_related_populators(info, select, self.db)
        self.annotations = list(compiler.annotation_col_map.items())
        fields = [one[0] for one in select[: compiler.col_count]]
        converted = compiler.get_converters(fields)
        # Which converters is asked each time: they belong to a connection, and so to a thread.
        self.converted = [(place, expression) for place, (_, expression) in converted.items()]

    def ask(self, values: Mapping[str, Value], rows: slice | None) -> list[M]:
        connection = connections[self.db]
        params = list(self.params)
        for name, kind in self.kinds.items():
            if _kind(values[name]) is not kind:
                raise TypeError(f"{name} is no {kind.__name__}: {values[name]!r}")
        for place, name, in_hex in self.places:
            value = values[name]
            params[place] = value.hex if in_hex and isinstance(value, UUID) else value
        sql = self.sql
        if rows is not None:
            sql += " " + connection.ops.limit_offset_sql(rows.start, rows.stop)
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            found = cursor.fetchall()
        return [self._instance(row) for row in self._read(found, connection)]

    def _read(self, found: list[tuple[Any, ...]], connection: Any) -> list[list[Any]]:
        """The rows with each column as Python has it."""
        steps = [
            (place, convert, expression)
            for place, expression in self.converted
            for convert in (
                *connection.ops.get_db_converters(expression),
                *expression.get_db_converters(connection),
            )
        ]
        rows = [list(row) for row in found]
        for row in rows:
            for place, convert, expression in steps:
                row[place] = convert(row[place], expression, connection)
        return rows

    def _instance(self, row: list[Any]) -> M:
        instance: M = self.model.from_db(self.db, self.names, row[self.columns])
        for populator in self.related:
            populator.populate(row, instance)
        for name, place in self.annotations:
            setattr(instance, name, row[place])
        return instance


def _numbered(values: Mapping[str, Value]) -> list[tuple[int, tuple[str, Value]]]:
    return list(enumerate(values.items()))


def _kind(value: Value) -> type:
    """Which kind of value it is. Raises TypeError for what is none: None, or a truth value."""
    for kind in (int, UUID, str):
        if isinstance(value, kind) and not isinstance(value, bool):
            return kind
    raise TypeError(f"{value!r} can't be put into a prepared query.")


def _stand_in(number: int, value: Value) -> Value:
    """A value of the same kind that stands nowhere else in the query."""
    if _kind(value) is int:
        return 2**62 + number  # still a number to each database
    if _kind(value) is UUID:
        return UUID(int=2**127 + 2**62 + number)
    return f"stand-in {2**62 + number}"


def _places(
    sql: str, params: list[Any], stand_ins: Mapping[str, Value]
) -> list[tuple[int, str, bool]]:
    """(place among the parameters, name of the value, whether a UUID is told in hex there)."""
    places = []
    for name, value in stand_ins.items():
        same = [value, value.hex] if isinstance(value, UUID) else [value]
        mine = [n for n, param in enumerate(params) if param in same]
        if not mine:
            raise ValueError(f"The query doesn't depend on {name}.")
        rest = [sql, *(str(param) for n, param in enumerate(params) if n not in mine)]
        if any(str(one) in text for one in same for text in rest):
            raise ValueError(f"The query makes something else of {name}.")
        places += [(n, name, params[n] != value) for n in mine]
    return places
