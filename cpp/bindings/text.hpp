// Text from Python that one of our own parsers reads.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace longroad::bindings {

// Any str at all, in UTF-8. Half a surrogate pair, which JSON can say and UTF-8 cannot hold, is written as Python escapes it: so
// the parser refuses it with its own error, as it refuses other nonsense.
struct Text {
  std::string value;
};

}  // namespace longroad::bindings

namespace nanobind::detail {

template <>
struct type_caster<longroad::bindings::Text> {
  NB_TYPE_CASTER(longroad::bindings::Text, const_name("str"))

  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    if (!PyUnicode_Check(source.ptr())) return false;
    const object bytes = steal(PyUnicode_AsEncodedString(source.ptr(), "utf-8", "backslashreplace"));
    if (!bytes.is_valid()) {
      PyErr_Clear();
      return false;
    }
    value.value.assign(PyBytes_AsString(bytes.ptr()), std::size_t(PyBytes_Size(bytes.ptr())));
    return true;
  }
};

}  // namespace nanobind::detail
