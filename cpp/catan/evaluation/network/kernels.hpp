// The inner loops of the network: with AVX2 where the machine has it, and for every machine. All work on integers, so both give
// the same bits. Lengths are multiples of 32.
#pragma once

#include <algorithm>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "core/bits.hpp"

namespace longroad::catan::kernels {

using std::int16_t, std::int32_t, std::int8_t;

namespace portable {

// to += from
inline void add(int16_t* to, const int16_t* from, int n) {
  for (int i = 0; i < n; ++i) to[i] = int16_t(u16(to[i]) + u16(from[i]));
}
// to += come - gone
inline void exchange(int16_t* to, const int16_t* gone, const int16_t* come, int n) {
  for (int i = 0; i < n; ++i) to[i] = int16_t(u16(to[i]) + u16(come[i]) - u16(gone[i]));
}
// Between 0 and `top`, at most 127.
inline void clip(u8* to, const int16_t* from, int n, int top) {
  for (int i = 0; i < n; ++i) to[i] = u8(std::clamp<int>(from[i], 0, top));
}
// The sums of x[i] * w[i] with four rows w, one after the other; x at most 127.
inline void products(int32_t* to, const u8* x, const int8_t* w, int n) {
  for (int row = 0; row < 4; ++row) {
    int32_t sum = 0;
    for (int i = 0; i < n; ++i) sum += int(x[i]) * int(w[row * n + i]);
    to[row] = sum;
  }
}

}  // namespace portable

#if defined(__AVX2__)

inline __m256i load(const void* at) { return _mm256_loadu_si256(static_cast<const __m256i*>(at)); }
inline void store(void* at, __m256i v) { _mm256_storeu_si256(static_cast<__m256i*>(at), v); }

inline void add(int16_t* to, const int16_t* from, int n) {
  for (int i = 0; i < n; i += 16) store(to + i, _mm256_add_epi16(load(to + i), load(from + i)));
}
inline void exchange(int16_t* to, const int16_t* gone, const int16_t* come, int n) {
  for (int i = 0; i < n; i += 16) store(to + i, _mm256_sub_epi16(_mm256_add_epi16(load(to + i), load(come + i)), load(gone + i)));
}
inline void clip(u8* to, const int16_t* from, int n, int top) {
  const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(int16_t(top));
  for (int i = 0; i < n; i += 32) {
    const __m256i a = _mm256_min_epi16(_mm256_max_epi16(load(from + i), zero), most);
    const __m256i b = _mm256_min_epi16(_mm256_max_epi16(load(from + i + 16), zero), most);
    store(to + i, _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), 0xd8));
  }
}
inline void products(int32_t* to, const u8* x, const int8_t* w, int n) {
  const __m256i ones = _mm256_set1_epi16(1);
  __m256i sums[4] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256()};
  for (int i = 0; i < n; i += 32) {
    const __m256i part = load(x + i);
    for (int row = 0; row < 4; ++row)  // twice 127 * 127 fits 16 bits
      sums[row] = _mm256_add_epi32(sums[row], _mm256_madd_epi16(_mm256_maddubs_epi16(part, load(w + row * n + i)), ones));
  }
  const __m256i pairs = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[0], sums[1]), _mm256_hadd_epi32(sums[2], sums[3]));
  const __m128i all = _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), all);
}

#else

using portable::add, portable::clip, portable::exchange, portable::products;

#endif

}  // namespace longroad::catan::kernels
