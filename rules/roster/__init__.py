"""Rosters: what a warband is, what it may buy, what is wrong with it, what it is worth.

- `model`: the frozen structs; `profile`: a fighter's numbers after advances and injuries
- `goods`: equipment lists and prices; `problems`: every breach of the list at once
- `change`: the verbs of players, each giving the new roster and the lines for the books
- `ledger`: those lines and what they add up to; `rating`: the warband rating
- `battle`: the warriors who come to a battle
"""
