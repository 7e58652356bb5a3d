#include "bindings/common.hpp"
#include "bindings/interrupt.hpp"
#include "catan/knowledge/belief.hpp"
#include "catan/rules/position.hpp"

NB_MODULE(_native, m) {
  using namespace longroad::bindings;
  nb::set_leak_warnings(false);  // interpreters that exit with references in other libraries are not our leaks
  m.doc() = "The native core of Longroad. Use it through longroad.catan and its sister packages.";
  nb::exception<IllegalAction>(m, "IllegalActionError", PyExc_ValueError);
  nb::exception<StoppedError>(m, "StoppedError", PyExc_RuntimeError);
  nb::exception<NotationError>(m, "NotationError", PyExc_ValueError);
  nb::exception<longroad::catan::BoardError>(m, "BoardError", PyExc_ValueError);
  nb::exception<longroad::catan::BeliefError>(m, "BeliefError", PyExc_ValueError);
  nb::exception<longroad::catan::PositionError>(m, "PositionError", PyExc_ValueError);
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
  bind_skirmish(skirmish);
  bind_search(m, skirmish);
  bind_agents(m);
  bind_arena(m, skirmish);
  bind_vector_env(m);
  bind_openings(m);
#if defined(__VERSION__)
  m.attr("COMPILER") = __VERSION__;
#else
  m.attr("COMPILER") = "unknown";
#endif
#if defined(__BMI2__)
  m.attr("NATIVE_INSTRUCTIONS") = true;
#else
  m.attr("NATIVE_INSTRUCTIONS") = false;
#endif
}
