"""Nobody sends files here."""

from typing import Any, NoReturn

from django.core.exceptions import BadRequest
from django.core.files.uploadhandler import FileUploadHandler


class NoFiles(FileUploadHandler):
    """Refuses a form with a file in it (400), before a byte of the file is stored."""

    def new_file(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise BadRequest("No form here takes files.")
