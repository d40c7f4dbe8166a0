"""The deployment files hold what docs/hosting.md promises; no Docker engine is needed for it."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent
OURS = ["migrate", "web", "worker", "beat"]


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


@pytest.fixture(scope="module")
def dockerfile():
    return (ROOT / "Dockerfile").read_text()


def test_the_services_are_those(compose):
    assert set(compose["services"]) == {*OURS, "postgres", "redis"}


@pytest.mark.parametrize("service", ["worker", "beat", "postgres", "redis"])
def test_every_lasting_service_has_a_health_check(compose, service):
    assert compose["services"][service]["healthcheck"]["test"]


def test_the_image_has_the_health_check_of_the_web_server(dockerfile):
    assert re.search(r"^HEALTHCHECK .*\n\s+CMD .*scripts/healthcheck\.py", dockerfile, re.M)


@pytest.mark.parametrize("service", OURS)
def test_the_application_is_shut_in(compose, service):
    found = compose["services"][service]
    assert found["read_only"] is True
    assert found["cap_drop"] == ["ALL"]
    assert found["security_opt"] == ["no-new-privileges:true"]


def test_nothing_runs_as_root(compose, dockerfile):
    last_stage = dockerfile.rsplit("\nFROM ", 1)[1]
    assert re.findall(r"^USER (\S+)$", last_stage, re.M) == ["10001"]
    assert compose["services"]["postgres"]["user"] == "postgres"
    assert compose["services"]["redis"]["user"] == "redis"


def test_data_survives_in_named_volumes(compose):
    for service in ("web", "postgres", "redis"):
        names = [volume.split(":")[0] for volume in compose["services"][service]["volumes"]]
        assert set(names) <= set(compose["volumes"])
        assert names


def test_database_and_broker_are_not_reachable_from_outside(compose):
    assert compose["networks"]["inside"] == {"internal": True}
    for service in ("postgres", "redis"):
        assert compose["services"][service]["networks"] == ["inside"]
        assert "ports" not in compose["services"][service]


def test_secrets_come_from_the_environment_without_a_default():
    text = (ROOT / "docker-compose.yml").read_text()
    for name in ("SECRET_KEY", "ALLOWED_HOSTS", "POSTGRES_PASSWORD", "REDIS_PASSWORD"):
        uses = re.findall(rf"\$\{{{name}(.*?)\}}", text)
        assert uses
        assert all(use.startswith(":?") for use in uses), name


def test_what_depends_waits_until_it_is_ready(compose):
    for service in ("web", "worker", "beat"):
        assert compose["services"][service]["depends_on"] == {
            "migrate": {"condition": "service_completed_successfully"},
            "redis": {"condition": "service_healthy"},
        }


def test_every_setting_is_documented():
    settings = (ROOT / "mordheim_site" / "settings.py").read_text()
    hosting = (ROOT / "docs" / "hosting.md").read_text()
    names = set(re.findall(r'env_\w+\(\s*"([A-Z_]+)"', settings))
    assert names
    assert {name for name in names if f"`{name}`" not in hosting} == set()


def test_the_clock_and_the_workers_know_the_same_tasks():
    from django.conf import settings

    from mordheim_site.celery import app

    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert scheduled <= set(app.tasks)
