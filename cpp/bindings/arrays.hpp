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

// An array of a given shape, to be filled.
template <class T>
nb::ndarray<nb::numpy, T> new_array(std::initializer_list<std::size_t> shape) {
  std::size_t count = 1;
  for (std::size_t length : shape) count *= length;
  T* const values = new T[count];
  nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return nb::ndarray<nb::numpy, T>(values, shape, owner);
}

}  // namespace longroad::bindings
