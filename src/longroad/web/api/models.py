"""What is sent to the API and what it answers, as OpenAPI documents it."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from longroad.web.games.plan import MOST_CLOCK, MOST_NAME, MOST_PACE, MOST_SERIES, MOST_SPEC

Five = Annotated[list[int], Field(min_length=5, max_length=5)]
#: A key is shorter.
KeyText = Annotated[str, Field(max_length=120)]


class _Asked(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


class SeatAsked(_Asked):
    """Who is to sit somewhere."""

    kind: Literal["person", "link", "agent"] = Field(
        description="A person here, a person who is sent an invitation, or an agent."
    )
    name: str = Field(default="", max_length=MOST_NAME, description="By default the colour of the seat.")
    agent: str = Field(
        default="", max_length=MOST_SPEC, description="The spec of an agent, as `planner:offers=1`."
    )


class ClockAsked(_Asked):
    """How long people may think."""

    kind: Literal["none", "move", "game"] = "none"
    seconds: float = Field(
        default=0.0, ge=0, le=MOST_CLOCK, description="Per decision, or for the whole game."
    )
    increment: float = Field(
        default=0.0, ge=0, le=MOST_CLOCK, description="With `game`: more after each turn."
    )


class GameAsked(_Asked):
    """A game to be played."""

    seats: list[SeatAsked] = Field(min_length=2, max_length=4)
    rules: str = Field(
        default="official", max_length=500, description="Preset and options, as `duel,target_points=12`."
    )
    board: str | None = Field(default=None, max_length=200, description="A layout, or the text of a board.")
    seed: int | None = Field(
        default=None, ge=0, lt=2**64, description="Draws the board; dice do not follow from it."
    )
    clock: ClockAsked = ClockAsked()
    rated: bool = False
    pace: float = Field(
        default=0.6, ge=0, le=MOST_PACE, description="Seconds before an agent's move is made."
    )
    spectators: bool | None = Field(
        default=None, description="Whether others may look on; by default at agents."
    )
    series: str = Field(
        default="", max_length=MOST_SERIES, description="Games that belong together share it."
    )


class JoinAsked(_Asked):
    """Sits down with an invitation."""

    invitation: KeyText
    name: str = Field(default="", max_length=MOST_NAME)


class ActAsked(_Asked):
    """A move."""

    action: str = Field(max_length=200, examples=["settle n23", "offer 2 grain + 1 wool for 1 ore"])
    seen: int | None = Field(
        default=None,
        ge=0,
        lt=2**31,
        description="The last entry you know: nothing is done if the position changed.",
    )


class PaceAsked(_Asked):
    """How fast agents move."""

    seconds: float = Field(ge=0, le=MOST_PACE)


class Problem(BaseModel):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


class SeatTold(BaseModel):
    """Who sits somewhere."""

    seat: int
    kind: Literal["person", "link", "agent"]
    name: str
    agent: str | None
    taken: bool


class ResultTold(BaseModel):
    """How a game ended."""

    winner: int | None
    reason: Literal["points", "turns", "resigned", "time", "ended"]
    ranks: list[int]
    points: list[int]


class GameTold(BaseModel):
    """What everybody may know of a game without looking at it."""

    id: str
    status: Literal["waiting", "playing", "paused", "over"]
    created: float = Field(description="Seconds since 1970.")
    changed: float
    entries: int = Field(description="How many entries its log has: the number of the newest.")
    turn: int
    decides: int | None = Field(description="The seat that decides now.")
    rules: dict[str, Any] = Field(description="Options that differ from the official game.")
    board: str
    seats: list[SeatTold]
    rated: bool
    series: str
    spectators: bool
    pace: float
    clock: dict[str, Any]
    chance_commitment: str = Field(description="SHA-256 of the secret that all dice come from.")
    trouble: str | None = Field(description="Why the game stands still although it should not.")
    result: ResultTold | None = None
    chance_secret: str | None = Field(default=None, description="Once the game is over.")


class GameMade(BaseModel):
    """A new game with its keys, which are shown this once."""

    game: GameTold
    host: str = Field(description="The key that directs the game: pace, pause, stop, end.")
    seats: dict[int, str] = Field(description="Keys of the seats of people here.")
    invitations: dict[int, str] = Field(description="Good for one `join` each.")


class Joined(BaseModel):
    """A seat that was taken."""

    game: GameTold
    seat: int
    key: str


class Done(BaseModel):
    """Something was done; `number` is that of the newest entry."""

    number: int


class PlayerTold(BaseModel):
    """A player in a view; `hand` and `cards` are null where they are hidden."""

    points: int
    public_points: int
    hand: Five | None
    hand_size: int
    cards: Five | None
    card_count: int
    knights: int
    road_length: int
    harbors: list[int]
    settlements: list[int]
    cities: list[int]
    roads: list[int]


class ViewTold(BaseModel):
    """A view: everything that docs/reference/views.md lists."""

    player: int | None
    board: str
    terrain: list[int]
    tokens: list[int]
    harbors: list[int]
    first_robber: int
    robber: int
    phase: str
    turn: int
    current: int
    actor: int | None
    is_chance: bool
    is_over: bool
    winner: int | None
    rolled: bool
    last_roll: int
    dice_deck: list[int] | None
    card_played: bool
    left: int
    bank: Five
    deck_size: int
    unseen_cards: Five
    bought: Five
    longest_road: int | None
    largest_army: int | None
    offers_made: int
    offer: list[Five] | None
    replies: list[str | list[Five] | None]
    players: list[PlayerTold]
    rules: dict[str, Any]


class ActionTold(BaseModel):
    """A move that can be made: send its `text` back."""

    text: str
    kind: str
    words: str
    intersection: int | None = None
    path: int | None = None
    hex: int | None = None
    player: int | None = None
    resource: int | None = None
    give: Five | None = None
    get: Five | None = None


class TradeTold(BaseModel):
    """What may be offered: at most `give` of your cards against at most `get`, no kind on both sides."""

    kind: Literal["offer", "counter"]
    give: list[int]
    get: list[int]
    partners: list[int]
    left: int | None = Field(description="Offers left this turn.")
    form: str


class MenuTold(BaseModel):
    """What you may do now."""

    decides: bool
    phase: str
    actions: list[ActionTold]
    trade: TradeTold | None


class FrameTold(BaseModel):
    """An entry as you see it. The newest one has status, view, moves, clocks and who thinks."""

    number: int
    at: float
    kind: Literal[
        "move", "joined", "replaced", "undone", "resigned", "stopped", "pace", "paused", "notice", "over"
    ]
    player: int | None
    action: str | None
    words: list[str]
    facts: dict[str, Any] | None = None
    status: str | None = None
    view: ViewTold | None = None
    moves: MenuTold | None = None
    clocks: dict[str, Any] | None = None
    thinking: int | None = None


class FramesTold(BaseModel):
    """Entries in order; ask again with `since` set to the last number."""

    frames: list[FrameTold]
    number: int = Field(description="Of the last of them, or `since`.")
    status: str


class StandingTold(BaseModel):
    """Where a game stands, as you see it."""

    number: int
    status: str
    view: ViewTold
    moves: MenuTold | None
    clocks: dict[str, Any] | None
    thinking: int | None


class FinishedSeatTold(BaseModel):
    """Who played somewhere, and how it went."""

    name: str
    kind: Literal["person", "link", "agent"]
    agent: str
    rank: int
    points: int
    gave_up: str | None


class FinishedTold(BaseModel):
    """A finished game."""

    id: str
    date: str
    seats: list[FinishedSeatTold]
    winner: int | None
    reason: str
    turns: int
    rated: bool
    series: str
    taken_back: int


class FoundTold(BaseModel):
    """Finished games, the newest first."""

    games: list[FinishedTold]
    count: int = Field(description="How many there are in all.")


class RatingTold(BaseModel):
    """How strong somebody is, in Elo with a 95% interval."""

    name: str
    group: Literal["two", "many"]
    elo: float
    low: float
    high: float
    games: int
    wins: int
    is_person: bool


class RungTold(BaseModel):
    """A built-in agent with its measured strength."""

    agent: str
    group: Literal["two", "many"]
    elo: float
    low: float
    high: float
    games: int
    words: str


class StrengthTold(BaseModel):
    """The ladder of built-in agents, and the ratings of who played rated games."""

    ladder: list[RungTold]
    ratings: list[RatingTold]
