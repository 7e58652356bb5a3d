// What a vector environment speaks: a codec for the decisions and an encoding for what is seen.
#pragma once

#include "catan/codecs/codecs.hpp"
#include "catan/codecs/encodings.hpp"

namespace longroad::batch {

using namespace catan;

template <class C, class E>
struct Space : C, E {
  static constexpr const Codec* codec = &codec_of<C>;
  static constexpr const Encoding* encoding = &encoding_of<E>;
};

// The pairs there are; the first one of a codec is its own.
using Spaces =
    std::tuple<Space<GeneralCodec, GeneralEncoding>, Space<GendreCodec, GendreEncoding>, Space<GendreCodec, GeneralEncoding>>;

}  // namespace longroad::batch
