"""Sessions in the database, read by a query that is built once: every member's request asks it."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from mordheim_site.prepared import Prepared


def _sessions(_: None, *, key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)


_SESSIONS = Prepared(_sessions)


class SessionStore(db.SessionStore):
    """Django's own but for how one is found; its name goes into how they are signed."""

    def _validate_session_key(self, key: str | None) -> bool:
        """A cookie may tell any character by its number; PostgreSQL holds no character 0."""
        return bool(super()._validate_session_key(key)) and "\0" not in str(key)

    def _get_session_from_db(self) -> Session | None:
        for found in _SESSIONS(key=self.session_key or ""):
            if found.expire_date > timezone.now():
                return found
        gone: Session | None = super()._get_session_from_db()
        return gone
