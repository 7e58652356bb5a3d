"""The OpenSpiel game: OpenSpiel's own suites, and what they do not ask."""

from __future__ import annotations

import importlib
import itertools
import json
import pickle
import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="needs the extra: pip install 'longroad[openspiel]'")

import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import sample_some_states
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import make_observation

from longroad import catan
from longroad.adapters.open_spiel import most_chance, most_decisions
from longroad.errors import IllegalActionError, MissingExtraError, RulesError

GAMES = [
    "longroad_catan(players=2,turn_cap=120)",
    "longroad_catan(players=3,turn_cap=80,seed=2)",
    "longroad_catan(players=4,turn_cap=80,board=random)",
    "longroad_catan(players=2,turn_cap=40,offers_per_turn=1)",
    "longroad_catan(players=3,turn_cap=30,offers_per_turn=1,open_hands=True)",
    "longroad_catan(players=4,turn_cap=25,offers_per_turn=1,starting_settlements=3)",
    "longroad_catan(players=3,turn_cap=80,dice_deck=True,friendly_robber=True)",
]

# What leads to a monopoly, which brings hidden cards to light.
TELLING = ("monopoly", "drew monopoly", "buy card")


def choose(state: Any, rng: random.Random) -> int:
    """A random action, or a random outcome by its probability."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        return rng.choices(outcomes, weights)[0]
    return rng.choice(state.legal_actions())


def trajectory(game: Any, seed: int) -> Iterator[Any]:
    """A random game, state by state; the same object every time."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(choose(state, rng))
        yield state


class TestOpenSpielSuites:
    @pytest.mark.parametrize("name", GAMES)
    def test_random_sim(self, name: str) -> None:
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)

    def test_games_sim(self) -> None:
        """Clones, serialization by OpenSpiel and by pickle, of the game and of states."""
        suite = pytest.importorskip("open_spiel.python.tests.games_sim_test")
        suite.GamesSimTest("sim_game").sim_game(pyspiel.load_game("longroad_catan(turn_cap=60)"))

    @pytest.mark.parametrize("name", [GAMES[0], GAMES[4]])
    def test_api_on_a_partial_tree(self, name: str) -> None:
        api = pytest.importorskip("open_spiel.integration_tests.api_test")
        attributes = {"game": pyspiel.load_game(name), "game_name": "longroad_catan"}
        case = type("LongroadCatan", (api.EnforceAPIOnPartialTreeBase,), attributes)
        suite = api.unittest.defaultTestLoader.loadTestsFromTestCase(case)
        assert suite.countTestCases() > 3
        result = suite.run(api.unittest.TestResult())
        assert result.wasSuccessful(), result.failures + result.errors

    def test_registered_once(self) -> None:
        importlib.import_module("longroad.adapters.open_spiel").register()
        assert pyspiel.registered_names().count("longroad_catan") == 1


@pytest.fixture(scope="module", params=[GAMES[0], GAMES[2], GAMES[3], GAMES[6]])
def states(request: pytest.FixtureRequest) -> list[Any]:
    """Some states near the root, and some from a random game."""
    game = pyspiel.load_game(request.param)
    random.seed(0)
    near = sample_some_states.sample_some_states(game, max_states=100)
    return near + [state.clone() for state in itertools.islice(trajectory(game, 1), 0, None, 7)]


class TestTree:
    def test_a_state_is_of_one_kind(self, states: list[Any]) -> None:
        for state in states:
            kinds = [state.is_terminal(), state.is_chance_node(), state.is_player_node()]
            assert sum(kinds) == 1
            assert (state.current_player() >= 0) == state.is_player_node()

    def test_legal_actions_are_sorted_and_in_range(self, states: list[Any]) -> None:
        for state in states:
            actions = state.legal_actions()
            assert actions == sorted(set(actions))
            assert bool(actions) != state.is_terminal()
            limit = 11 if state.is_chance_node() else state.num_distinct_actions()
            assert all(0 <= action < limit for action in actions)

    def test_chance_sums_to_one(self, states: list[Any]) -> None:
        chance = [state for state in states if state.is_chance_node()]
        assert chance
        for state in chance:
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            assert list(outcomes) == state.legal_actions()
            assert min(probabilities) > 0
            assert sum(probabilities) == pytest.approx(1, abs=1e-12)

    def test_action_texts_are_the_notation(self, states: list[Any]) -> None:
        for state in states:
            player, actions = state.current_player(), state.legal_actions()
            texts = [state.action_to_string(player, action) for action in actions]
            assert [state.string_to_action(player, text) for text in texts] == actions
            assert len(set(texts)) == len(texts)
            for text in texts:
                assert state.position.is_legal(catan.Action.parse(text))

    def test_children_and_clones(self, states: list[Any]) -> None:
        for state in states:
            before, clone = str(state), state.clone()
            assert clone.position.same_position(state.position)
            for action in state.legal_actions()[:5]:
                child, twin = state.child(action), state.clone()
                twin.apply_action(action)
                assert child.position.same_position(twin.position)
                assert child.history() == [*state.history(), action]
                assert str(child) == str(twin)
            assert str(state) == before

    def test_returns_and_rewards(self, states: list[Any]) -> None:
        for state in states:
            assert state.rewards() == state.returns()
            assert all(isinstance(value, float) for value in state.returns())
            assert sum(state.returns()) == pytest.approx(0)


class TestGame:
    def test_defaults(self) -> None:
        game = pyspiel.load_game("longroad_catan")
        assert game.rules == catan.Rules(offers_per_turn=0, turn_cap=500)
        assert str(game) == "longroad_catan()"
        assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
        assert game.start.board == catan.State(game.rules, seed=0).board

    def test_parameters_round_trip(self) -> None:
        board = str(catan.Board.generate("beginner"))
        given = {"players": 2, "robber": False, "board": board, "maritime": "best"}
        game = pyspiel.load_game("longroad_catan", given)
        assert game.rules == catan.Rules(offers_per_turn=0, turn_cap=500, **given)
        again = pyspiel.load_game(str(game))
        assert again.rules == game.rules
        assert str(again.start.board) == board

    def test_wrong_parameters(self) -> None:
        with pytest.raises(RulesError, match="players=5"):
            pyspiel.load_game("longroad_catan(players=5)")
        with pytest.raises(RulesError, match="turn_cap=0"):
            pyspiel.load_game("longroad_catan(turn_cap=0)")

    @pytest.mark.parametrize("name", GAMES)
    def test_games_stay_within_the_bounds(self, name: str) -> None:
        game = pyspiel.load_game(name)
        assert game.max_game_length() == most_decisions(game.rules)
        *_, end = trajectory(game, 3)
        chance = sum(step.player == pyspiel.PlayerId.CHANCE for step in end.full_history())
        assert 0 < chance <= most_chance(game.rules) == game.max_chance_nodes_in_history()
        assert len(end.history()) - chance <= most_decisions(game.rules)

    def test_returns_are_the_engines(self) -> None:
        game = pyspiel.load_game("longroad_catan(players=3,target_points=4)")
        *_, end = trajectory(game, 1)
        assert end.position.winner is not None
        assert end.returns() == end.position.returns()
        assert (min(end.returns()), max(end.returns())) == (game.min_utility(), game.max_utility())

    def test_illegal_actions(self) -> None:
        state = pyspiel.load_game("longroad_catan").new_initial_state()
        with pytest.raises(IllegalActionError, match="roll"):
            state.apply_action(0)

    def test_action_texts_out_of_turn(self) -> None:
        state = pyspiel.load_game("longroad_catan(players=4)").new_initial_state()
        assert state.action_to_string(2, 522) == "deal p1"
        assert state.action_to_string(3, 204 + 4 * 7 + 1) == "robber h7 steal p0"
        assert state.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "outcome 3"

    def test_serialized_states_hold_the_record(self) -> None:
        game = pyspiel.load_game(GAMES[1])
        state = next(itertools.islice(trajectory(game, 1), 200, None))
        copy = pickle.loads(pickle.dumps(state))
        assert copy.position.same_position(state.position)
        assert copy.information_state_string(0) == state.information_state_string(0)
        assert json.loads(state.position.to_record())["longroad"] == "catan"
        _, native = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert native.position.to_record() == state.position.to_record()
        assert native.history() == state.history()

    def test_rl_environment(self) -> None:
        env = rl_environment.Environment(
            pyspiel.load_game("longroad_catan(players=2,target_points=3)"), seed=1
        )
        rng = random.Random(0)
        step = env.reset()
        while not step.last():
            player = step.observations["current_player"]
            assert len(step.observations["info_state"][player]) == 407
            step = env.step([rng.choice(step.observations["legal_actions"][player])])
        assert sorted(step.rewards) == [-1.0, 1.0]


class TestObservations:
    def test_the_tensor_is_the_general_encoding(self) -> None:
        game = pyspiel.load_game(GAMES[1])
        observer = make_observation(game)
        assert game.observation_tensor_shape() == [407]
        for state in itertools.islice(trajectory(game, 1), 0, None, 25):
            for player in range(3):
                expected = catan.ENCODINGS["general"].encode(state.position.view(player))
                np.testing.assert_array_equal(state.observation_tensor(player), expected)
                observer.set_from(state, player)
                np.testing.assert_array_equal(observer.tensor, expected)
                assert observer.dict["seats"].shape == (4, 24)
                assert observer.string_from(state, player) == state.observation_string(player)

    def test_public_and_private_strings(self) -> None:
        game = pyspiel.load_game(GAMES[1])
        state = next(itertools.islice(trajectory(game, 1), 200, None))
        kinds = pyspiel.PrivateInfoType

        def text(private: Any, player: int, *, public: bool = True, recall: bool = False) -> str:
            kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)
            return make_observation(game, kind).string_from(state, player)

        for recall in (False, True):
            assert len({text(kinds.NONE, player, recall=recall) for player in range(3)}) == 1
            assert len({text(kinds.SINGLE_PLAYER, player, recall=recall) for player in range(3)}) == 3
        assert text(kinds.ALL_PLAYERS, 0) == str(state)
        for player in range(3):
            own = text(kinds.SINGLE_PLAYER, player, public=False)
            assert text(kinds.SINGLE_PLAYER, player) == f"{text(kinds.NONE, player)}\n{own}"
        assert "alone knows" not in text(kinds.NONE, 0)
        assert "?" not in text(kinds.ALL_PLAYERS, 0, recall=True)
        assert "stole ?" in text(kinds.NONE, 0, recall=True)
        with pytest.raises(ValueError, match="takes no parameters"):
            make_observation(game, params={"x": 1})


class TestInformationStates:
    def test_they_only_grow(self) -> None:
        game = pyspiel.load_game("longroad_catan(players=3,turn_cap=60)")
        seen = [""] * 3
        for state in trajectory(game, 5):
            for player in range(3):
                now = state.information_state_string(player)
                assert now.startswith(seen[player])
                seen[player] = now

    @pytest.mark.parametrize(
        "name", ["longroad_catan(players=3)", "longroad_catan(players=4,offers_per_turn=1)"]
    )
    def test_hidden_outcomes_stay_hidden(self, name: str) -> None:
        """Two games that differ in one stolen or drawn card and continue alike: a player whose information
        states are equal sees the same and has the same legal actions."""
        game, rng = pyspiel.load_game(name), random.Random(1)
        for seed in range(3):
            hidden = (s for s in trajectory(game, seed) if s.position.phase in ("steal", "draw"))
            forks = [s.clone() for s in itertools.islice(hidden, 6) if len(s.legal_actions()) > 1]
            for fork in forks:
                one, two = (fork.child(outcome) for outcome in rng.sample(fork.legal_actions(), 2))
                told = [p for p in range(game.num_players()) if self.differ(one, two, p)]
                assert len(told) == (2 if fork.position.phase == "steal" else 1)
                assert fork.position.current in told
                for _ in range(60):
                    common = sorted(set(one.legal_actions()) & set(two.legal_actions()))
                    if one.current_player() != two.current_player() or not common:
                        break
                    texts = {one.action_to_string(one.current_player(), action): action for action in common}
                    telling = [action for text, action in texts.items() if text.startswith(TELLING)]
                    action = rng.choice(telling or common)
                    one.apply_action(action)
                    two.apply_action(action)
                    self.check_alike(one, two)

    @staticmethod
    def differ(one: Any, two: Any, player: int) -> bool:
        return bool(one.information_state_string(player) != two.information_state_string(player))

    def check_alike(self, one: Any, two: Any) -> None:
        for player in range(one.num_players()):
            if not self.differ(one, two, player):
                assert one.observation_string(player) == two.observation_string(player)
                assert one.observation_tensor(player) == two.observation_tensor(player)
                if player in (one.current_player(), two.current_player()):
                    assert one.legal_actions(player) == two.legal_actions(player)

    def test_two_players_see_every_theft(self) -> None:
        game = pyspiel.load_game("longroad_catan(players=2)")
        *_, end = trajectory(game, 2)
        for player in range(2):
            assert "stole ?" not in end.information_state_string(player)
            assert "drew ?" in end.information_state_string(player)

    def test_a_monopolys_takings_are_told(self) -> None:
        game = pyspiel.load_game("longroad_catan(players=3)")
        for seed in range(50):
            *_, end = trajectory(game, seed)
            if any(map(sum, end.takings.values())):
                break
        number, takings = next((n, t) for n, t in end.takings.items() if sum(t))
        told = end.information_state_string(0).splitlines()[1].split("; ")[number]
        assert told.startswith("monopoly")
        assert told.endswith(f"(took {' '.join(map(str, takings))})")


class TestResampling:
    """States drawn from what a player knows, which OpenSpiel's searches over information sets ask for."""

    @pytest.mark.parametrize("name", [GAMES[0], GAMES[1]])
    def test_the_player_cannot_tell_them_apart(self, name: str) -> None:
        game, sampler = pyspiel.load_game(name), pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
        differed = 0
        for state in itertools.islice(trajectory(game, 3), 0, None, 20):
            if state.is_chance_node() or state.is_terminal():
                continue
            player = state.current_player()
            drawn = state.resample_from_infostate(player, sampler)
            assert drawn.observation_string(player) == state.observation_string(player)
            assert drawn.observation_tensor(player) == state.observation_tensor(player)
            assert drawn.legal_actions() == state.legal_actions()
            differed += str(drawn) != str(state)
        assert differed > 3  # and yet others hold other cards

    def test_only_what_cards_can_be_is_drawn(self) -> None:
        """A card stolen among others stays open; what was counted is never drawn otherwise."""
        game, sampler = pyspiel.load_game(GAMES[1]), pyspiel.UniformProbabilitySampler(2, 0.0, 1.0)
        for state in itertools.islice(trajectory(game, 4), 0, None, 60):
            belief, position = catan.Belief(), game.new_initial_state().position
            for event in state.position.events():
                before, seen = position.view(0), position.seen_by(event, 0)
                position.apply(event)
                belief.observe(before, seen, position.view(0))
            if state.is_terminal():
                continue
            for _ in range(5):
                drawn = state.resample_from_infostate(0, sampler).position
                assert all(belief.holds(player, drawn.hand(player)) > 0 for player in range(3))

    def test_they_are_played_on_and_leave_the_state_alone(self) -> None:
        game, sampler = pyspiel.load_game(GAMES[0]), pyspiel.UniformProbabilitySampler(3, 0.0, 1.0)
        state = next(itertools.islice(trajectory(game, 5), 300, None))
        before, rng = state.serialize(), random.Random(1)
        drawn = state.resample_from_infostate(0, sampler)
        copy = drawn.clone()
        while not drawn.is_terminal():
            drawn.apply_action(choose(drawn, rng))
        assert state.serialize() == before
        assert copy.observation_string(0) == state.observation_string(0)

    def test_they_have_no_history(self) -> None:
        game, sampler = pyspiel.load_game(GAMES[0]), pyspiel.UniformProbabilitySampler(3, 0.0, 1.0)
        state = next(itertools.islice(trajectory(game, 5), 100, None))
        drawn = state.resample_from_infostate(0, sampler)
        with pytest.raises(ValueError, match="ask for observation strings"):
            drawn.information_state_string(0)
        with pytest.raises(ValueError, match="resample the state that it came from"):
            drawn.resample_from_infostate(0, sampler)

    def test_openspiels_bot_plays(self) -> None:
        game = pyspiel.load_game("longroad_catan(players=3,target_points=4)")
        evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1), max_length=20)
        bot = ISMCTSBot(
            game, evaluator, 0.5, 6, random_state=np.random.RandomState(1), use_observation_string=True
        )
        rng, state = random.Random(1), game.new_initial_state()
        for _ in range(80):
            own = not state.is_chance_node() and state.current_player() == 0
            state.apply_action(int(bot.step(state)) if own else choose(state, rng))
        assert len(state.history()) == 80


def test_without_open_spiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "longroad.adapters.open_spiel")
    with pytest.raises(MissingExtraError, match=r"longroad\[openspiel\]"):
        importlib.import_module("longroad.adapters.open_spiel")
