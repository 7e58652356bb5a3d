// The door between searching and judging. A search adds positions and then computes them all; each answer is a win probability
// per player and, where the evaluator knows one, a prior for every move. Behind the door stand hand-written evaluations,
// playouts, a small network at native speed, and any batch function of the caller (a large network on a GPU): a search cannot
// tell them apart.
//
//   const int at = evaluator.add(state);       // ... as many as there are
//   evaluator.compute();
//   evaluator.win_probabilities(at);           // valid until clear()
//   evaluator.clear();
#pragma once

#include <array>
#include <bit>
#include <span>

#include "core/game.hpp"

namespace longroad::search {

template <class Move>
struct Candidate {
  Move move;
  float prior;  // how likely it is to be the best; all candidates' add up to 1
};

// How many positions were computed together.
struct BatchSizes {
  std::array<u64, 24> batches{};  // of 2^i to 2^(i+1) - 1 positions
  u64 positions = 0;

  void count(int size) {
    ++batches[std::size_t(std::bit_width(unsigned(size)) - 1)];
    positions += u64(size);
  }
  BatchSizes& operator+=(const BatchSizes& other) {
    for (std::size_t i = 0; i < batches.size(); ++i) batches[i] += other.batches[i];
    positions += other.positions;
    return *this;
  }
};

// Not to be shared between threads: it holds a batch, and may remember the position before.
template <Game G>
class Evaluator {
 public:
  using State = typename G::State;
  using Move = typename G::Action;
  using Probabilities = std::array<float, std::size_t(G::max_players)>;

  virtual ~Evaluator() = default;

  // Adds a position that is not over; returns its place in the batch: 0, 1, ... since clear().
  int add(const State& s) {
    take(s);
    return size_++;
  }
  // Answers all positions added. Throws what the evaluator throws; the batch is then to be cleared.
  void compute() {
    if (size_ == 0) return;
    sizes_.count(size_);
    answer();
  }
  // Forgets the batch.
  void clear() {
    size_ = 0;
    drop();
  }
  int size() const { return size_; }

  // Of a computed position, for each player; they add up to 1.
  virtual Probabilities win_probabilities(int at) const = 0;

  // Writes the priors of the moves of a computed position, if the evaluator knows them; they add up to 1. Else returns false.
  virtual bool priors(int, std::span<Candidate<Move>>) const { return false; }

  // What a position is worth to a player, at once and alone: for searches that go depth first. On a scale of the evaluator's own
  // on which means may be taken; win probabilities unless it says otherwise.
  virtual double score(const State& s, int player) {
    clear();
    const int at = add(s);
    compute();
    const double found = double(win_probabilities(at)[std::size_t(player)]);
    clear();
    return found;
  }

  // An evaluator that plays on with drawn moves draws from this generator; not used after the next call.
  virtual void draw_from(Rng&) {}

  const BatchSizes& batch_sizes() const { return sizes_; }
  // Positions judged so far, in batches and alone.
  u64 evaluated() const { return sizes_.positions + scored_; }

 protected:
  u64 scored_ = 0;  // positions scored alone, other than by a batch of one

 private:
  virtual void take(const State& s) = 0;
  virtual void answer() = 0;
  virtual void drop() = 0;

  int size_ = 0;
  BatchSizes sizes_;
};

}  // namespace longroad::search
