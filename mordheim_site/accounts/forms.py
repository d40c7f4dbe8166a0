"""Forms of accounts."""

from itertools import groupby
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UserCreationForm,
)
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from mordheim_site.accounts.models import Scope, User

PASSWORD_HELP = _("At least 10 characters, and not one that everybody uses.")
TOKEN_DAYS = [(30, _("30 days")), (90, _("90 days")), (365, _("1 year"))]


def time_zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Zones by continent, as option groups: Europe: Madrid, Paris, ..."""
    zones = sorted(zone for zone in available_timezones() if _is_place(zone))
    groups = groupby(zones, key=lambda zone: zone.partition("/")[0])
    return [(name, [(zone, _city(zone)) for zone in members]) for name, members in groups] + [
        ("UTC", [("UTC", "UTC")])
    ]


def _is_place(zone: str) -> bool:
    continents = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia")
    return zone.startswith(
        tuple(f"{name}/" for name in (*continents, "Europe", "Indian", "Pacific"))
    )


def _city(zone: str) -> str:
    return zone.partition("/")[2].replace("_", " ").replace("/", ", ")


class TimeZoneField(forms.ChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=time_zone_choices, label=_("Time zone"), **kwargs)


class LogInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _("Wrong username or password. Mind capitals."),
        "inactive": _("This account is closed."),
    }


class NewPasswordForm(SetPasswordForm):
    """Choose a password, after the link of a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = PASSWORD_HELP
        self.fields["new_password2"].help_text = ""


class ChangePasswordForm(PasswordChangeForm, NewPasswordForm):
    """Choose a password, knowing the old one."""


class SignUpForm(UserCreationForm):
    email = forms.EmailField(label=_("E-mail"), help_text=_("To get back in when you forget."))
    display_name = forms.CharField(
        label=_("Name shown to others"),
        max_length=60,
        required=False,
        help_text=_("Your username if you leave it empty."),
    )
    time_zone = TimeZoneField(help_text=_("Deadlines are shown in it."))

    class Meta:
        model = User
        fields = ("username", "email", "display_name", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("You log in with it: letters, digits and @ . + - _")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].help_text = ""
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields["display_name"].widget.attrs["autocomplete"] = "nickname"
        if not self.is_bound:
            self.fields["time_zone"].widget.attrs["data-guess-time-zone"] = ""


class ProfileForm(forms.ModelForm):
    time_zone = TimeZoneField()

    class Meta:
        model = User
        fields = ("display_name", "language", "time_zone", "theme")


class AddressForm(forms.Form):
    email = forms.EmailField(label=_("New e-mail address"), max_length=254)
    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class TokenForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("Which program it is for."))
    scope = forms.ChoiceField(label=_("It may"), choices=Scope, initial=Scope.WRITE)
    days = forms.TypedChoiceField(label=_("Valid for"), choices=TOKEN_DAYS, coerce=int, initial=90)


class ResetForm(PasswordResetForm):
    """Writes the mail in the language of whoever gets it."""

    def send_mail(self, subject: str, body: str, context: dict, *args: Any, **kwargs: Any) -> None:
        with translation.override(context["user"].language):
            super().send_mail(subject, body, context, *args, **kwargs)
