"""What a service says when it can't do what it was asked: pages and REST show the same."""

from http import HTTPStatus
from typing import Any

from mordheim_site.api.problems import Problem


class ServiceError(Problem):
    """A refusal: a stable code, an HTTP status, a sentence for the reader, and its parameters.

    REST answers with it as it is (problem+json, the parameters as further members); a page
    catches it and shows `detail`. Parameters are JSON values.
    """

    def __init__(
        self, code: str, status: int = HTTPStatus.BAD_REQUEST, *, detail: str = "", **params: Any
    ) -> None:
        super().__init__(code, detail or code, status=status, **params)
        self.status = int(status)
        self.params = params


class NotFound(ServiceError):
    """It isn't there, or not for whoever asks: a stranger can't tell which."""

    def __init__(self, *, detail: str = "", **params: Any) -> None:
        super().__init__("not_found", HTTPStatus.NOT_FOUND, detail=detail, **params)


class Forbidden(ServiceError):
    """He may see it, but not do this with it."""

    def __init__(self, *, detail: str = "", **params: Any) -> None:
        super().__init__("forbidden", HTTPStatus.FORBIDDEN, detail=detail, **params)
