"""Dice in posts: asked for in the text, stored, then thrown from the scene's sealed chain."""

import re
import secrets
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils import timezone

import rules
from campaigns.engine import digest
from campaigns.errors import invalid
from campaigns.markup import THROW, clean_source, number_in
from campaigns.models import Audience, DiceChain, Post, PostPart, PostRoll, Scene
from mordheim_site.text import one_line
from rules.dice import SealedDice, faces_needed, notation, total

MOST_ROLLS = 12  # in a post
MOST_DICE = 40  # in a roll
LONGEST_REASON = 120
CHAIN = 50  # rolls; then the chain is shown and another one sealed
DIFFICULTY = re.compile(r"^(?:difficulty|dificultad|diff?|dc)\s*:?\s*(-?\d{1,4})\s*\+?$", re.I)
FOR_THE_GM = re.compile(r"^(?:gm|dj|director|game master|s[oó]lo (?:el )?director)$", re.I)
# The comma before the last words is easily forgotten, and dice that were meant to be hidden stay
# seen for ever: so these end a reason without one too.
HIDDEN_AT_THE_END = re.compile(r"^(.*\S)\s+(?:GM|DJ)$")
DIFFICULTY_AT_THE_END = re.compile(
    r"^(.*\S)\s+((?:difficulty|dificultad|diff?|dc)\s*:?\s*-?\d{1,4}\s*\+?)$", re.I
)


@dataclass(frozen=True)
class Throw:
    """What a text asks for: `[2D6 reason, difficulty 7, GM]`. `number` where it was thrown."""

    start: int
    end: int
    notation: str
    reason: str = ""
    difficulty: int | None = None
    gm_only: bool = False
    number: int | None = None

    def facts(self, post: Post, salt: str = "") -> dict[str, Any]:
        """What goes into the dice besides the secret: nothing of it can change afterwards."""
        facts = {
            "roll": self.notation,
            "reason": self.reason,
            "difficulty": self.difficulty,
            "gm_only": self.gm_only,
            "post": str(post.public_id),
        }
        return facts | {"salt": salt} if salt else facts


def throws_in(source: str) -> list[Throw]:
    """Every throw that a text asks for, in order. Errors: too_many_dice."""
    found = [_throw(match) for match in THROW.finditer(source)]
    if len(found) > MOST_ROLLS or any(faces_needed(one.notation) > MOST_DICE for one in found):
        raise invalid("too_many_dice", limit=MOST_ROLLS)
    return found


def throw_all(part: PostPart, scene: Scene, source: str) -> str:
    """Throw what the text asks for and hasn't been thrown; its source, each roll with its number.

    The rolls go into `part.rolls`. Inside the transaction of the post; the scene's row is locked,
    so that numbers follow one another.
    """
    source = clean_source(source)
    asked = throws_in(source)
    mine = {roll["number"] for roll in part.rolls}
    due = [one for one in asked if one.number not in mine]
    if not due:
        return source
    Scene.objects.select_for_update().filter(pk=scene.pk).values("pk").get()
    number = scene.rolls.aggregate(last=Max("number"))["last"] or 0
    pieces, written_to = [], 0
    for one in due:
        number += 1
        part.rolls = [*part.rolls, _thrown(part, scene, one, number)]
        pieces += [source[written_to : one.start], _written(one, source, number)]
        written_to = one.end
    return "".join([*pieces, source[written_to:]])


def show_dice(scene: Scene) -> DiceChain | None:
    """Reveal the scene's chain if it was used, and seal another one."""
    chain = _open_chain(scene)
    if not chain.rolls.exists():
        return None
    chain.revealed_at = timezone.now()
    chain.save(update_fields=["revealed_at"])
    DiceChain.seal(scene)
    return chain


def dice_of_roll(roll: PostRoll, facts: bytes) -> SealedDice:
    secret = bytes.fromhex(roll.chain.secret)
    return SealedDice(secret, (), str(roll.chain.public_id), roll.number, facts)


def facts_of(roll: PostRoll) -> bytes:
    """The bytes that a roll's dice were sealed with, from what is stored."""
    throw = Throw(0, 0, roll.notation, roll.reason, roll.difficulty, roll.gm_only)
    return rules.encode(throw.facts(roll.part.post, roll.salt))


def _words(rest: str) -> list[str]:
    """What stands between the commas, and what ends a reason as if a comma stood before it."""
    found: list[str] = []
    for word in map(one_line, rest.split(",")):
        left = word
        while match := HIDDEN_AT_THE_END.match(left) or DIFFICULTY_AT_THE_END.match(left):
            found.append(left[match.end(1) :].strip())
            left = match.group(1)
        found.append(left)
    return found


def _throw(match: re.Match[str]) -> Throw:
    spec = match.group("notation").upper().replace("X", "x").replace("×", "x")
    notation(spec)
    rest = match.group("rest")
    number = number_in(rest)
    words, difficulty, gm_only = [], None, False
    for word in _words(re.sub(r"#\d{1,9}\s*$", "", rest)):
        if found := DIFFICULTY.match(word):
            difficulty = int(found.group(1))
        elif FOR_THE_GM.match(word):
            gm_only = True
        elif word:
            words.append(word)
    reason = ", ".join(words)[:LONGEST_REASON]
    return Throw(match.start(), match.end(), spec, reason, difficulty, gm_only, number)


def _written(one: Throw, source: str, number: int) -> str:
    """The throw as it stands in the text from now on."""
    text = source[one.start : one.end - 1]
    return re.sub(r"\s*#\d{1,9}\s*$", "", text).rstrip() + f" #{number}]"


def _thrown(part: PostPart, scene: Scene, one: Throw, number: int) -> dict[str, Any]:
    """Store the roll, then let its dice fall; what the part keeps of it."""
    for_all = part.audience == Audience.ALL and not one.gm_only
    salt = "" if for_all else secrets.token_hex(16)
    facts = rules.encode(one.facts(part.post, salt))
    roll = PostRoll.objects.create(
        scene=scene,
        chain=_chain_for(scene),
        part=part,
        number=number,
        notation=one.notation,
        reason=one.reason,
        difficulty=one.difficulty,
        gm_only=one.gm_only,
        order_hash=digest(facts),
        salt=salt,
    )
    faces = dice_of_roll(roll, facts).roll("random_pick", faces_needed(one.notation))
    roll.faces, roll.total = list(faces), total(one.notation, faces)
    roll.save(update_fields=["faces", "total"])
    kept = ("number", "notation", "reason", "difficulty", "gm_only", "faces", "total")
    return {name: getattr(roll, name) for name in kept}


def _chain_for(scene: Scene) -> DiceChain:
    """The chain that is sealed now; a used-up one is shown and another one sealed first."""
    chain = _open_chain(scene)
    if chain.rolls.count() < CHAIN:
        return chain
    chain.revealed_at = timezone.now()
    chain.save(update_fields=["revealed_at"])
    return DiceChain.seal(scene)


def _open_chain(scene: Scene) -> DiceChain:
    return scene.chains.get(revealed_at=None)
