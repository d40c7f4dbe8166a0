"""House rules are read in words: no identifier of a value or of a table reaches the page."""

from campaigns.house_rules.listed import editable
from campaigns.house_rules.words import CHOICES
from warbands.names import campaign_table


def test_every_value_to_choose_has_words() -> None:
    values = {value for switch in editable() for value in switch.values}
    assert values - set(CHOICES) == set()


def test_every_table_that_a_house_rule_names_has_a_name() -> None:
    tables = {rule for switch in editable() for rule in switch.rules if rule.startswith("campaign")}
    assert {table for table in tables if campaign_table(table) == table} == set()
