// What a player can know of the others' resource cards by counting: every public event is followed, and where two others rob
// each other, all cards it may have been are kept with their probabilities. Exact: nothing is sampled and nothing forgotten.
//
// What players choose to do tells only that they could: that somebody did not buy a city says nothing about its ore.
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "catan/knowledge/view.hpp"
#include "catan/rules/rules.hpp"

namespace longroad::catan {

// What was observed cannot have happened, or was not all observed.
struct BeliefError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// All hands, as they may be.
struct Hypothesis {
  std::array<Counts, max_players> hand;
  double probability;
};

// A public position in which everybody holds the same hand: what an event does to hands that can pay anything.
inline State with_hands(const PublicState& s, Counts hand) {
  State dealt = s.erased();
  dealt.hand.fill(hand);
  return dealt;
}

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

  // The belief of a player (`nobody` before its first event) that has these hypotheses, as another belief had them.
  static Belief restored(std::vector<Hypothesis> hypotheses, u8 viewer) {
    Belief b;
    b.hypotheses_ = std::move(hypotheses);
    b.viewer_ = viewer;
    return b;
  }

  u8 viewer() const { return viewer_; }
  bool follows() const { return !hypotheses_.empty(); }
  std::span<const Hypothesis> hypotheses() const { return hypotheses_; }

  // Whether events of a kind can change hands or tell something of them. All others need not be observed.
  static constexpr bool concerns(Kind kind) {
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

  // Whether it has followed the game up to a view of its player, as far as can be seen: every hand has its size, the hands that
  // are seen are known, and with the bank all cards are there.
  bool fits(const View& view) const {
    if (!follows() || !is_of(view.viewer())) return false;
    const auto& hand = hypotheses_.front().hand;  // they all agree in this
    Counts all = view.public_state().bank;
    for (Counts h : hand) all += h;
    return all == Counts::all(view.public_state().rules.bank) && agrees(hand, view);
  }

  // Takes in an event: the viewer's views before and after it, and what the viewer saw (seen_by). Throws BeliefError if no
  // hypothesis allows it, and is then as before.
  void observe(const View& before, Action seen, const View& after) {
    if (!follows() || !concerns(seen.kind())) return;
    const PublicState& s = before.public_state();
    if (!is_of(before.viewer()) || before.viewer() != after.viewer()) throw BeliefError("views of different players");
    if (!detail::fits_phase(seen.kind(), s.phase))
      throw BeliefError(action_text(seen) + " cannot happen in phase '" + phase_names[int(s.phase)] + "'");
    if (!fits(before)) throw BeliefError("not all events were observed before this one: " + action_text(seen));
    std::vector<Hypothesis> next = is_hidden_steal(seen) ? after_hidden_steal(s, after) : after_open_event(s, seen, after);
    double total = 0;
    for (const Hypothesis& h : next) total += h.probability;
    if (!(total > 0)) throw BeliefError("no hands fit what was seen: " + action_text(seen));
    for (Hypothesis& h : next) h.probability /= total;
    hypotheses_ = std::move(next);
    viewer_ = u8(before.viewer());
  }

  static bool is_hidden_steal(Action seen) { return seen == Action::make(Kind::Stole, nobody); }

  // How likely a player holds at least a bundle.
  double holds(int p, Counts bundle) const {
    double sum = 0;
    for (const Hypothesis& h : hypotheses_) sum += h.hand[p].covers(bundle) ? h.probability : 0;
    return sum;
  }

  // How many cards of a resource a player holds on average.
  double expected(int p, int resource) const {
    double sum = 0;
    for (const Hypothesis& h : hypotheses_) sum += h.hand[p][resource] * h.probability;
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
  using Hands = std::array<Counts, max_players>;

  bool is_of(int player) const { return viewer_ == nobody || viewer_ == player; }

  // The cards an action shows its actor to hold.
  static Counts shown(const PublicState& s, Action action) {
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
      case Kind::Deal: return agreed(s, action.a()).give;
      default: return {};
    }
  }

  static bool agrees(const Hands& hand, const View& view) {
    for (int p = 0; p < max_players; ++p) {
      if (hand[p].total() != view.hand_size(p)) return false;
      if (view.sees_hand(p) && !(hand[p] == view.hand(p))) return false;
    }
    return true;
  }

  // Hands after an event that is seen in full. No two become equal: hands that differed before still differ.
  std::vector<Hypothesis> after_open_event(const PublicState& s, Action seen, const View& after) const {
    const Counts needed = shown(s, seen);
    const bool monopoly = seen.kind() == Kind::Monopoly, stole = seen.kind() == Kind::Stole;
    const int actor = s.actor, victim = s.victim;
    // All but a monopoly change every hand by the same cards. They are found once, on hands that can pay anything.
    Hands change;
    if (!monopoly) {
      constexpr Counts plenty = Counts::all(40);
      State rich = with_hands(s, plenty);
      apply(rich, seen);
      for (int p = 0; p < max_players; ++p) change[p] = rich.hand[p] - plenty;
    }
    std::vector<Hypothesis> next;
    next.reserve(hypotheses_.size());
    for (Hypothesis h : hypotheses_) {
      if (!h.hand[actor].covers(needed)) continue;
      if (stole) {
        if (!h.hand[victim][seen.a()]) continue;
        h.probability *= double(h.hand[victim][seen.a()]) / h.hand[victim].total();
      }
      if (monopoly)
        rules::collect_all(h.hand, s.current, seen.a());
      else
        for (int p = 0; p < max_players; ++p) h.hand[p] += change[p];
      if (agrees(h.hand, after)) next.push_back(h);
    }
    return next;
  }

  // Each hypothesis becomes one for each card that may have been taken; equal ones are joined.
  std::vector<Hypothesis> after_hidden_steal(const PublicState& s, const View& after) const {
    std::vector<Hypothesis> next;
    next.reserve(hypotheses_.size() * resources);
    for (const Hypothesis& h : hypotheses_) {
      const Counts pile = h.hand[s.victim];
      for (int r = 0; r < resources; ++r) {
        if (!pile[r]) continue;
        Hypothesis taken{h.hand, h.probability * pile[r] / pile.total()};
        taken.hand[s.victim] -= Counts::single(r);
        taken.hand[s.current] += Counts::single(r);
        if (agrees(taken.hand, after)) next.push_back(taken);
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
  u8 viewer_ = nobody;  // who believes it; nobody before the first event
};

}  // namespace longroad::catan
