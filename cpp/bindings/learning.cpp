// Learning the native network from its own games.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "batch/policy_games.hpp"
#include "bindings/arrays.hpp"
#include "bindings/interrupt.hpp"
#include "catan/learning/learner.hpp"

namespace longroad::bindings {

namespace {

using namespace longroad::batch;

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::ndarray<nb::numpy, float> copied(std::span<const float> values) {
  return to_numpy(std::vector<float>(values.begin(), values.end()), {values.size()});
}

nb::dict arrays_of(const DecisionTable& d) {
  const auto n = std::size_t(d.players());
  std::vector<u16> changes;
  for (const DecisionTable::Change& one : d.changes) changes.push_back(one.come), changes.push_back(one.gone);
  nb::dict found;
  const auto add = [&](const char* name, auto values, std::vector<std::size_t> shape) {
    found[name] = to_numpy(std::move(values), std::move(shape));
  };
  add("base", d.base, {d.size(), n, std::size_t(catan::inputs::groups)});
  add("changes", std::move(changes), {d.changes.size(), 2});
  add("change_at", d.change_at, {d.change_at.size()});
  add("worth", d.worth, {d.ends(), n});
  add("probability", d.probability, {d.ends()});
  add("won", d.won, {d.ends()});
  add("end_at", d.end_at, {d.end_at.size()});
  add("candidate_at", d.candidate_at, {d.candidate_at.size()});
  add("seats", d.seats, {d.size()});
  add("chosen", d.chosen, {d.size()});
  add("log_probabilities", d.log_probabilities, {d.size()});
  add("advantages", d.advantages, {d.size()});
  add("returns", d.returns, {d.size(), n});
  return found;
}

void assign(std::span<float> to, const Floats& from) {
  if (from.size() != to.size())
    throw nb::value_error((std::to_string(from.size()) + " numbers instead of " + std::to_string(to.size())).c_str());
  std::copy_n(from.data(), to.size(), to.begin());
}

LearnFigures learnt(Learner& learner, const DecisionTable& from, Lesson lesson, const LearnSettings& settings, u64 seed,
                    int threads) {
  return interruptible([&](const StopToken& stop) {
    ThreadPool pool(threads);
    return learner.learn(from, lesson, settings, Rng::stream(seed, 0), pool, stop);
  });
}

}  // namespace

void bind_learning(nb::module_& m) {
  nb::enum_<Lesson>(m, "Lesson", "What a network learns from a decision.")
      .value("policy", Lesson::Policy, "To take better ways to go on more often.")
      .value("critic", Lesson::Critic, "To say what the decision will turn out to be worth.");
  nb::class_<PolicySettings>(m, "PolicySettings", "How games are played to learn a policy from.")
      .def(nb::init<>())
      .def_rw("temperature", &PolicySettings::temperature)
      .def_rw("least", &PolicySettings::least)
      .def_rw("candidates", &PolicySettings::candidates)
      .def_rw("most_ends", &PolicySettings::most_ends)
      .def_rw("trace", &PolicySettings::trace)
      .def_rw("critic_share", &PolicySettings::critic_share);
  nb::class_<LearnSettings>(m, "LearnSettings", "How the native network learns.")
      .def(nb::init<>())
      .def_rw("batch", &LearnSettings::batch)
      .def_rw("learning_rate", &LearnSettings::learning_rate)
      .def_rw("decay", &LearnSettings::decay)
      .def_rw("most_gradient", &LearnSettings::most_gradient)
      .def_rw("temperature", &LearnSettings::temperature)
      .def_rw("clip", &LearnSettings::clip);
  nb::class_<LearnFigures>(m, "LearnFigures", "Means over the decisions of a pass.")
      .def_ro("loss", &LearnFigures::loss)
      .def_ro("divergence", &LearnFigures::divergence)
      .def_ro("clipped", &LearnFigures::clipped)
      .def_ro("entropy", &LearnFigures::entropy)
      .def_ro("decisions", &LearnFigures::decisions);
  nb::class_<DecisionTable>(m, "DecisionTable", "DecisionTable of games with what came of them.")
      .def("__len__", &DecisionTable::size)
      .def_prop_ro("players", &DecisionTable::players)
      .def_prop_ro("ends", &DecisionTable::ends, "Positions that were compared, in all.")
      .def("append", &DecisionTable::append, "more"_a, "Adds the decisions of another table.")
      .def("arrays", &arrays_of, nb::sig("def arrays(self) -> dict[str, Any]"),
           "Copies of what is kept, by name; cpp/catan/learning/decision_table.hpp says what it is.");
  nb::class_<Lessons>(m, "Lessons", "What games teach.")
      .def_ro("policy", &Lessons::policy)
      .def_ro("critic", &Lessons::critic)
      .def_prop_ro("winners", [](const Lessons& l) { return l.winners; }, "By game: the agent that won, or -1.");
  nb::class_<Learner>(m, "Learner", "The native network in floating point, and how it learns.")
      .def(nb::init<>())
      .def_prop_rw(
          "weights", [](const Learner& l) { return copied(l.network.weights()); },
          [](Learner& l, const Floats& from) { assign(l.network.weights(), from); }, nb::for_getter(nb::rv_policy::automatic))
      .def_prop_rw(
          "mean", [](const Learner& l) { return copied(l.mean); }, [](Learner& l, const Floats& from) { assign(l.mean, from); },
          nb::for_getter(nb::rv_policy::automatic))
      .def_prop_rw(
          "square", [](const Learner& l) { return copied(l.square); },
          [](Learner& l, const Floats& from) { assign(l.square, from); }, nb::for_getter(nb::rv_policy::automatic))
      .def_rw("steps", &Learner::steps)
      .def("learn", &learnt, "decisions"_a, "lesson"_a, "settings"_a, "seed"_a, "threads"_a = 1,
           "One pass over all decisions, in an order drawn by lot.")
      .def(
          "recompute",
          [](Learner& l, DecisionTable& of, const LearnSettings& settings, int threads) {
            ThreadPool pool(threads);
            l.recompute(of, settings, pool);
          },
          "decisions"_a, "settings"_a, "threads"_a = 1, nb::call_guard<nb::gil_scoped_release>(),
          "Takes the log probabilities of what was drawn from this network, which differs by rounding from the one that drew.")
      .def(
          "gradient",
          [](Learner& l, const DecisionTable& from, Lesson lesson, const LearnSettings& settings) {
            std::vector<u32> all(from.size());
            std::iota(all.begin(), all.end(), 0u);
            ThreadPool pool(1);
            LearnFigures figures;
            return copied(l.gradient(from, all, lesson, settings, pool, figures));
          },
          "decisions"_a, "lesson"_a, "settings"_a, "Of the mean loss over all decisions.");
  m.def(
      "play_lessons",
      [](const Setup& setup, std::vector<NativeAgent> agents, u32 students, std::shared_ptr<Networks> critic, u64 seed, u64 first,
         int games, const PolicySettings& settings, int threads) {
        return interruptible([&](const StopToken& stop) {
          ThreadPool pool(threads);
          return play_lessons(setup, {std::move(agents), students, std::move(critic)}, seed, first, games, settings, pool, stop);
        });
      },
      "setup"_a, "agents"_a, "students"_a, "critic"_a, "seed"_a, "first"_a, "games"_a, "settings"_a, "threads"_a = 1,
      "Plays games in which some agents (`students`, a set of bits) draw among their plans, and keeps what they decided.");
}

}  // namespace longroad::bindings
