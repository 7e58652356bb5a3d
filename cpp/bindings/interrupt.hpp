// Long native calls that an interrupt from the keyboard can end.
#pragma once

#include <csignal>
#include <mutex>

#include "bindings/common.hpp"
#include "search/settings.hpp"

namespace longroad::bindings {

// While one lives, SIGINT also sets search::stop_all. Python's own handler is called as before.
class Interruptible {
 public:
  Interruptible() {
    const std::lock_guard lock(mutex());
    if (users()++ > 0) return;
    search::stop_all = false;
    struct sigaction ours{};
    ours.sa_handler = [](int signal) {
      search::stop_all = true;
      if (before().sa_handler != SIG_DFL && before().sa_handler != SIG_IGN) before().sa_handler(signal);
    };
    sigaction(SIGINT, &ours, &before());
  }
  ~Interruptible() {
    const std::lock_guard lock(mutex());
    if (--users() > 0) return;
    sigaction(SIGINT, &before(), nullptr);
    search::stop_all = false;
  }
  Interruptible(const Interruptible&) = delete;

  // To be called with the GIL held when the work is over: raises KeyboardInterrupt if there was an interrupt.
  void raise_if_asked() const {
    if (!search::stop_all) return;
    if (PyErr_CheckSignals() == 0) PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw nb::python_error();
  }

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

// Calls work() without the GIL; raises KeyboardInterrupt if it was interrupted.
template <class Work>
auto interruptible(Work&& work) -> decltype(work()) {
  const Interruptible guard;
  decltype(work()) result{};
  {
    nb::gil_scoped_release released;
    try {
      result = work();
    } catch (search::Interrupted) {
    }
  }
  guard.raise_if_asked();
  return result;
}

}  // namespace longroad::bindings
