"""Magic: casting systems, the primitives that spells are made of, upkeep, control, summoning.

Lores are data (rules/catalogue/spells). How to add one: CONTRIBUTING.md.
"""
