// The native module with nothing but the rules, for testing mutants of cpp/catan/rules: what tests of rules ask for is bound
// by the product's own binding files, the rest of longroad._native is missing. One translation unit, so that headers are read
// once.
#include "bindings/core.cpp"

#include <stdexcept>

#include "bindings/interrupt.hpp"
#include "bindings/position.cpp"
#include "bindings/state.cpp"
#include "bindings/topology.cpp"
#include "bindings/values.cpp"

namespace {

struct AnswerError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
struct BeliefError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

}  // namespace

NB_MODULE(_native, m) {
  using namespace longroad::bindings;
  nb::set_leak_warnings(false);
  const nb::object every = nb::steal(PyErr_NewException("longroad._native.LongroadError", PyExc_Exception, nullptr));
  m.attr("LongroadError") = every;
  const nb::object value_error = nb::make_tuple(every, nb::handle(PyExc_ValueError));
  const nb::object runtime_error = nb::make_tuple(every, nb::handle(PyExc_RuntimeError));
  nb::exception<IllegalAction>(m, "IllegalActionError", value_error);
  nb::exception<StoppedError>(m, "StoppedError", runtime_error);
  nb::exception<NotationError>(m, "NotationError", value_error);
  nb::exception<AnswerError>(m, "AnswerError", value_error);
  nb::exception<longroad::catan::BoardError>(m, "BoardError", value_error);
  nb::exception<BeliefError>(m, "BeliefError", value_error);
  nb::exception<longroad::catan::PositionError>(m, "PositionError", value_error);
  bind_network(m);
  bind_settings(m);
  bind_values(m);
  bind_core(m);
  bind_topology(m);
  bind_state(m);
  bind_position(m);
  bind_codecs(m);
  bind_encodings(m);
  bind_batch(m);
  bind_agents(m);
}
