"""A prepared query answers as the query set that it is made of, and is built once."""

from uuid import UUID

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import CharField, F, Q
from django.db.models.expressions import RawSQL
from django.db.models.functions import Upper
from django.test.utils import CaptureQueriesContext

from mordheim_site.accounts.models import ApiToken
from mordheim_site.accounts.services import issue_token
from mordheim_site.prepared import Prepared

User = get_user_model()
pytestmark = pytest.mark.django_db


@pytest.fixture
def tokens(ana, berta):
    return [issue_token(user=user, name=f"{n}")[0] for user in (ana, berta) for n in range(3)]


def tokens_of(_, *, user):
    tokens = ApiToken.objects.filter(user=user).select_related("user").order_by("pk")
    return tokens.annotate(loud=Upper("user__username", output_field=CharField()))


def test_other_values_other_rows(tokens, ana, berta):
    prepared = Prepared(tokens_of)
    for user in (ana, berta, ana):
        found = prepared(user=user.pk)
        expected = list(tokens_of(None, user=user))
        assert found == expected
        assert [one.loud for one in found] == [user.username.upper()] * 3
        for one, other in zip(found, expected, strict=True):
            assert one.user == other.user
            assert (one.public_id, one.created_at) == (other.public_id, other.created_at)


def test_it_asks_once_and_builds_once(tokens, ana, berta):
    built = []

    def build(shape, **values):
        built.append(shape)
        return tokens_of(None, **values).order_by("-pk" if shape else "pk")

    prepared = Prepared(build)
    with CaptureQueriesContext(connection) as queries:
        for shape in (False, True, False, True):
            prepared(shape, user=berta.pk)
    assert len(queries) == 4
    assert built == [False, True]
    assert prepared(True, user=ana.pk) == prepared(False, user=ana.pk)[::-1]


def test_some_of_the_rows(tokens, ana):
    prepared = Prepared(tokens_of)
    assert prepared(None, slice(1, 3), user=ana.pk) == tokens[1:3]
    assert prepared(None, slice(3, 6), user=ana.pk) == []


def test_ids_and_texts_are_values_too(ana, berta):
    prepared = Prepared(lambda _, *, key, name: User.objects.filter(public_id=key, username=name))
    assert prepared(key=ana.public_id, name="ana") == [ana]
    assert prepared(key=UUID(str(berta.public_id)), name="berta") == [berta]
    assert prepared(key=ana.public_id, name="berta") == []
    assert prepared(key=ana.public_id, name="' OR 1=1 --") == []


def test_a_value_that_decides_nothing_is_refused(ana):
    with pytest.raises(ValueError, match="depend on user"):
        Prepared(lambda _, *, user: ApiToken.objects.all())(user=ana.pk)


@pytest.mark.parametrize(
    "queryset",
    [
        lambda: User.objects.prefetch_related("groups"),
        lambda: User.objects.values_list("pk"),
        lambda: User.objects.values(name=F("username")),
    ],
)
def test_what_it_cannot_give_is_refused(queryset, ana):
    with pytest.raises(ValueError, match="plain instances"):
        Prepared(lambda _, *, pk: queryset().filter(pk=pk))(pk=ana.pk)


@pytest.mark.parametrize(
    "other",
    [
        lambda name: Q(display_name__contains=name),
        # Put into the SQL itself, which is what is to be refused.
        lambda name: Q(pk__in=RawSQL(f"SELECT 1 WHERE '{name}' = 'x'", ())),  # noqa: S611
    ],
)
def test_a_value_of_which_something_else_is_made_is_refused(ana, other):
    """The stand-in would be looked for, whatever is asked later."""

    def build(_, *, name):
        return User.objects.filter(Q(username=name) | other(name))

    with pytest.raises(ValueError, match="something else of name"):
        Prepared(build)(name="ana")


def test_nothing_is_no_value(ana):
    """`= NULL` finds nothing, and `IS NULL` is another query."""
    prepared = Prepared(tokens_of)
    for _ in range(2):
        for nothing in (None, True):
            with pytest.raises(TypeError):
                prepared(user=nothing)
        prepared(user=ana.pk)


def test_a_value_of_another_kind_is_refused(ana):
    """A UUID as text is told otherwise to SQLite: it would find nothing."""
    prepared = Prepared(lambda _, *, key: User.objects.filter(public_id=key))
    assert prepared(key=ana.public_id) == [ana]
    with pytest.raises(TypeError, match="key is no UUID"):
        prepared(key=str(ana.public_id))


def test_a_parameter_that_is_nothing_stays_nothing(ana):
    """It stands for no value: not even for a number, which has no other way of being told."""

    def build(_, *, pk):
        nothing = RawSQL("%s", (None,), output_field=CharField())
        return User.objects.filter(pk=pk).annotate(none=nothing)

    assert Prepared(build)(pk=ana.pk)[0].none is None
