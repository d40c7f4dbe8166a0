"""Scenarios played for real: roles, deployment, objectives, ends, and what each side takes home.

`Setup.mission` pins the scenario's row; `State.mission` is what has come of it. `opening.py` gets
a battle going, `deploying.py` judges places, `watching.py` follows counters and drops them,
`settling.py` sees to searches, exits and ends after each order, `spoils.py` to the awards.
"""
