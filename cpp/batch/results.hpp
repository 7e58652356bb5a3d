// The results of the games of a match. Everything above, up to the JSON of a tournament, has these columns; they are declared
// here.
#pragma once

#include <array>
#include <cstdint>

#include "core/seeds.hpp"

namespace longroad::batch {

using i32 = std::int32_t;

// What an agent did in a game.
struct AgentResult {
  i32 score = 0;  // points, health: what the game counts
  i32 decisions = 0;
  float seconds = 0;  // CPU time spent on them; 0 for agents that draw
};

// One game, by agent (not by seat).
struct GameResult {
  i32 winner = -1;       // the agent; -1: nobody
  i32 winner_seat = -1;  // where it sat
  i32 turns = 0;
  i32 rolls = 0;
  std::array<AgentResult, most_seats> agents{};
  u64 signature = 0;  // a hash over all events
};

// A column: a number per game, or one per game and agent. All are whole but those that say so.
struct Column {
  const char* name;
  bool by_agent;
  bool is_whole;
  double (*entry)(const GameResult&, const AgentResult&);  // of a column that is not by agent, any agent's
};

inline constexpr std::array<Column, 7> result_columns{{
    {"winner", false, true, [](const GameResult& r, const AgentResult&) { return double(r.winner); }},
    {"winner_seat", false, true, [](const GameResult& r, const AgentResult&) { return double(r.winner_seat); }},
    {"turns", false, true, [](const GameResult& r, const AgentResult&) { return double(r.turns); }},
    {"rolls", false, true, [](const GameResult& r, const AgentResult&) { return double(r.rolls); }},
    {"points", true, true, [](const GameResult&, const AgentResult& a) { return double(a.score); }},
    {"decisions", true, true, [](const GameResult&, const AgentResult& a) { return double(a.decisions); }},
    {"agent_seconds", true, false, [](const GameResult&, const AgentResult& a) { return double(a.seconds); }},
}};

}  // namespace longroad::batch
