// The histogram of an evaluator's batches as Python has it.
#pragma once

#include "bindings/common.hpp"
#include "search/evaluator.hpp"

namespace longroad::bindings {

// The smallest size of each class to the number of batches; classes without one are left out.
inline nb::dict to_dict(const search::BatchSizes& sizes) {
  nb::dict found;
  for (std::size_t i = 0; i < sizes.batches.size(); ++i)
    if (sizes.batches[i]) found[nb::cast(u64{1} << i)] = sizes.batches[i];
  return found;
}

}  // namespace longroad::bindings
