"""Mails of accounts. They leave by the outbox, so that asking takes as long for an unknown
address as for a known one, and a mail server that is away costs nobody his password."""

import logging
import secrets
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.dispatch import Signal
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from campaigns import outbox
from campaigns.models import Outbox
from mordheim_site.accounts.limits import PageLimit
from mordheim_site.accounts.models import User

logger = logging.getLogger(__name__)

CONFIRM, CHANGE = "accounts.confirm", "accounts.change_address"
CONFIRM_WITHIN = 3 * 24 * 3600  # seconds
SOON = 3600  # seconds after which a password mail is not worth sending any more
address_confirmed = Signal()
"""Sent with `user` when somebody has shown that his address is his."""


def may_write_to(request: HttpRequest, address: str) -> bool:
    """Whether one more mail to an address is borne: nobody is buried in mail that others ask for.
    This time counts."""
    return PageLimit("reset_mail", address.casefold()).allows(request)


def ask_for_password(*, email: str, host: str, secure: bool) -> None:
    """Call for the mail with a link to a new password; whether anybody has the address or not."""
    outbox.enqueue(
        "password_mail",
        secrets.token_hex(16),
        email=email,
        host=host,
        secure=secure,
        asked=timezone.now().timestamp(),
    )


def password_mail(job: Outbox) -> None:
    """Send it to whoever has that address and may log in with a password."""
    from mordheim_site.accounts.forms import ResetForm

    facts = job.payload
    form = ResetForm({"email": facts["email"]})
    if timezone.now().timestamp() - facts["asked"] < SOON and form.is_valid():
        _send(
            lambda: form.save(
                domain_override=facts["host"],
                use_https=facts["secure"],
                subject_template_name="accounts/mail/password_reset_subject.txt",
                email_template_name="accounts/mail/password_reset.txt",
            )
        )
    with outbox.finishing(job):
        Outbox.objects.filter(pk=job.pk).update(payload={})  # no address is kept


def ask_to_confirm(user: User) -> None:
    """Call for the mail that asks whether an address is its user's."""
    if user.email and user.email_confirmed_at is None:
        stamp = f"{user.pk}:{timezone.now().timestamp():.0f}"
        outbox.enqueue("confirm_mail", stamp, user=user.pk)


def confirm_mail(job: Outbox) -> None:
    user = User.objects.filter(pk=job.payload["user"], email_confirmed_at=None).first()
    if user is not None and user.email:
        path = reverse("accounts:confirm", args=[confirmation_token(user)])
        _write(user, user.email, "confirm", link=settings.SITE_URL + path)
    with outbox.finishing(job):
        return


def confirmation_token(user: User) -> str:
    """It is good for this address only, and for three days."""
    return signing.dumps([str(user.public_id), user.email], salt=CONFIRM, compress=False)


def user_of(token: str) -> User | None:
    try:
        name, address = signing.loads(token, salt=CONFIRM, max_age=CONFIRM_WITHIN)
    except signing.BadSignature:
        return None
    return User.objects.filter(public_id=name, email=address).first()


@transaction.atomic
def confirm(*, token: str) -> User | None:
    """The address is its user's. None where the token is not, or no longer, good."""
    user = user_of(token)
    if user is None:
        return None
    if user.email_confirmed_at is None:
        user.email_confirmed_at = timezone.now()
        user.save(update_fields=["email_confirmed_at"])
        address_confirmed.send(sender=User, user=user)
    return user


def ask_for_change(*, user: User, address: str) -> None:
    """Ask the new address whether it is this user's: until it says so, the old one stays."""
    outbox.enqueue("address_mail", secrets.token_hex(16), user=user.pk, address=address)


def address_mail(job: Outbox) -> None:
    user = User.objects.filter(pk=job.payload.get("user"), is_active=True).first()
    if user is not None:
        address = job.payload["address"]
        path = reverse("accounts:address_confirm", args=[change_token(user, address)])
        _write(user, address, "change_address", link=settings.SITE_URL + path)
    with outbox.finishing(job):
        Outbox.objects.filter(pk=job.pk).update(payload={})  # no address is kept


def address_changed_mail(job: Outbox) -> None:
    """Tell the old address, for whoever sits at another's open session to be found out."""
    user = User.objects.filter(pk=job.payload.get("user"), is_active=True).first()
    if user is not None:
        link = settings.SITE_URL + reverse("accounts:password_change")
        _write(user, job.payload["address"], "address_changed", link=link)
    with outbox.finishing(job):
        Outbox.objects.filter(pk=job.pk).update(payload={})


def change_token(user: User, address: str) -> str:
    """Good once, for three days, and only while the old address is still his."""
    facts = [str(user.public_id), user.email, address]
    return signing.dumps(facts, salt=CHANGE, compress=False)


def change_of(token: str) -> tuple[User, str] | None:
    """Whose address would become which; None where the token is not, or no longer, good."""
    try:
        name, old, new = signing.loads(token, salt=CHANGE, max_age=CONFIRM_WITHIN)
    except signing.BadSignature:
        return None
    user = User.objects.filter(public_id=name, email=old, is_active=True).first()
    return None if user is None else (user, new)


@transaction.atomic
def change_address(*, token: str) -> User | None:
    """The new address is its user's, and confirmed; the old one is told. None as in change_of."""
    change = change_of(token)
    if change is None:
        return None
    user, address = User.objects.select_for_update().get(pk=change[0].pk), change[1]
    if change_of(token) is None:
        return None
    old, user.email, user.email_confirmed_at = user.email, address, timezone.now()
    user.save(update_fields=["email", "email_confirmed_at"])
    if old:
        key = secrets.token_hex(16)
        outbox.enqueue("address_changed_mail", key, user=user.pk, address=old)
    address_confirmed.send(sender=User, user=user)
    return user


def _write(user: User, address: str, name: str, **more: Any) -> None:
    """A mail of accounts/mail/ in its reader's language."""
    with translation.override(user.language):
        context = {"user": user, **more}
        subject = render_to_string(f"accounts/mail/{name}_subject.txt", context).strip()
        body = render_to_string(f"accounts/mail/{name}.txt", context)
    _send(EmailMultiAlternatives(subject=subject, body=body, to=[address]).send)


def _send(send: Any) -> None:
    try:
        send()
    except OSError as fault:  # SMTPException is one
        raise outbox.TryAgain(f"{type(fault).__name__}: {fault}") from fault
