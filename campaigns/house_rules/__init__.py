"""House rules in words: every switch that a game master may change, the book's value, his own.

The form and REST read the same list; what is written is judged by `rules.ruleset`.
"""

from campaigns.house_rules.form import Choice, Group, groups_of
from campaigns.house_rules.listed import rows_of
from campaigns.house_rules.parts import Part
from campaigns.house_rules.reading import Reading, read
from campaigns.house_rules.words import fault_in_words, in_words, rules_of

__all__ = [
    "Choice",
    "Group",
    "Part",
    "Reading",
    "fault_in_words",
    "groups_of",
    "in_words",
    "read",
    "rows_of",
    "rules_of",
]
