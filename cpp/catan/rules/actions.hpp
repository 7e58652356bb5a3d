// Actions: everything a player can do and everything chance can bring, as one 64-bit value with one text form.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catan/rules/state.hpp"

namespace longroad::catan {

enum class Kind : u8 {
  Settle,
  Road,
  City,
  Roll,
  End,
  BuyCard,
  Knight,
  RoadBuilding,
  YearOfPlenty,
  Monopoly,
  Take,
  Discard,
  Robber,
  Trade,
  Offer,
  Accept,
  Refuse,
  Counter,
  Deal,
  Cancel,
  Dice,
  Stole,
  Drew  // chance
};
constexpr int kinds = 23;
constexpr const char* kind_names[] = {"settle", "road",          "city",           "roll",     "end",    "buy card",
                                      "knight", "road building", "year of plenty", "monopoly", "take",   "discard",
                                      "robber", "trade",         "offer",          "accept",   "refuse", "counter",
                                      "deal",   "cancel",        "dice",           "stole",    "drew"};
constexpr const char* resource_names[] = {"brick", "lumber", "ore", "grain", "wool"};
constexpr const char* card_names[] = {"knight", "victory point", "road building", "year of plenty", "monopoly"};

// Two bundles of cards in 50 bits, five bits per count: what the speaker gives, then what it gets.
struct Bundles {
  Counts give, get;

  constexpr u64 pack() const {
    u64 word = 0;
    for (int r = 0; r < resources; ++r) word |= u64(give[r]) << (5 * r) | u64(get[r]) << (25 + 5 * r);
    return word;
  }
  static constexpr Bundles unpack(u64 word) {
    Bundles b;
    for (int r = 0; r < resources; ++r) {
      b.give += Counts::single(r, int(word >> (5 * r)) & 31);
      b.get += Counts::single(r, int(word >> (25 + 5 * r)) & 31);
    }
    return b;
  }
  constexpr Bundles reversed() const { return {get, give}; }
  constexpr bool operator==(const Bundles&) const = default;
};

// Kind in the lowest byte, then the payload: `a` (and `b`, `c`), one byte each, or 50 bits of bundles.
//   Settle, City: a intersection   Road: a path        Monopoly, Take, Discard, Stole: a resource   Drew: a card
//   Robber: a hex, b victim or nobody                  Trade: a given, b rate, c received           Deal: a player   Dice: a sum
struct Action {
  u64 word = 0;

  static constexpr Action make(Kind kind, int a = 0, int b = 0, int c = 0) {
    return {u64(kind) | u64(a) << 8 | u64(b) << 16 | u64(c) << 24};
  }
  static constexpr Action bundles(Kind kind, Bundles b) { return {u64(kind) | b.pack() << 8}; }

  constexpr Kind kind() const { return Kind(word & 0xff); }
  constexpr int a() const { return int(word >> 8) & 0xff; }
  constexpr int b() const { return int(word >> 16) & 0xff; }
  constexpr int c() const { return int(word >> 24) & 0xff; }
  constexpr u64 payload() const { return word >> 8; }
  constexpr Bundles bundles() const { return Bundles::unpack(payload()); }
  constexpr bool is_chance() const { return kind() >= Kind::Dice; }
  constexpr bool operator==(const Action&) const = default;
};

inline std::string bundle_text(Counts bundle) {
  std::string text;
  for (int r = 0; r < resources; ++r)
    if (bundle[r]) text += (text.empty() ? "" : " + ") + std::to_string(bundle[r]) + " " + resource_names[r];
  return text;
}

inline std::string action_text(Action action) {
  if (int(action.kind()) >= kinds) return "?" + std::to_string(action.word);
  const std::string name = kind_names[int(action.kind())];
  const auto number = [&](char letter, int value) { return name + " " + letter + std::to_string(value); };
  const auto resource = [](int r) { return std::string(r < resources ? resource_names[r] : "?"); };
  switch (action.kind()) {
    case Kind::Settle:
    case Kind::City: return number('n', action.a());
    case Kind::Road: return number('e', action.a());
    case Kind::Deal: return number('p', action.a());
    case Kind::Monopoly:
    case Kind::Take:
    case Kind::Discard:
    case Kind::Stole: return name + " " + resource(action.a());
    case Kind::Drew: return name + " " + (action.a() < card_kinds ? card_names[action.a()] : "?");
    case Kind::Dice: return name + " " + std::to_string(action.a());
    case Kind::Robber: return number('h', action.a()) + (action.b() == nobody ? "" : " steal p" + std::to_string(action.b()));
    case Kind::Trade:
      return name + " " + std::to_string(action.b()) + " " + resource(action.a()) + " for 1 " + resource(action.c());
    case Kind::Offer:
    case Kind::Counter: return name + " " + bundle_text(action.bundles().give) + " for " + bundle_text(action.bundles().get);
    default: return name;
  }
}

namespace detail {

// A word at a time, with one-word look-ahead.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}
  bool done() {
    skip();
    return rest_.empty();
  }
  bool take(std::string_view phrase) {
    skip();
    if (!rest_.starts_with(phrase)) return false;
    if (rest_.size() > phrase.size() && rest_[phrase.size()] != ' ') return false;
    rest_.remove_prefix(phrase.size());
    return true;
  }
  // A number behind an optional letter ('n' for n23), at most `limit`.
  std::optional<int> number(char letter, int limit) {
    skip();
    std::string_view text = rest_;
    if (letter) {
      if (text.empty() || text[0] != letter) return {};
      text.remove_prefix(1);
    }
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end == text.data() || value < 0 || value > limit || text[0] == '-') return {};
    const auto used = std::size_t(end - text.data());
    if (used < text.size() && text[used] != ' ') return {};
    if (used > 1 && text[0] == '0') return {};
    rest_ = text.substr(used);
    return value;
  }
  std::optional<int> name(const char* const* names, int n) {
    for (int i = 0; i < n; ++i)
      if (take(names[i])) return i;
    return {};
  }
  std::optional<Counts> bundle() {
    Counts counts;
    do {
      const auto n = number(0, 19);
      if (!n || *n == 0) return {};
      const auto r = name(resource_names, resources);
      if (!r || counts[*r]) return {};
      counts += Counts::single(*r, *n);
    } while (take("+"));
    return counts;
  }

 private:
  void skip() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

}  // namespace detail

// Reads the text form; nothing if the text is not an action. It says nothing about legality.
inline std::optional<Action> parse_action(std::string_view text) {
  detail::Words words(text);
  const auto finish = [&](std::optional<Action> action) { return words.done() ? action : std::nullopt; };
  const auto with = [&](Kind kind, std::optional<int> a) -> std::optional<Action> {
    return a ? finish(Action::make(kind, *a)) : std::nullopt;
  };
  // "road building" before "road": a longer name goes first.
  if (words.take("road building")) return finish(Action::make(Kind::RoadBuilding));
  for (int k = 0; k < kinds; ++k) {
    if (!words.take(kind_names[k])) continue;
    const Kind kind = Kind(k);
    switch (kind) {
      case Kind::Settle:
      case Kind::City: return with(kind, words.number('n', intersections - 1));
      case Kind::Road: return with(kind, words.number('e', paths - 1));
      case Kind::Deal: return with(kind, words.number('p', max_players - 1));
      case Kind::Monopoly:
      case Kind::Take:
      case Kind::Discard:
      case Kind::Stole: return with(kind, words.name(resource_names, resources));
      case Kind::Drew: return with(kind, words.name(card_names, card_kinds));
      case Kind::Dice: {
        const auto sum = words.number(0, 12);
        return sum && *sum >= 2 ? with(kind, sum) : std::nullopt;
      }
      case Kind::Robber: {
        const auto hex = words.number('h', hexes - 1);
        if (!hex) return {};
        if (words.done()) return Action::make(kind, *hex, nobody);
        if (!words.take("steal")) return {};
        const auto victim = words.number('p', max_players - 1);
        return victim ? finish(Action::make(kind, *hex, *victim)) : std::nullopt;
      }
      case Kind::Trade: {
        const auto rate = words.number(0, 4);
        const auto given = words.name(resource_names, resources);
        if (!rate || *rate < 2 || !given || !words.take("for")) return {};
        const auto one = words.number(0, 1);
        const auto received = words.name(resource_names, resources);
        if (!one || *one != 1 || !received) return {};
        return finish(Action::make(kind, *given, *rate, *received));
      }
      case Kind::Offer:
      case Kind::Counter: {
        const auto give = words.bundle();
        if (!give || !words.take("for")) return {};
        const auto get = words.bundle();
        return get ? finish(Action::bundles(kind, {*give, *get})) : std::nullopt;
      }
      default: return finish(Action::make(kind));
    }
  }
  return {};
}

// Whether a number is an action at all: everything in it is in range and nothing is left over.
inline bool is_action(Action action) { return parse_action(action_text(action)) == action; }

}  // namespace longroad::catan
