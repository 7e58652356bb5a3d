// What a player can know of the others' resource cards by counting: every public event is followed, and where two others rob
// each other, all cards it may have been are kept with their probabilities. Exact: nothing is sampled and nothing forgotten.
//
// What players choose to do tells only that they could: that somebody did not buy a city says nothing about its ore.
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "catan/rules.hpp"
#include "catan/view.hpp"

namespace longroad::catan {

// All hands, as they may be.
struct Hypothesis {
  std::array<Counts, max_players> hand;
  double probability;
};

class Belief {
 public:
  // Of a player who has not followed the game: no hypotheses.
  Belief() = default;

  // Of a player who follows it from the first settlement on: all hands are empty.
  static Belief from_start() {
    Belief b;
    b.hypotheses_.push_back({{}, 1});
    return b;
  }

  bool follows() const { return !hypotheses_.empty(); }
  std::span<const Hypothesis> hypotheses() const { return hypotheses_; }

  // Takes in an event: the viewer's views before and after it, and what the viewer saw (seen_by). Throws std::invalid_argument
  // if that cannot have happened, and is then as before.
  void observe(const View& before, Action seen, const View& after) {
    if (!follows() || !touches_hands(seen.kind())) return;
    std::vector<Hypothesis> next;
    if (seen.kind() == Kind::Stole && seen.a() == nobody)
      next = after_hidden_steal(before.erased_state());
    else
      next = after_open_event(before, seen, after);
    double total = 0;
    for (const Hypothesis& h : next) total += h.probability;
    if (!(total > 0)) throw std::invalid_argument("no hand fits what was seen: " + action_text(seen));
    for (Hypothesis& h : next) h.probability /= total;
    hypotheses_ = std::move(next);
  }

  // How likely a player holds at least a bundle.
  double holds(int p, Counts bundle) const {
    double sum = 0;
    for (const Hypothesis& h : hypotheses_) sum += h.hand[p].covers(bundle) ? h.probability : 0;
    return sum;
  }

  // One of the hypotheses, by probability. Only if it follows.
  const Hypothesis& sample(Rng& rng) const {
    double ticket = double(rng.next() >> 11) * 0x1p-53;
    for (const Hypothesis& h : hypotheses_)
      if ((ticket -= h.probability) < 0) return h;
    return hypotheses_.back();
  }

 private:
  static bool touches_hands(Kind kind) {
    switch (kind) {
      case Kind::Roll:
      case Kind::End:
      case Kind::Knight:
      case Kind::RoadBuilding:
      case Kind::YearOfPlenty:
      case Kind::Robber:
      case Kind::Refuse:
      case Kind::Cancel:
      case Kind::Drew: return false;
      default: return true;
    }
  }

  // The cards an action shows its actor to hold.
  static Counts shown(const State& s, Action action) {
    switch (action.kind()) {
      case Kind::Settle: return s.phase == Phase::Main ? settlement_price : Counts{};
      case Kind::Road: return s.phase == Phase::Main ? road_price : Counts{};
      case Kind::City: return city_price;
      case Kind::BuyCard: return card_price;
      case Kind::Discard: return Counts::single(action.a());
      case Kind::Trade: return Counts::single(action.a(), action.b());
      case Kind::Offer:
      case Kind::Counter: return action.bundles().give;
      case Kind::Accept: return Bundles::unpack(s.offer).get;
      default: return {};
    }
  }

  std::vector<Hypothesis> after_open_event(const View& before, Action seen, const View& after) const {
    std::vector<Hypothesis> next;
    State s = before.erased_state();
    s.cards[s.current] = full_deck;  // a card that is played must be there; which ones are left matters not
    const Counts needed = shown(s, seen);
    for (const Hypothesis& h : hypotheses_) {
      if (!h.hand[s.actor].covers(needed)) continue;
      double probability = h.probability;
      if (seen.kind() == Kind::Stole) probability *= double(h.hand[s.victim][seen.a()]) / h.hand[s.victim].total();
      if (probability == 0) continue;
      State later = s;
      later.hand = h.hand;
      apply(later, seen);
      if (fits(later, after)) next.push_back({later.hand, probability});
    }
    return next;
  }

  static bool fits(const State& s, const View& view) {
    for (int p = 0; p < s.players(); ++p) {
      if (s.hand[p].total() != view.hand_size(p)) return false;
      if (view.sees_hand(p) && !(s.hand[p] == view.hand(p))) return false;
    }
    return true;
  }

  // Each hypothesis becomes one for each card that may have been taken; equal ones are joined.
  std::vector<Hypothesis> after_hidden_steal(const State& s) const {
    std::vector<Hypothesis> next;
    for (const Hypothesis& h : hypotheses_) {
      const Counts pile = h.hand[s.victim];
      for (int r = 0; r < resources; ++r) {
        if (!pile[r]) continue;
        Hypothesis taken{h.hand, h.probability * pile[r] / pile.total()};
        taken.hand[s.victim] -= Counts::single(r);
        taken.hand[s.current] += Counts::single(r);
        next.push_back(taken);
      }
    }
    const auto words = [](const Hypothesis& h) {
      return std::array{h.hand[0].word, h.hand[1].word, h.hand[2].word, h.hand[3].word};
    };
    std::sort(next.begin(), next.end(), [&](const auto& a, const auto& b) { return words(a) < words(b); });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < next.size(); ++i) {
      if (words(next[i]) == words(next[kept]))
        next[kept].probability += next[i].probability;
      else
        next[++kept] = next[i];
    }
    next.resize(next.empty() ? 0 : kept + 1);
    return next;
  }

  std::vector<Hypothesis> hypotheses_;
};

}  // namespace longroad::catan
