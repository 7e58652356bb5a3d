// Long native calls that can be ended from outside: each by the Stop that was given to it, all by an interrupt from the keyboard.
#pragma once

#include <csignal>
#include <mutex>

#include "bindings/common.hpp"
#include "core/stop.hpp"

namespace longroad::bindings {

// Raised as longroad.errors.StoppedError.
struct StoppedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// While one lives, SIGINT also counts as an interrupt for native work. Python's own handler is called as before.
class Interruptible {
 public:
  Interruptible() {
    const std::lock_guard lock(mutex());
    if (users()++ > 0) return;
    struct sigaction ours{};
    ours.sa_handler = [](int signal) {
      ++interrupts;
      if (before().sa_handler != SIG_DFL && before().sa_handler != SIG_IGN) before().sa_handler(signal);
    };
    sigaction(SIGINT, &ours, &before());
  }
  ~Interruptible() {
    const std::lock_guard lock(mutex());
    if (--users() == 0) sigaction(SIGINT, &before(), nullptr);
  }
  Interruptible(const Interruptible&) = delete;

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  static int& users() {
    static int count = 0;
    return count;
  }
  static struct sigaction& before() {
    static struct sigaction old{};
    return old;
  }
};

// Calls work(token) without the GIL. Raises KeyboardInterrupt if there was an interrupt meanwhile, StoppedError if `given` was
// asked to stop and the work did.
template <class Work>
auto interruptible(Work&& work, const StopSource* given = nullptr) -> decltype(work(StopToken{})) {
  const Interruptible guard;
  const u32 since = interrupts;
  const StopToken token = (given ? *given : StopSource{}).interruptible_token();
  decltype(work(token)) result{};
  bool stopped = false;
  {
    nb::gil_scoped_release released;
    try {
      result = work(token);
    } catch (Stopped) {
      stopped = true;
    }
  }
  if (interrupts != since) {
    if (PyErr_CheckSignals() == 0) PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw nb::python_error();
  }
  if (stopped) throw StoppedError("stopped before it was done");
  return result;
}

}  // namespace longroad::bindings
