"""Files: two addresses take one, a small one, in memory; any other form with one is refused.

The rule stands here and not in the views because the body is read before a view is asked.
"""

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest
from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler


class FewFiles(FileUploadHandler):
    """Refuses (400) a file at an address that takes none, a second one, and one that is too big."""

    def __init__(self, request: Any = None) -> None:
        super().__init__(request)
        self.taken = 0
        self.stream = BytesIO()

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        path = getattr(self.request, "path_info", "")
        if path not in settings.UPLOAD_PATHS:
            raise BadRequest("No form here takes files.")
        self.taken += 1
        if self.taken > 1:
            raise BadRequest("One file at a time.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start + len(raw_data) > settings.UPLOAD_MOST_BYTES:
            raise BadRequest("The file is too big.")
        self.stream.write(raw_data)

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        self.stream.seek(0)
        return InMemoryUploadedFile(
            file=self.stream,
            field_name=self.field_name,
            name=self.file_name,
            content_type=self.content_type,
            size=file_size,
            charset=self.charset,
            content_type_extra=self.content_type_extra,
        )
