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
  nb::exception<IllegalAction>(m, "IllegalActionError", value_error);
  nb::exception<StoppedError>(m, "StoppedError", runtime_error);
  nb::exception<NotationError>(m, "NotationError", value_error);
  nb::exception<longroad::catan::AnswerError>(m, "AnswerError", value_error);
  nb::exception<longroad::catan::BoardError>(m, "BoardError", value_error);
  nb::exception<longroad::catan::BeliefError>(m, "BeliefError", value_error);
  nb::exception<longroad::catan::PositionError>(m, "PositionError", value_error);
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
