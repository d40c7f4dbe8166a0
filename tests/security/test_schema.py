"""Every operation of REST, asked what its schema allows and more, as player, GM and stranger.

Schemathesis makes the requests; each runs in a transaction of its own, with the ids of a real
campaign in the path. No answer is a fault, each is as the schema says, and nothing that isn't for
who asks stands in one. SCHEMA_EXAMPLES asks more of each.
"""

import os

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import (
    Failure,
    FailureGroup,
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
)

from campaigns.services.scenes import Part
from mordheim_site.accounts import services as accounts
from mordheim_site.wsgi import application
from tests.campaigns.tables import begun
from tests.campaigns.wars import enlisted

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "1"))
SECRET = "cárabo"  # an aside for the GM
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]
ENDS_IT_ALL = ("/api/v1/me/delete", "/api/v1/token")


@pytest.fixture(autouse=True)
def _the_connection_stays_open():
    """As with Django's own client: the end of a request doesn't end the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def world(settings, campaign, marga, ana, berta, member, tavern, say):
    settings.ALLOWED_HOSTS = ["*"]
    post = say(ana, tavern, "Hola.", Part(SECRET, "gm"))
    battle = begun(campaign, marga, red=ana, blue=berta)
    band = enlisted(campaign, ana)
    return {
        "campaign": campaign.public_id,
        "scene": tavern.public_id,
        "battle": battle.public_id,
        "post": post.public_id,
        "member": member(berta).public_id,
        "warband": band.pk,
    }


@pytest.mark.parametrize(
    ("person", "reads"), [("berta", False), ("marga", True), ("stranger", False)]
)
def test_no_fault_no_breach_nothing_foreign(request, world, person, reads):
    user = request.getfixturevalue(person)
    _token, key = accounts.issue_token(user=user, name="schema")
    headers = {"Authorization": f"Token {key}", "Accept-Language": "en"}
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", application)
    asked = 0
    told: list[str] = []
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.startswith(ENDS_IT_ALL):
            continue
        asked += 1
        name = f"{operation.method.upper()} {operation.path}"
        wrong = faults_of(operation, world, headers, secret=not reads)
        told += [f"{name}: {fault}" for fault in wrong]
    assert asked > 100
    assert not told, "\n".join(told)


def faults_of(operation, world, headers, *, secret) -> list[str]:
    """What is wrong with the answers of one operation to some requests."""
    found: list[str] = []

    @seeded(20260603)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
    def ask(case) -> None:
        for name in case.path_parameters or {}:
            if name in world:
                case.path_parameters[name] = str(world[name])
        with transaction.atomic():
            answer = case.call(headers=headers)
            transaction.set_rollback(True)
        try:
            case.validate_response(answer, checks=CHECKS, headers=headers)
        except (FailureGroup, Failure) as breach:
            first = breach.exceptions[0] if isinstance(breach, FailureGroup) else breach
            found.append(f"{first.title}: {first.message.splitlines()[0][:200]}")
        if secret and SECRET in answer.text:
            found.append("shows what isn't for its reader")

    try:
        ask()
    except Unsatisfiable:
        found.append("no request fits its schema")
    return found
