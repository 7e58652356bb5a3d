// The table of encodings. Each is a type that templates take, and a row of `encodings` for callers that choose at run time. A
// change of what a number means is a new version and a line of history here.
#pragma once

#include <variant>

#include "catan/codecs/encode_casher.hpp"
#include "catan/codecs/encode_gendre.hpp"
#include "catan/codecs/encode_general.hpp"

namespace longroad::catan {

struct GeneralEncoding {
  static constexpr std::string_view name = "general", version = "general-1", history = "1: first";
  static constexpr int observation = general::encoding_size, most_players = max_players;
  static constexpr std::span<const Block> layout = general::encoding_layout;
  static void encode(const View& v, u8* out) { general::encode(v, out); }
};

struct GendreEncoding {
  static constexpr std::string_view name = "gendre2020", version = "gendre2020-1", history = "1: first";
  static constexpr int observation = gendre::encoding_size, most_players = 2;
  static constexpr std::span<const Block> layout = gendre::encoding_layout;
  static void encode(const View& v, u8* out) { gendre::encode(v, out); }
};

struct CasherEncoding {
  static constexpr std::string_view name = "casher2024", version = "casher2024-1", history = "1: first";
  static constexpr int observation = casher::encoding_size, most_players = max_players;
  static constexpr std::span<const Block> layout = casher::encoding_layout;
  static void encode(const View& v, float* out) { casher::encode(v, out); }
  static bool mark_move(const View& v, Action action, float* out) { return casher::mark_move(v, action, out); }
};

// An encoding chosen at run time.
struct Encoding {
  using Bytes = void (*)(const View&, u8*);
  using Floats = void (*)(const View&, float*);

  std::string_view name, version, history;
  int size;
  int most_players;
  std::span<const Block> layout;
  // Writes `size` numbers of either type.
  std::variant<Bytes, Floats> encode;
  // Marks a move of the viewer in an encoded position; false if it has no entry for it. Null where moves are not encoded.
  bool (*mark_move)(const View&, Action, float*) = nullptr;
};

template <class E>
constexpr Encoding make_encoding() {
  Encoding e{E::name, E::version, E::history, E::observation, E::most_players, E::layout, &E::encode};
  if constexpr (requires { &E::mark_move; }) e.mark_move = &E::mark_move;
  return e;
}
template <class E>
inline constexpr Encoding encoding_of = make_encoding<E>();

inline constexpr std::array<const Encoding*, 3> encodings{&encoding_of<GeneralEncoding>, &encoding_of<GendreEncoding>,
                                                          &encoding_of<CasherEncoding>};

}  // namespace longroad::catan
