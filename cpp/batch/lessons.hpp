// What tree searches found, for a network to learn from: the position as its player saw it, what the search made of the network's
// policy, and who won in the end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "catan/players/agent.hpp"
#include "catan/players/policy_evaluator.hpp"

namespace longroad::batch {

// Decisions as columns, a row each.
struct Lessons {
  std::vector<u8> positions;         // in the network's encoding
  std::vector<u8> masks;             // 1 at every legal index
  std::vector<float> policies;       // what the search would play, by index
  std::vector<float> outlooks;       // its win probability for the one who decides
  std::vector<std::int8_t> winners;  // by seat after the one who decides; -1: nobody
  std::vector<std::int8_t> players;  // the seats of the game

  std::size_t size() const { return outlooks.size(); }

  void append(const Lessons& more) {
    const auto add = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    add(positions, more.positions), add(masks, more.masks), add(policies, more.policies);
    add(outlooks, more.outlooks), add(winners, more.winners), add(players, more.players);
  }
};

// Keeps the lessons of one game, and hands them over when it is known who has won.
class LessonKeeper {
 public:
  explicit LessonKeeper(const catan::PolicyForm& form) : form_(&form) {}

  // A decision that was searched, before its move is made. Left out are moves that the codec cannot say, and decisions of which
  // it says none.
  void keep(const catan::State& s, std::span<const catan::MctsPlayer::FoundMove> found, double outlook) {
    const catan::Codec& codec = *form_->codec;
    if (outlook < 0 || !codec.has_words(s)) return;
    const std::size_t first = game_.policies.size();
    game_.policies.resize(first + std::size_t(codec.size));
    double sum = 0;
    for (const auto& one : found) {
      const int index = codec.index_of(s, one.move);
      if (index < 0) continue;
      game_.policies[first + std::size_t(index)] += float(one.policy);
      sum += one.policy;
    }
    if (sum <= 0) return game_.policies.resize(first);
    for (std::size_t i = first; i < game_.policies.size(); ++i) game_.policies[i] = float(game_.policies[i] / sum);
    const std::size_t row = game_.positions.size(), mask = game_.masks.size();
    game_.positions.resize(row + std::size_t(form_->encoding->size));
    form_->write(catan::View(s, s.actor), game_.positions.data() + row);
    game_.masks.resize(mask + std::size_t(codec.size));
    codec.write_mask(s, game_.masks.data() + mask);
    game_.outlooks.push_back(float(outlook));
    game_.winners.push_back(std::int8_t(s.actor));  // by seat of the table, until the end
    game_.players.push_back(std::int8_t(s.players()));
  }

  // The game is over.
  void end(const catan::State& s) {
    const int n = s.players();
    const int winner = catan::Catan::winner(s);
    for (std::int8_t& seat : game_.winners) seat = winner < 0 ? std::int8_t(-1) : std::int8_t((winner - int(seat) + n) % n);
    done_.append(game_);
    game_ = {};
  }

  // Those of the games that were over since the last call.
  Lessons taken() { return std::exchange(done_, {}); }

 private:
  const catan::PolicyForm* form_;
  Lessons game_, done_;
};

}  // namespace longroad::batch
