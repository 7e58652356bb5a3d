"""Layouts: every index of a codec and every number of an encoding has a name."""

from __future__ import annotations

import pickle
from collections import Counter

import numpy as np
import pytest

from longroad.catan import CODECS, ENCODINGS, Rng, Rules, State
from longroad.catan.encodings import blocks


@pytest.mark.parametrize("one", [*CODECS.values(), *ENCODINGS.values()], ids=str)
def test_blocks_lie_side_by_side_and_fill_everything(one: object) -> None:
    end = 0
    for block in one.layout:
        assert block.first == end and block.count == int(np.prod(block.shape))
        assert block.places == range(end, end + block.count)
        end += block.count
        row = block.shape[-1] if block.shape else 1
        inside = [place for name in block.fields for place in block.field(name)]
        assert not block.fields or inside == list(range(block.first, block.first + row))
    assert end == one.size
    assert max(Counter(block.name for block in one.layout).values()) == 1


@pytest.mark.parametrize("name", CODECS)
def test_an_action_has_its_index_in_the_block_of_its_kind(name: str) -> None:
    codec, rng, seen = CODECS[name], Rng(3), set()
    rules = Rules.preset("gendre2020") if name == "gendre2020" else Rules(players=3)
    names = (
        {"robber": {"steal", "move"}, "offer": {"offer"}, "counter": {"offer"}}
        if name == "gendre2020"
        else {"counter": {"offer"}}
    )
    state = State(rules, seed=2)
    for _ in range(1500):
        if state.is_over:
            break
        if state.is_chance:
            state.apply(state.sample_chance(rng))
            continue
        actions = state.legal_actions()
        for action in actions:
            index = codec.index(state, action)
            if index is None:
                continue
            kind = action.kind.replace(" ", "_")
            found = next(block.name for block in codec.layout if index in block.places)
            assert found in names.get(kind, {kind}), f"{action} is in {found}"
            seen.add(found)
        state.apply(actions[rng.below(len(actions))])
    assert {"settle", "road", "city", "roll", "end", "trade"} <= seen


def test_fields_of_the_general_encoding_say_what_the_view_says() -> None:
    encoding, rng, state = ENCODINGS["general"], Rng(5), State(Rules(players=3), seed=4)
    seats, table = encoding.block("seats"), encoding.block("table")
    for _ in range(400):
        if state.is_chance:
            state.apply(state.sample_chance(rng))
            continue
        if state.is_over:
            break
        view = state.view()
        seen = encoding.encode(view)
        for row in range(3):
            player = (view.player + row) % 3
            assert seen[seats.field("hand_size", row)].tolist() == [view.hand_size(player)]
            assert seen[seats.field("has_turn", row)].tolist() == [player == view.current]
        assert seen[table.field("turn")].tolist() == [min(view.turn, 255)]
        assert seen[table.field("bank")].tolist() == list(view.bank)
        actions = state.legal_actions()
        state.apply(actions[rng.below(len(actions))])


def test_unknown_names_raise() -> None:
    with pytest.raises(KeyError, match="no block 'knights'; there are terrain, token"):
        ENCODINGS["general"].block("knights")
    with pytest.raises(KeyError, match="no field 'knight'; there are takes_part"):
        ENCODINGS["general"].block("seats").field("knight")
    with pytest.raises(IndexError):
        ENCODINGS["general"].block("seats").field("knights", row=4)


def test_a_pickle_is_the_same_object() -> None:
    for one in (*CODECS.values(), *ENCODINGS.values()):
        assert pickle.loads(pickle.dumps(one)) is one


def test_blocks_are_views_of_the_same_memory() -> None:
    encoding = ENCODINGS["casher2024"]
    encoded = encoding.encode(State(seed=1).view())
    parts = blocks(encoding, encoded)
    assert parts["position"].shape == (256, 6) and parts["move"].shape == (246,)
    parts["move"][3] = 1
    assert encoded[encoding.block("move").first + 3] == 1
