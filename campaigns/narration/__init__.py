"""Events told in the reader's language: prose, dice and the rules behind them.

Pure: nothing here reads the database. `tell` turns numbered events into lines, `explain` puts a
refused order into words. Both speak the language that is active when they are called.
"""

from campaigns.narration.lines import DieShown, Line, Part, Row, Sentence, Throw
from campaigns.narration.names import Names
from campaigns.narration.orders import tell_order
from campaigns.narration.refusals import explain, explain_code, explain_problem
from campaigns.narration.tell import tell

__all__ = [
    "DieShown",
    "Line",
    "Names",
    "Part",
    "Row",
    "Sentence",
    "Throw",
    "explain",
    "explain_code",
    "explain_problem",
    "tell",
    "tell_order",
]
