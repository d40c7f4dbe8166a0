"""Public ids as somebody sends them."""

from uuid import UUID


def uuid_of(value: UUID | str) -> UUID | None:
    """The id that a text is, None where it is none: so nothing has it."""
    if isinstance(value, UUID):
        return value
    try:
        return UUID(value)
    except ValueError:
        return None
