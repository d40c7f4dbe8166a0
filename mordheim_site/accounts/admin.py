"""The operator's view of users and tokens."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from mordheim_site.accounts.models import ApiToken, User


@admin.register(User)
class SiteUserAdmin(UserAdmin):
    list_display = ("username", "display_name", "email", "is_staff", "last_login")
    search_fields = ("username", "display_name", "email")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Profile"), {"fields": ("display_name", "email", "language", "time_zone", "theme")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "email", "usable_password", "password1", "password2")}),
    )


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    """Tokens can be seen and deleted, never made or read here."""

    list_display = ("name", "user", "hint", "scope", "expires_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    readonly_fields = ("user", "name", "hint", "scope", "expires_at", "last_used_at", "revoked_at")

    def has_add_permission(self, request) -> bool:
        return False
