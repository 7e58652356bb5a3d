// Counting cards. longroad.catan.Belief is its Python face.
#include <cstring>

#include "bindings/common.hpp"
#include "catan/knowledge/determinize.hpp"

namespace longroad::bindings {

namespace {

int checked(int p) {
  if (p < 0 || p >= max_players) throw nb::index_error(("there is no player p" + std::to_string(p)).c_str());
  return p;
}

// No count above those of the largest bank, so that any bundle can be compared with a hand.
Counts bundle(const Five& five) {
  const auto [a, b, c, d, e] = five;
  for (int n : {a, b, c, d, e})
    if (n < 0 || n > 50) throw nb::value_error("a bundle is five counts between 0 and 50");
  return Counts::of(a, b, c, d, e);
}

std::vector<std::pair<std::vector<Five>, double>> listed(const Belief& belief, int players) {
  std::vector<std::pair<std::vector<Five>, double>> list;
  for (const Hypothesis& h : belief.hypotheses()) {
    std::vector<Five> hands;
    for (int p = 0; p < players; ++p) hands.push_back(five(h.hand[p]));
    list.emplace_back(std::move(hands), h.probability);
  }
  return list;
}

}  // namespace

void bind_belief(nb::module_& m) {
  nb::class_<Belief>(m, "Belief", "What a player knows of all resource cards by counting. longroad.catan.Belief adds positions.")
      .def("__init__", [](Belief* b) { new (b) Belief(Belief::from_start()); })
      .def(nb::init<const Belief&>(), "other"_a)
      .def("__getstate__",
           [](const Belief& b) {
             const auto all = b.hypotheses();
             return std::pair(int(b.viewer()), nb::bytes(reinterpret_cast<const char*>(all.data()), all.size_bytes()));
           })
      .def("__setstate__",
           [](Belief& b, const std::pair<int, nb::bytes>& packed) {
             const auto& [viewer, bytes] = packed;
             if (bytes.size() % sizeof(Hypothesis)) throw BeliefError("not a belief of this version");
             std::vector<Hypothesis> all(bytes.size() / sizeof(Hypothesis));
             std::memcpy(all.data(), bytes.c_str(), bytes.size());
             new (&b) Belief(Belief::restored(std::move(all), u8(viewer)));
           })
      .def(
          "observe",
          [](Belief& b, const View& before, Action event, const View& after) {
            if (!is_action(event) && !Belief::is_hidden_steal(event) && event != Action::make(Kind::Drew, nobody))
              throw BeliefError("'" + action_text(event) + "' is not an event");
            b.observe(before, event, after);
          },
          "before"_a, "event"_a, "after"_a,
          "Takes in an event: the player's views before and after it, and what it saw of it (State.seen_by). Raises BeliefError, "
          "and changes nothing, if that cannot have happened or earlier events are missing.")
      .def(
          "listed", [](const Belief& b, int players) { return listed(b, checked(players - 1) + 1); }, "players"_a,
          "All hypotheses: hands and probability.")
      .def(
          "__len__", [](const Belief& b) { return b.hypotheses().size(); }, "How many hypotheses there are.")
      .def("fits", &Belief::fits, "view"_a, "Whether it has followed the game up to a view, as far as can be seen.")
      .def(
          "holds", [](const Belief& b, int p, const Five& cards) { return b.holds(checked(p), bundle(cards)); }, "player"_a,
          "bundle"_a, "How likely a player holds at least these cards, five counts.")
      .def(
          "expected",
          [](const Belief& b, int p) {
            checked(p);
            return std::tuple(b.expected(p, 0), b.expected(p, 1), b.expected(p, 2), b.expected(p, 3), b.expected(p, 4));
          },
          "player"_a, "How many cards of each resource a player holds on average.")
      .def(
          "deal",
          [](const Belief& b, const View& view, Rng& rng) {
            if (!b.fits(view)) throw BeliefError("the belief has not followed the game up to this view");
            return GameState(determinize(view, b, rng));
          },
          "view"_a, "rng"_a, "A position consistent with what the viewer knows, drawn by probability.");
}

}  // namespace longroad::bindings
