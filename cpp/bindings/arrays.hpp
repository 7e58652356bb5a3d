// NumPy arrays made here.
#pragma once

#include "bindings/common.hpp"

namespace longroad::bindings {

// An array that owns `values`.
template <class T>
nb::ndarray<nb::numpy, T> to_numpy(std::vector<T> values, std::vector<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T>(kept->data(), shape.size(), shape.data(), owner);
}

}  // namespace longroad::bindings
