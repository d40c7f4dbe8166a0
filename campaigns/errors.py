"""What a service says when it won't do what it was asked."""

from typing import Any

from mordheim_site import errors


class ServiceError(errors.ServiceError):
    """A refusal with a stable code; nothing has changed.

    `status` is the HTTP status that REST answers with. `params` are JSON values that REST adds to
    the problem; `names` knows what the ids of a battle are called. `detail` is the sentence in
    the language of whoever reads it then, and so are those of `errors`, where there are several.
    """

    names: Any = None

    def __init__(self, code: str, status: int = 409, **params: Any) -> None:
        super().__init__(code, status, **params)

    def __str__(self) -> str:
        return self.code

    @property
    def detail(self) -> str:
        from campaigns.messages import sentence  # the sentences know this class

        return sentence(self)

    @detail.setter
    def detail(self, value: Any) -> None:
        """REST framework sets one; ours is made when it is read."""

    @property
    def extra(self) -> dict[str, Any]:
        """The parameters as REST gives them: each of `errors` with its field and its sentence."""
        from campaigns.messages import faults  # the sentences know this class

        return {**self.params, "errors": faults(self)} if "errors" in self.params else self.params

    @extra.setter
    def extra(self, value: Any) -> None:
        """Problem sets it; ours is made when it is read."""

    def to_data(self) -> dict[str, Any]:
        return {"code": self.code, **self.params}


def not_found() -> ServiceError:
    """For what is not there, and for what somebody may not know to be there."""
    return ServiceError("not_found", 404)


def forbidden(code: str, **params: Any) -> ServiceError:
    return ServiceError(code, 403, **params)


def invalid(code: str, **params: Any) -> ServiceError:
    return ServiceError(code, 422, **params)


def bad_board(fault: ValueError) -> ServiceError:
    """A board that can't be read (`fault` in words), or all that is wrong with one (`errors`)."""
    found = getattr(fault, "problems", ())
    errors = [{"code": code, "params": params} for code, params in found]
    return invalid("bad_board", fault=str(fault), **({"errors": errors} if errors else {}))
