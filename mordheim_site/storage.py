"""How static files are stored in production."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Names carry a hash of the content, in `import` statements of ES modules as well."""

    support_js_module_import_aggregation = True
