"""Rows of the campaign's tables by name: what the case of an aftermath shows.

A name is `campaign.<table>` or `campaign.<table>.<row>`: a row by its id, one of an advance table
by its lowest roll, a place of the city as `campaign.exploration.<place>`.
"""

from __future__ import annotations

from rules.catalogue import Catalogue, load_catalogue

WHOLE = """experience underdog hero_advance henchman_advance lads_got_talent exploration wyrdstone
after_battle items new_leader hired_swords captured pit_fight serious_injury henchman_injury
rating""".split()
"""Tables that may be named without a row."""


def is_row(name: str) -> bool:
    """Whether this is the name of a table or a row of the campaign's."""
    prefix, _, rest = name.partition(".")
    return prefix == "campaign" and (rest in WHOLE or name in all_rows(load_catalogue()))


def all_rows(catalogue: Catalogue) -> list[str]:
    """The name of every row of the tables of injuries, advances, places, artefacts, prisoners."""
    tables = catalogue.tables
    found = [f"serious_injury.{row['id']}" for row in tables["serious_injury"]["rows"]]
    found += [f"henchman_injury.{row['id']}" for row in tables["henchman_injury"]["rows"]]
    for table in ("hero_advance", "henchman_advance"):
        found += [f"{table}.{row['min']}" for row in tables[table]["rows"]]
    found += [f"exploration.{row['id']}" for row in tables["place"]]
    found += [f"artefact.{row['id']}" for row in tables["artefact"]]
    found += [f"captured.{row['id']}" for row in tables["captured"]["options"]]
    return [f"campaign.{name}" for name in found]
