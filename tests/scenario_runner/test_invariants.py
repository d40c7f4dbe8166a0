"""Every case also shows what must hold in any battle: each breach is told."""

from unittest.mock import patch

from rules.scenario import playing
from tests.scenario_runner.cases import diff_of


def test_a_state_that_is_not_the_fold_of_its_events(tmp_path):
    with patch.object(playing, "fold", lambda setup, events: playing.start(setup, None).state):
        assert diff_of(tmp_path) == ["fold(setup, events) is another state"]


def test_forms_that_offer_less_than_submit_takes(tmp_path):
    with patch.object(playing, "legal_orders", lambda state, side: ()):
        assert diff_of(tmp_path) == [
            "order 1: no form of legal_orders allows it, submit accepts it"
        ]


def test_events_that_json_loses(tmp_path):
    decode = playing.decode_event

    def forgetful(data):
        event = decode(data)
        return decode(b'{"event":"Sealed"}') if type(event).__name__ == "CoverHit" else event

    with patch.object(playing, "decode_event", forgetful):
        assert diff_of(tmp_path) == ["CoverHit doesn't come back from JSON"]
