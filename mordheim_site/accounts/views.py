"""Pages of accounts: sign-up, log-in, settings, tokens."""

import re
from functools import partial
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse_lazy
from django.utils import translation
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from campaigns.messages import explain
from mordheim_site.accounts import mail, selectors, services
from mordheim_site.accounts.forms import (
    AddressForm,
    ChangePasswordForm,
    LogInForm,
    NewPasswordForm,
    ProfileForm,
    ResetForm,
    SignUpForm,
    TokenForm,
)
from mordheim_site.accounts.limits import limited
from mordheim_site.api.problems import problem_response
from mordheim_site.errors import ServiceError
from mordheim_site.redirects import redirect_to_own

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


@method_decorator(limited("log_in"), name="dispatch")
class LogIn(auth.LoginView):
    template_name = "accounts/login.html"
    form_class = LogInForm
    redirect_authenticated_user = True


class LogOut(auth.LogoutView):
    """POST only: a link must not log anybody out."""


def locked_out(request: HttpRequest, credentials: Any = None, *args: Any) -> HttpResponse:
    """Too many wrong passwords (AXES_LOCKOUT_CALLABLE)."""
    minutes = round(settings.AXES_COOLOFF_TIME * 60)
    detail = _("Too many wrong passwords. Try again in %(minutes)d minutes.") % {"minutes": minutes}
    if request.path.startswith("/api/"):
        return problem_response(request, HTTPStatus.TOO_MANY_REQUESTS, "locked_out", detail)
    context = {"title": _("Wait a little"), "detail": detail, "status": 429}
    return render(request, "error.html", context, status=HTTPStatus.TOO_MANY_REQUESTS)


@limited("sign_up")
@sensitive_post_parameters()
@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    invited = request.POST.get("next") or request.GET.get("next", "")
    if settings.SIGNUP == "closed" or (settings.SIGNUP == "invitation" and not _leads_in(invited)):
        raise Http404
    if request.user.is_authenticated:
        return redirect("home")
    form = SignUpForm(request.POST or None, initial={"time_zone": settings.TIME_ZONE})
    if request.method == "POST" and form.is_valid():
        user = services.sign_up(**_sign_up_fields(form))
        if mail.may_write_to(request, user.email):
            mail.ask_to_confirm(user)
        login(request, user, backend=MODEL_BACKEND)
        messages.success(request, _("Welcome, %(name)s.") % {"name": user.get_short_name()})
        target = request.POST.get("next") or request.GET.get("next", "")
        return redirect_to_own(request, target, otherwise=resolve_url(settings.LOGIN_REDIRECT_URL))
    context = {"form": form, "next": request.POST.get("next") or request.GET.get("next", "")}
    return render(request, "accounts/sign_up.html", context)


def _leads_in(path: str) -> bool:
    """Whether an address is that of an invitation that still holds."""
    from campaigns.models import Invitation

    match = re.fullmatch(r"/join/([\w-]{10,100})", path)
    if match is None:
        return False
    return Invitation.objects.live().filter(digest=Invitation.digest_of(match[1])).exists()


def _sign_up_fields(form: SignUpForm) -> dict[str, Any]:
    fields = ("username", "email", "display_name", "time_zone")
    cleaned = {name: form.cleaned_data[name] for name in fields}
    language = translation.get_language() or settings.LANGUAGE_CODE
    return cleaned | {"password": form.cleaned_data["password1"], "language": language}


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        services.change_preferences(user=request.user, **form.cleaned_data)
        with translation.override(request.user.language):
            messages.success(request, _("Saved."))
        return redirect("accounts:settings")
    return _settings_page(request, form=form)


@never_cache
@login_required
@require_POST
def create_token(request: HttpRequest) -> HttpResponse:
    """Shows the new key on the page itself: it is kept nowhere, not even in the session."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _settings_page(request, token_form=form)
    token, key = services.issue_token(user=request.user, **form.cleaned_data)
    return _settings_page(request, new_token=token, new_key=key)


@login_required
@require_POST
def revoke_token(request: HttpRequest, public_id: str) -> HttpResponse:
    token = selectors.get_token_for_user(user=request.user, public_id=public_id)
    services.revoke_token(token=token)
    messages.success(request, _("The token “%(name)s” is revoked.") % {"name": token.name})
    return redirect("accounts:settings")


def _settings_page(request: HttpRequest, **context: Any) -> HttpResponse:
    defaults = {
        "form": ProfileForm(instance=request.user),
        "token_form": TokenForm(),
        "tokens": selectors.tokens_of(user=request.user),
    }
    return render(request, "accounts/settings.html", defaults | context)


@method_decorator(limited("log_in"), name="dispatch")
class PasswordChange(auth.PasswordChangeView):
    template_name = "accounts/password_change.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("accounts:settings")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your password is changed."))
        return super().form_valid(form)


@method_decorator(limited("password_reset"), name="dispatch")
class PasswordReset(auth.PasswordResetView):
    template_name = "accounts/password_reset.html"
    form_class = ResetForm
    subject_template_name = "accounts/mail/password_reset_subject.txt"
    email_template_name = "accounts/mail/password_reset.txt"
    success_url = reverse_lazy("accounts:login")

    def form_valid(self, form: ResetForm) -> HttpResponse:
        """The same words whether or not somebody has that address, or has had mail enough."""
        messages.info(
            self.request,
            _("If an account has that address, a mail with a link is on its way."),
        )
        if mail.may_write_to(self.request, form.cleaned_data["email"]):
            mail.ask_for_password(
                email=form.cleaned_data["email"],
                host=self.request.get_host(),
                secure=self.request.is_secure(),
            )
        return redirect(self.get_success_url())


@limited("confirm")
@never_cache
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """The link of the mail: a GET only asks, for mail programs look at links."""
    if request.method == "POST" and mail.confirm(token=token) is not None:
        messages.success(request, _("Your address is confirmed."))
        return redirect("home")
    known = mail.user_of(token)
    context = {"known": known}
    return render(request, "accounts/confirm.html", context, status=200 if known else 410)


@limited("confirm")
@login_required
@require_POST
def confirm_again(request: HttpRequest) -> HttpResponse:
    if mail.may_write_to(request, request.user.email):
        mail.ask_to_confirm(request.user)
    messages.success(request, _("A mail with a link is on its way."))
    return redirect("campaigns:notice_settings")


@limited("log_in")
@sensitive_post_parameters()
@never_cache
@login_required
def address(request: HttpRequest) -> HttpResponse:
    """Ask for another mail address; the same words whether or not it has had mail enough."""
    form = AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        new, password = form.cleaned_data["email"], form.cleaned_data["password"]
        try:
            services.ask_for_address(
                user=request.user,
                address=new,
                password=password,
                may_write_to=partial(mail.may_write_to, request),
            )
        except ServiceError as refusal:
            field = "password" if refusal.code == "wrong_password" else "email"
            form.add_error(field, explain(refusal.code, refusal.params))
        else:
            told = _("A mail is on its way to %(address)s. Open its link to change the address.")
            messages.success(request, told % {"address": new})
            return redirect("accounts:settings")
    return render(request, "accounts/address.html", {"form": form})


@limited("confirm")
@never_cache
def address_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """The link of the mail to the new address: a GET only asks."""
    if request.method == "POST" and mail.change_address(token=token) is not None:
        messages.success(request, _("Your address is changed, and confirmed."))
        return redirect("home")
    change = mail.change_of(token)
    context = {"user_of": change and change[0], "address": change and change[1]}
    status = 200 if change else 410
    return render(request, "accounts/address_confirm.html", context, status=status)


class PasswordResetConfirm(auth.PasswordResetConfirmView):
    template_name = "accounts/password_reset_confirm.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("accounts:login")

    def form_valid(self, form: Any) -> HttpResponse:
        services.revoke_all_tokens(user=form.user)
        messages.success(self.request, _("Your password is changed. Log in with it."))
        return super().form_valid(form)
