import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.test import Client, RequestFactory
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.views import APIView

from mordheim_site import views
from mordheim_site.api.problems import Problem


def test_an_unknown_page_is_a_page(client, db):
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert "Aquí no hay nada" in response.content.decode()


def test_an_unknown_resource_is_a_problem(client, db):
    response = client.get("/api/v1/nowhere")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == "not_found"


@pytest.mark.parametrize(
    ("path", "words"), [("/x", "tropezado"), ("/api/v1/x", '"code": "server_error"')]
)
def test_a_server_error_needs_nothing_else_to_work(path, words):
    response = views.server_error(RequestFactory().get(path))
    assert response.status_code == 500
    assert words in response.content.decode()


def test_an_expired_form_says_so(ana):
    client = Client(enforce_csrf_checks=True)
    response = client.post("/preferences", {"theme": "dark"})
    assert response.status_code == 403
    assert "La página ha caducado" in response.content.decode()


class Sent(serializers.Serializer):
    class Inner(serializers.Serializer):
        legs = serializers.ListField(child=serializers.IntegerField())

    order = Inner()
    many = Inner(many=True)


class View(APIView):
    permission_classes = [AllowAny]
    raises: Exception

    def get(self, request):
        raise self.raises

    def post(self, request):
        Sent(data=request.data).is_valid(raise_exception=True)
        return Response()


def answer(exc):
    request = RequestFactory().get("/api/v1/x")
    return View.as_view(raises=exc)(request).render()


View.raises = None


def test_an_applications_refusal_keeps_its_code_status_and_members():
    response = answer(Problem("out_of_range", "Too far.", status=409, rule="P-SHT-01"))
    assert response.status_code == 409
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.data["code"] == "out_of_range"
    assert response.data["rule"] == "P-SHT-01"
    assert response.data["title"] == "Conflict"


@pytest.mark.parametrize(
    ("exc", "status", "code"),
    [
        (Http404(), 404, "not_found"),
        (PermissionDenied(), 403, "permission_denied"),
        (ValidationError("no", code="nope"), 400, "invalid"),
    ],
)
def test_djangos_own_refusals_become_problems(exc, status, code):
    response = answer(exc)
    assert (response.status_code, response.data["code"]) == (status, code)


def test_nested_faults_are_named_by_their_path():
    data = {"order": {"legs": [1, "x"]}, "many": [{"legs": [1]}, {}]}
    request = RequestFactory().post("/api/v1/x", data, content_type="application/json")
    errors = View.as_view()(request).data["errors"]
    assert {(error["field"], error["code"]) for error in errors} == {
        ("order.legs.1", "invalid"),
        ("many.1.legs", "required"),
    }


def test_what_nobody_foresaw_is_not_swallowed():
    with pytest.raises(ZeroDivisionError):
        answer(ZeroDivisionError())
