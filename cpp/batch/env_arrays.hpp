// The arrays that a vector environment writes into, declared once: name, type, shape and meaning.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "core/bits.hpp"

namespace longroad::batch {

// The caller's arrays, one row per game. Results are of the game that the last step ended; zero elsewhere.
struct Buffers {
  u8* observation;
  bool* mask;
  u8* actor;
  std::int32_t* turn;
  float* rewards;
  float* luck;
  bool* done;
  std::int8_t* winner;
  u8* points;
  std::int32_t* turns;
};

// How many entries a game has in an array. One: the array has no second dimension.
enum class Width { One, Players, Observation, Actions };

struct EnvArray {
  std::string_view name, dtype;  // NumPy's name of the type
  Width width;
  std::string_view meaning;
  void (*use)(Buffers&, void* data);
};

namespace detail {

template <class T>
constexpr std::string_view dtype_name() {
  if constexpr (std::is_same_v<T, bool>) return "bool";
  if constexpr (std::is_same_v<T, u8>) return "uint8";
  if constexpr (std::is_same_v<T, std::int8_t>) return "int8";
  if constexpr (std::is_same_v<T, std::int32_t>) return "int32";
  if constexpr (std::is_same_v<T, float>) return "float32";
}

template <auto member>
constexpr EnvArray env_array(std::string_view name, Width width, std::string_view meaning) {
  using T = std::remove_pointer_t<std::remove_reference_t<decltype(std::declval<Buffers&>().*member)>>;
  return {name, dtype_name<T>(), width, meaning, [](Buffers& b, void* data) { b.*member = static_cast<T*>(data); }};
}

}  // namespace detail

inline constexpr std::array<EnvArray, 10> env_arrays{
    detail::env_array<&Buffers::observation>("observation", Width::Observation, "What the one who decides sees."),
    detail::env_array<&Buffers::mask>("mask", Width::Actions, "Legal policy indices."),
    detail::env_array<&Buffers::actor>("actor", Width::One, "Who decides."),
    detail::env_array<&Buffers::turn>("turn", Width::One, "The turn that it is, counted from the end of the set-up."),
    detail::env_array<&Buffers::rewards>("rewards", Width::Players, "What the last step brought to each player."),
    detail::env_array<&Buffers::luck>("luck", Width::Players, "What chance brought each player in it, if that is counted."),
    detail::env_array<&Buffers::done>("done", Width::One, "Whether the last step ended a game; the four above show the next."),
    detail::env_array<&Buffers::winner>("winner", Width::One, "Who won the game that the last step ended, or -1."),
    detail::env_array<&Buffers::points>("points", Width::Players, "Points at its end, hidden ones included; else 0."),
    detail::env_array<&Buffers::turns>("turns", Width::One, "Its turns; else 0."),
};

}  // namespace longroad::batch
