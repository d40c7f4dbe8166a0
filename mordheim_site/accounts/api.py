"""REST: log in for a token, revoke it, read and change who one is."""

from functools import partial
from typing import Any

from django.contrib.auth import authenticate
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from mordheim_site.accounts import mail, selectors, services
from mordheim_site.accounts.models import ApiToken, Scope, User
from mordheim_site.api.problems import Problem


class LogInSerializer(serializers.Serializer):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=4096, trim_whitespace=False, write_only=True)
    name = serializers.CharField(max_length=60, default="REST")
    scope = serializers.ChoiceField(choices=Scope, default=Scope.WRITE)
    days = serializers.IntegerField(min_value=1, max_value=365, required=False)


class TokenSerializer(serializers.ModelSerializer):
    id = serializers.UUIDField(source="public_id", read_only=True)

    class Meta:
        model = ApiToken
        fields = ("id", "name", "hint", "scope", "created_at", "expires_at", "last_used_at")
        read_only_fields = fields


class NewTokenSerializer(TokenSerializer):
    token = serializers.CharField(help_text="Shown this once.", read_only=True)

    class Meta(TokenSerializer.Meta):
        fields = ("token", *TokenSerializer.Meta.fields)
        read_only_fields = fields


class MeSerializer(serializers.ModelSerializer):
    id = serializers.UUIDField(source="public_id", read_only=True)

    class Meta:
        model = User
        fields = ("id", "username", "display_name", "email", "language", "time_zone", "theme")
        read_only_fields = ("username", "email")

    def update(self, instance: User, validated_data: dict[str, Any]) -> User:
        return services.change_preferences(user=instance, **validated_data)


class TokenView(APIView):
    """Log in and out."""

    throttle_scope = "token"

    def get_authenticators(self) -> list:
        """A log-in must work whatever stale token or cookie comes with it."""
        posting = self.request is not None and self.request.method == "POST"
        return [] if posting else super().get_authenticators()

    def get_permissions(self) -> list:
        """A token that may only read may still revoke itself."""
        return [AllowAny() if self.request.method == "POST" else IsAuthenticated()]

    def get_throttles(self) -> list:
        posting = self.request.method == "POST"
        return [ScopedRateThrottle()] if posting else super().get_throttles()

    @extend_schema(
        operation_id="token_create",
        request=LogInSerializer,
        responses={201: NewTokenSerializer},
        auth=[],
    )
    @method_decorator(sensitive_variables("sent"))
    def post(self, request: Request) -> Response:
        """A new token for a username and password. The key is shown this once."""
        form = LogInSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        sent = dict(form.validated_data)
        user = authenticate(
            request._request, username=sent.pop("username"), password=sent.pop("password")
        )
        if user is None:
            raise Problem("invalid_credentials", _("Wrong username or password."), status=401)
        token, key = services.issue_token(user=user, **sent)
        token.token = key
        return Response(NewTokenSerializer(token).data, status=status.HTTP_201_CREATED)

    @extend_schema(operation_id="token_revoke", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revoke the token that this request came with."""
        if not isinstance(request.auth, ApiToken):
            raise Problem("no_token", _("This request came without a token."))
        services.revoke_token(token=request.auth)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TokensView(generics.ListAPIView):
    """My live tokens, without their keys."""

    serializer_class = TokenSerializer

    def get_queryset(self):
        if getattr(self, "swagger_fake_view", False):
            return ApiToken.objects.none()
        return selectors.tokens_of(user=self.request.user)


class TokenDetailView(APIView):
    @extend_schema(operation_id="tokens_revoke", request=None, responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Revoke one of my tokens."""
        token = selectors.get_token_for_user(user=request.user, public_id=public_id)
        services.revoke_token(token=token)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AddressSerializer(serializers.Serializer):
    email = serializers.EmailField(max_length=254)
    password = serializers.CharField(max_length=4096, trim_whitespace=False, write_only=True)


class AddressView(APIView):
    throttle_scope = "token"

    def get_throttles(self) -> list:
        return [ScopedRateThrottle()]

    @extend_schema(operation_id="address_change", request=AddressSerializer, responses={202: None})
    @method_decorator(sensitive_variables("sent"))
    def post(self, request: Request) -> Response:
        """Another mail address: a mail to it asks whether it is mine; until then the old one
        stays."""
        form = AddressSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        sent = form.validated_data
        services.ask_for_address(
            user=request.user,
            address=sent["email"],
            password=sent["password"],
            may_write_to=partial(mail.may_write_to, request),
        )
        return Response(status=status.HTTP_202_ACCEPTED)


class MeView(generics.RetrieveUpdateAPIView):
    """Who I am, and how I want to read."""

    serializer_class = MeSerializer
    http_method_names = ("get", "patch", "head", "options")

    def get_object(self) -> User:
        return self.request.user
