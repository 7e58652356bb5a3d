#include "bindings/common.hpp"
#include "bindings/interrupt.hpp"
#include "catan/knowledge/belief.hpp"
#include "catan/players/policy_evaluator.hpp"
#include "catan/rules/position.hpp"

NB_MODULE(_native, m) {
  using namespace longroad::bindings;
  nb::set_leak_warnings(false);  // interpreters that exit with references in other libraries are not our leaks
  m.doc() = "The native core of Longroad. Use it through longroad.catan and its sister packages.";
  const nb::object every = nb::steal(PyErr_NewExceptionWithDoc(
      "longroad._native.LongroadError", "Everything Longroad raises on purpose.", PyExc_Exception, nullptr));
  m.attr("LongroadError") = every;
  const nb::object value_error = nb::make_tuple(every, nb::handle(PyExc_ValueError));  // both are its base classes
  const nb::object runtime_error = nb::make_tuple(every, nb::handle(PyExc_RuntimeError));
  const auto explain = [](const nb::object& error, const char* words) { error.attr("__doc__") = words; };
  explain(nb::exception<IllegalAction>(m, "IllegalActionError", value_error),
          "An action that is not legal in the position. The message names the action and the reason.");
  explain(nb::exception<StoppedError>(m, "StoppedError", runtime_error),
          "A search, match or step that was stopped from another thread or from the keyboard.");
  explain(nb::exception<NotationError>(m, "NotationError", value_error),
          "A text that is not an action. The message names the text and what is wrong with it.");
  explain(nb::exception<longroad::catan::AnswerError>(m, "AnswerError", value_error),
          "What an evaluator or a network answered cannot be used. The message says what is wrong with it.");
  explain(nb::exception<longroad::catan::BoardError>(m, "BoardError", value_error),
          "A board that cannot be: its text, its terrain or its tokens. The message says what is wrong with it.");
  explain(nb::exception<longroad::catan::BeliefError>(m, "BeliefError", value_error),
          "An event that cannot have happened, by everything that was seen before it.");
  explain(nb::exception<longroad::catan::PositionError>(m, "PositionError", value_error),
          "Numbers that are no position of the game. The message names the field.");
  bind_network(m);
  bind_settings(m);
  bind_values(m);
  bind_core(m);
  bind_topology(m);
  bind_state(m);
  bind_position(m);
  bind_belief(m);
  bind_codecs(m);
  bind_encodings(m);
  bind_batch(m);
  bind_rated_games(m);
  nb::module_ skirmish = m.def_submodule("skirmish", "The card game of Taucher, Polk and Oommen (2018).");
  bind_skirmish_settings(skirmish);
  bind_skirmish(skirmish);
  bind_search(m, skirmish);
  bind_agents(m);
  bind_arena(m, skirmish);
  bind_shared_searches(m);
  bind_analysis(m);
  bind_vector_env(m);
  bind_openings(m);
  bind_learning(m);
#if defined(__VERSION__)
  m.attr("COMPILER") = __VERSION__;
#else
  m.attr("COMPILER") = "unknown";
#endif
  m.attr("CORE") = LONGROAD_CORE;
#if defined(__BMI2__)
  m.attr("NATIVE_INSTRUCTIONS") = true;
#else
  m.attr("NATIVE_INSTRUCTIONS") = false;
#endif
}
