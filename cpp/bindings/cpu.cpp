// What the processor can do, asked before a core is loaded: the module longroad.cores._cpu of wheels for x86-64. It is plain C
// API and runs on every such processor; GCC and Clang only, on every system.
#if !defined(Py_LIMITED_API)
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>
#include <cpuid.h>

#include <cstdint>

namespace {

constexpr bool all_of(unsigned word, std::uint32_t bits) { return (word & bits) == bits; }

// Whether the operating system keeps the upper halves of the vector registers.
bool keeps_vectors() {
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return all_of(low, 0b110);
}

// The level x86-64-v3 of the psABI: what -march=x86-64-v3 lets a compiler use.
bool has_x86_64_v3() {
  constexpr std::uint32_t sse3 = 1u << 0, ssse3 = 1u << 9, fma = 1u << 12, cmpxchg16b = 1u << 13, sse41 = 1u << 19,
                          sse42 = 1u << 20, movbe = 1u << 22, popcnt = 1u << 23, osxsave = 1u << 27, avx = 1u << 28,
                          f16c = 1u << 29;
  constexpr std::uint32_t bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8;  // leaf 7
  constexpr std::uint32_t lahf = 1u << 0, lzcnt = 1u << 5;                 // leaf 0x80000001
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) ||
      !all_of(c, sse3 | ssse3 | fma | cmpxchg16b | sse41 | sse42 | movbe | popcnt | osxsave | avx | f16c))
    return false;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !all_of(b, bmi1 | avx2 | bmi2)) return false;
  if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !all_of(c, lahf | lzcnt)) return false;
  return keeps_vectors();
}

PyObject* x86_64_v3(PyObject*, PyObject*) { return PyBool_FromLong(has_x86_64_v3()); }

PyMethodDef methods[] = {{"x86_64_v3", x86_64_v3, METH_NOARGS, "Whether this machine can run code built for x86-64-v3."},
                         {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_cpu", "What the processor can do.", 0, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() { return PyModule_Create(&module); }
