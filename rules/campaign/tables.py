"""The campaign tables that an aftermath uses, pinned when it begins."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Do = tuple[dict[str, Any], ...]
"""Operations of a table row, in order: {"op": "characteristic", "name": "M", "mod": -1} ..."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A row of a table: the rolls from `low` to `high` (a D66 row may list its faces instead)."""

    low: int
    high: int
    id: str = ""
    do: Do = ()
    faces: tuple[int, ...] = ()

    def holds(self, roll: int) -> bool:
        return roll in self.faces if self.faces else self.low <= roll <= self.high


class AdvanceRow(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A row of an advance table, by what it gives.

    `skill`, `lads_got_talent`, one of `characteristics` by the player's choice (`choose`), or
    by a D6 that is read in equal bands (1-3, 4-6).
    """

    low: int
    high: int
    result: str = "characteristic"
    characteristics: tuple[str, ...] = ()
    choose: bool = False

    def holds(self, roll: int) -> bool:
        return self.low <= roll <= self.high


class Trade(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a fighter may do between battles: a D6 of `fails_on` or less goes wrong (`misses` the
    next battle, or a `serious_injury`), else `dice` bring gold, or so many of an `item`. `instead`:
    he looks for nothing rare then."""

    dice: str
    item: str = ""
    fails_on: int = 0
    fails: Literal["", "misses", "serious_injury"] = ""
    instead: bool = False


class FighterFacts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What an aftermath needs to know of a kind of fighter.

    `profile` and `maximum` by characteristic, M in the ruleset's unit. No maximum (None) means
    that none is known, which is not the same as having nothing left to gain. `barred`: skill lists
    that it never learns from; `promotion_lists`: what it learns from once it has become a hero,
    where that isn't the player's choice; `talent`: whether one of a group becomes a hero, never
    does, or is done away with; `factor`: times the experience that an advance takes. `reroll`,
    `adjust`, `shards`: in exploration, by a rule of its own. `cost`: gold to hire one;
    `banished_on`: out of action it is gone for good up to this face, whatever the table says;
    `regrows`: it comes back from every battle without a roll;
    `upkeep`: gold after each battle, `dearer` beside others of a race; a die after each battle
    up to `lost_on` costs a shard, up to `flees_on` he is gone with all of them, from `free_on` on
    he asks nothing, nor after a battle against a warband of `free_after`. `loots_on`: from this
    face on the gear of one of the dead is his.
    `unstable`: after a failed rout test it tests its Leadership or is gone; `living`: what kills
    the living harms it; `lost_with`: it is gone for good once none of that kind is left, `leaves`:
    as soon as one of these races is in the warband; `guards`: while it stands, these injury rows
    leave a fighter of that kind unhurt; `one_battle`: it stays for one and misses the next;
    `pays_in`: what it takes instead of gold (wyrdstone, or henchmen of the warband by their kinds);
    `trades`: what it may do between battles, by the rule that lets it; `maps`: it has treasure maps
    to follow.
    `spells`: the table of its lore by the faces of a D6, `unrolled` those cast without a roll,
    `gifts` what a Magister's god may give, by god. `henchman`: the word by which places of the city
    mean henchmen like these.
    """

    profile: dict[str, int]
    maximum: dict[str, int] | None = None
    skill_lists: tuple[str, ...] = ()
    wizard: bool = False
    earns_experience: bool = True
    barred: tuple[str, ...] = ()
    promotion_lists: tuple[str, ...] = ()
    talent: Literal["hero", "never", "killed"] = "hero"
    factor: int = 1
    may_lead: bool = True
    race: str = ""
    cost: int = 0
    banished_on: int = 0
    regrows: bool = False
    upkeep: int = 0
    reroll: int = 0
    adjust: int = 0
    shards: int = 0
    spells: tuple[str, ...] = ()
    unrolled: tuple[str, ...] = ()
    gifts: dict[str, str] = {}
    henchman: str = ""
    dearer: dict[str, int] = {}
    lost_on: int = 0
    loots_on: int = 0
    flees_on: int = 0
    free_on: int = 0
    free_after: tuple[str, ...] = ()
    unstable: bool = False
    living: bool = False
    lost_with: str = ""
    leaves: tuple[str, ...] = ()
    guards: dict[str, tuple[str, ...]] = {}
    one_battle: bool = False
    pays_in: tuple[str, ...] = ()
    trades: dict[str, Trade] = {}
    maps: bool = False


class SkillFacts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What decides whether a fighter may learn a skill, and what it does after battles.

    `opens`: skill lists that it opens; `reroll`, `adjust`: in exploration; `rerolls_injury`: a
    serious injury of its own; `rarity`: looking for rare things; `haggle`: dice off their price;
    `trade`: something to do instead.
    """

    lists: tuple[str, ...]
    leader_only: bool = False
    casters_only: bool = False
    fighters: tuple[str, ...] = ()
    not_for: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    most: int | None = None
    opens: tuple[str, ...] = ()
    reroll: int = 0
    adjust: int = 0
    rerolls_injury: bool = False
    rarity: int = 0
    haggle: str = ""
    trade: Trade | None = None


class Underdog(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bonus for a warband that is rated lower by `low` or more."""

    low: int
    xp: int


class CaptiveOption(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What captors may do with a prisoner; `by` names the kinds of warband that may. `recruit`: the
    kind of fighter that they make of him; `leader_experience`: what their leader learns of it."""

    id: str
    by: tuple[str, ...] = ()
    gold: str = ""
    frees: bool = False
    not_automated: str = ""
    recruit: str = ""
    leader_experience: int = 0


class PitFight(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a fight in the pits brings; a loser rolls for his injury up to `lose_limit`."""

    win_gold: int
    win_xp: int
    lose_limit: int


class RareFacts(msgspec.Struct, frozen=True):
    """A rare thing: what two dice must reach, and its price as dice."""

    rarity: int
    price: str


class GearFacts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a battle or an exploration does with an item.

    `spent`: gone after one `battle`, or `once` it has been used; `shared`: one piece serves the
    whole warband. `dice` are thrown after a battle (of a map: when it is looked at) and read in
    `rows`; `only_if_out`: for bearers out of action. `search`: how it helps to explore (a `test` of
    Leadership, `luck` that is left, `cards` that may be read, a `map`); `misses_by`: failing a
    test by so much keeps the bearer from the next battle.
    """

    spent: Literal["", "battle", "once"] = ""
    shared: bool = False
    dice: str = ""
    rows: Do = ()
    only_if_out: bool = False
    search: Literal["", "test", "luck", "cards", "map"] = ""
    misses_by: int = 0

    @property
    def lingers(self) -> bool:
        """Whether the battle may leave something of it behind."""
        return bool(self.dice) and self.search != "map"


class Reader(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Who may study a book: of one of these kinds, with this `skill`; he learns of this `lore`."""

    lore: str
    fighters: tuple[str, ...] = ()
    skill: str = ""


class Leaders(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who follows a leader: `only` of this kind where it is set."""

    only: str = ""


class Shards(msgspec.Struct, frozen=True):
    """Shards found by the sum of the dice, from `low` on."""

    low: int
    shards: int


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place that a multiple finds: `count` dice that show `face`; what it does here."""

    id: str
    face: int
    count: int
    do: Do = ()


class Artefact(msgspec.Struct, frozen=True):
    """An artefact by its roll."""

    id: str
    roll: int


class Exploration(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Exploration: dice, shards, places (only the branch that is this warband's), artefacts.

    `rerolls`, `adjusts`: items by what they do; `extra_shards` by the warband's special rules.
    """

    per_hero: int
    if_won: int
    kept: int
    shards: tuple[Shards, ...]
    places: tuple[Place, ...]
    artefacts: tuple[Artefact, ...]
    extra_shards: int = 0


class Sale(msgspec.Struct, frozen=True, omit_defaults=True):
    """What wyrdstone fetches: `gold[shards - 1][column]`, columns up to each of `sizes`.

    `shift`: columns further to the left (a warband that sells as a smaller one).
    """

    sizes: tuple[int, ...]
    gold: tuple[tuple[int, ...], ...]
    shift: int = 0


class SwordFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hired sword: his skills, and each of the sets that he may carry."""

    sets: tuple[dict[str, int], ...]
    skills: tuple[str, ...] = ()


class Tables(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All tables of an aftermath, with the facts of the kinds of fighter in the roster.

    `leaders_rarity`: items that help their leader to find rare things, and by how much. `swords`:
    the hired swords who would serve; `understood`: notes that later steps and battles read by
    themselves (aftermaths of before these were pinned leave both to the game master).
    `hunts`: what a hero gets with a D6 of his Strength or less, and what the try costs. `books` by
    who may study them, `lores` their spells by the faces of a D6, `books_once` those of which a
    warband studies one ever. `blessed`: what each weapon becomes, by blessing. `steady`: what is
    added for daemons that hold on to this world, where something of the warband's steadies them.
    """

    serious_injuries: tuple[Row, ...]
    henchman_injury: tuple[Row, ...]
    awards: dict[str, int]
    underdog: tuple[Underdog, ...]
    hero_thresholds: tuple[int, ...]
    henchman_thresholds: tuple[int, ...]
    hero_max: int
    henchman_max: int
    hero_advances: tuple[AdvanceRow, ...]
    henchman_advances: tuple[AdvanceRow, ...]
    henchman_gain_limit: int
    max_heroes: int
    captive: tuple[CaptiveOption, ...]
    pit_fight: PitFight
    fighters: dict[str, FighterFacts]
    skills: dict[str, SkillFacts] = {}
    hero_lists: tuple[str, ...] = ()
    max_warriors: int = 15
    group: int = 5
    reroll_talent_at: int = 6
    leaders: Leaders = Leaders()
    rare: dict[str, RareFacts] = {}
    rarity_bonus: int = 0
    veterans: str = "2D6"
    rare_dice: str = "2D6"
    swords: dict[str, SwordFacts] = {}
    understood: tuple[str, ...] = ()
    exploration: Exploration | None = None
    sale: Sale | None = None
    mutations: tuple[str, ...] = ()
    search_dice: dict[str, int] = {}
    gear: dict[str, GearFacts] = {}
    leaders_rarity: dict[str, int] = {}
    hunts: dict[str, int] = {}
    books: dict[str, tuple[Reader, ...]] = {}
    lores: dict[str, tuple[str, ...]] = {}
    books_once: tuple[str, ...] = ()
    blessed: dict[str, dict[str, str]] = {}
    steady: int = 0
