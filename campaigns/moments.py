"""Moments in words: ends of time both ways, on the reader's wall and from now; and how long ago."""

from datetime import datetime, timedelta, tzinfo
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

A_WEEK = 6


def deadline_words(due: datetime, now: datetime | None = None) -> str:
    """“tomorrow 21:00, 26 h left”, in the active language and zone."""
    return f"{when(due, now)}, {left(due, now)}"


def when(due: datetime, now: datetime | None = None) -> str:
    """“today 21:00”, “tomorrow 21:00”, “Friday 21:00”, “3 August 21:00”."""
    local = timezone.localtime(due)
    days = (local.date() - timezone.localdate(now)).days
    clock = time_format(local, "H:i")
    if days == 0:
        return _("today %(time)s") % {"time": clock}
    if days == 1:
        return _("tomorrow %(time)s") % {"time": clock}
    day = date_format(local, "l" if 0 < days <= A_WEEK else "MONTH_DAY_FORMAT")
    return f"{day} {clock}"


def left(due: datetime, now: datetime | None = None) -> str:
    """“26 h left”; days from three on, minutes below one hour."""
    span = due - (now or timezone.now())
    if span <= timedelta():
        return _("time is up")
    minutes = int(span.total_seconds() // 60)
    if minutes < 60:
        return ngettext("%(n)d min left", "%(n)d min left", minutes) % {"n": minutes}
    hours = minutes // 60
    if hours < 72:
        return ngettext("%(n)d h left", "%(n)d h left", hours) % {"n": hours}
    days = hours // 24
    return ngettext("%(n)d day left", "%(n)d days left", days) % {"n": days}


def ago(moment: datetime, now: datetime | None = None) -> str:
    """“just now”, “5 min ago”, “2 h ago”, “3 days ago”; the day itself from a week on."""
    minutes = int(((now or timezone.now()) - moment).total_seconds() // 60)
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return ngettext("%(n)d min ago", "%(n)d min ago", minutes) % {"n": minutes}
    hours = minutes // 60
    if hours < 24:
        return ngettext("%(n)d h ago", "%(n)d h ago", hours) % {"n": hours}
    days = hours // 24
    if days <= A_WEEK:
        return ngettext("%(n)d day ago", "%(n)d days ago", days) % {"n": days}
    local = timezone.localtime(moment)
    this_year = local.year == timezone.localtime(now).year
    return str(date_format(local, "MONTH_DAY_FORMAT" if this_year else "DATE_FORMAT"))


def exactly(moment: datetime) -> str:
    """Day and time in the reader's language and zone."""
    return _exactly(moment, timezone.get_current_timezone(), get_language())


@lru_cache(maxsize=4096)
def _exactly(moment: datetime, zone: tzinfo, language: str) -> str:
    """A page of posts asks for twenty of these; the answer depends on nothing else."""
    return str(date_format(timezone.localtime(moment, zone), "SHORT_DATETIME_FORMAT"))
