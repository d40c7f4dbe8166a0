"""Pages of accounts, under /accounts/."""

from django.urls import path

from mordheim_site.accounts import views

app_name = "accounts"
urlpatterns = [
    path("login", views.LogIn.as_view(), name="login"),
    path("logout", views.LogOut.as_view(), name="logout"),
    path("signup", views.sign_up, name="sign_up"),
    path("settings", views.profile, name="settings"),
    path("settings/tokens", views.create_token, name="create_token"),
    path("settings/tokens/<uuid:public_id>/revoke", views.revoke_token, name="revoke_token"),
    path("confirm", views.confirm_again, name="confirm_again"),
    path("confirm/<str:token>", views.confirm, name="confirm"),
    path("address", views.address, name="address"),
    path("address/<str:token>", views.address_confirm, name="address_confirm"),
    path("password", views.PasswordChange.as_view(), name="password_change"),
    path("password/reset", views.PasswordReset.as_view(), name="password_reset"),
    path(
        "password/reset/<uidb64>/<token>",
        views.PasswordResetConfirm.as_view(),
        name="password_reset_confirm",
    ),
]
