"""What a service says when it won't do what it was asked."""

from typing import Any


class ServiceError(Exception):
    """A refusal with a stable code; nothing has changed.

    `status` is the HTTP status that REST answers with. `params` are JSON values that a sentence
    about it needs (campaigns.messages has the sentences) and that REST adds to the problem;
    `names` knows what the ids of a battle are called.
    """

    names: Any = None

    def __init__(self, code: str, status: int = 409, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params

    def to_data(self) -> dict[str, Any]:
        return {"code": self.code, **self.params}


def not_found() -> ServiceError:
    """For what is not there, and for what somebody may not know to be there."""
    return ServiceError("not_found", 404)


def forbidden(code: str = "forbidden", **params: Any) -> ServiceError:
    return ServiceError(code, 403, **params)


def invalid(code: str, **params: Any) -> ServiceError:
    return ServiceError(code, 422, **params)
