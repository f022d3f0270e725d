"""The messages between a page and the board: small JSON objects, both ways.

A page sends ``{"press": 3}``, ``{"release": 3}``, ``{"menu": true}``, ``{"menu": false}`` and
``{"shake": true}``, one key each. The board sends what its ``Look`` has that the page has not
been told yet, all of it at first: ``lamps`` (booleans, space 1 first), ``pixels`` (base64) with
``size``, ``light``, and ``position``.
"""

import json
from base64 import b64encode
from dataclasses import dataclass

from puluc.errors import PulucError
from puluc.rules.position import Pile, Position
from puluc.rules.units import Heading, Player, Side, Space, player_name, side_of
from puluc.web.table import Look

LONGEST = 64
"""Characters of the longest message that a page may send; the longest real one has 16."""


class MessageError(PulucError, ValueError):
    """A page sent what no page of ours sends."""


@dataclass(frozen=True, slots=True)
class Press:
    """A space's button goes down (``down``) or comes up."""

    space: Space
    down: bool


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu button goes down (``down``) or comes up."""

    down: bool


@dataclass(frozen=True, slots=True)
class Shake:
    """The tray is shaken, once."""


Message = Press | Menu | Shake


def read(text: str, spaces: int) -> Message:
    """The message in ``text``, for a board of that many spaces.

    Raises:
        MessageError: too long, not JSON, not one of the messages, or no such space.
    """
    if len(text) > LONGEST:
        raise MessageError(f"a message of {len(text)} characters: at most {LONGEST} are read")
    try:
        value = json.loads(text)
    except ValueError:
        raise MessageError(f"not JSON: {text!a:.80}") from None
    match list(value.items()) if isinstance(value, dict) else []:
        case [("press" | "release" as word, int(space))] if not isinstance(space, bool):
            if not 1 <= space <= spaces:
                raise MessageError(f"{word} of space {space}: the board has {spaces}")
            return Press(Space(space), down=word == "press")
        case [("menu", bool(down))]:
            return Menu(down)
        case [("shake", True)]:
            return Shake()
    raise MessageError(f"not a message: {text!a:.80}")


def news(told: Look | None, now: Look) -> dict[str, object]:
    """What a page must be told that has been told ``told``, or nothing yet; empty if all."""
    message: dict[str, object] = {}
    if told is None or told.lamps != now.lamps:
        message["lamps"] = now.lamps
    if told is None or (told.pixels, told.size) != (now.pixels, now.size):
        message["size"] = now.size
        message["pixels"] = b64encode(now.pixels).decode("ascii")
    if told is None or told.light != now.light:
        message["light"] = now.light
    if told is None or told.position != now.position:
        message["position"] = (
            None if now.position is None else _position(now.position, len(now.lamps))
        )
    return message


def _position(position: Position, spaces: int) -> dict[str, object]:
    """A position as it lies on a board: a track shorter than the board in the board's middle."""
    rules = position.rules
    before = (spaces - rules.track) // 2
    numbers = [space - before for space in range(1, spaces + 1)]
    return {
        "spaces": [
            {
                "used": 1 <= number <= rules.track,
                "fire": number in rules.fire,
                "piles": [_pile(pile) for pile in position.piles_on(Space(number))]
                if 1 <= number <= rules.track
                else [],
            }
            for number in numbers
        ],
        "sides": {side.value: _side(position, side) for side in Side},
        "lots": rules.lots,
        "seats": rules.seats,
    }


def _pile(pile: Pile) -> dict[str, object]:
    """A pile: its warriors' owners by name, bottom to top, and whether it is on its way home."""
    return {
        "warriors": [player_name(owner) for owner in pile.warriors],
        "homeward": pile.heading is Heading.HOMEWARD,
    }


def _side(position: Position, side: Side) -> dict[str, object]:
    """What lies beside the track for a side: its hand by owners, its kills, its retired."""
    players = [Player(seat) for seat in range(position.rules.seats)]
    ours = [player for player in players if side_of(player) is side]
    return {
        "hand": [player_name(player) for player in ours for _ in range(position.hand[player])],
        "kills": position.kills[side.index],
        "out": sum(position.out[player] for player in ours),
    }
