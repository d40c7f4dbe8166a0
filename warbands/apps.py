from django.apps import AppConfig


class WarbandsConfig(AppConfig):
    name = "warbands"

    def ready(self) -> None:
        """The catalogue is checked as everything starts."""
        from warbands import checks  # noqa: F401 - registers itself
