// Agents that play outside Python. longroad.agents names them and gives them their options.
#include <nanobind/stl/variant.h>

#include "bindings/common.hpp"
#include "catan/players/agent.hpp"

namespace longroad::bindings {

void bind_agents(nb::module_& m) {
  nb::class_<NativeAgent>(m, "NativeAgent", "An agent that plays whole matches outside Python.")
      .def(
          "__init__",
          [](NativeAgent* a, decltype(NativeAgent::how) how, bool open_hands, int opening_games) {
            if (opening_games < 0) throw nb::value_error("opening_games must be at least 0");
            new (a) NativeAgent{std::move(how), open_hands, opening_games};
          },
          "how"_a.noconvert(), "open_hands"_a = false, "opening_games"_a = 0,
          "From its settings, or the policy that draws its moves. With `open_hands` it is shown all resource hands; it chooses "
          "the set-up by `opening_games` games per decision, unless 0 or it draws.")
      .def_ro("how", &NativeAgent::how, "A copy of its settings, or its policy.")
      .def_ro("open_hands", &NativeAgent::open_hands)
      .def_ro("opening_games", &NativeAgent::opening_games);
}

}  // namespace longroad::bindings
