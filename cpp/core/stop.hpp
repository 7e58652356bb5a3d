// Ending long work early, one piece of it at a time: whoever starts it keeps a StopSource, the work looks at its token now and
// then and throws Stopped.
//
// (std::stop_source may not be asked to stop from a signal handler; these may.)
#pragma once

#include <atomic>
#include <memory>

#include "core/bits.hpp"

namespace longroad {

// Counted up by a signal handler: stops everything that was started as interruptible before.
inline std::atomic<u32> interrupts{0};

// Thrown by work that was asked to stop. What it worked on is not to be used any further, unless it says otherwise.
struct Stopped {};

class StopToken {
 public:
  // Never asks anybody to stop.
  StopToken() = default;

  bool stop_requested() const {
    return (flag_ && flag_->load(std::memory_order_relaxed)) ||
           (interruptible_ && interrupts.load(std::memory_order_relaxed) != since_);
  }
  void throw_if_requested() const {
    if (stop_requested()) throw Stopped{};
  }
  // To be called at every step of a search; looks at every 4096th.
  void check(u64 step) const {
    if (step % 4096 == 0) throw_if_requested();
  }

 private:
  friend class StopSource;
  std::shared_ptr<const std::atomic<bool>> flag_;
  bool interruptible_ = false;
  u32 since_ = 0;
};

// May be used from any thread.
class StopSource {
 public:
  void request_stop() { flag_->store(true, std::memory_order_relaxed); }
  bool stop_requested() const { return flag_->load(std::memory_order_relaxed); }

  StopToken token() const {
    StopToken token;
    token.flag_ = flag_;
    return token;
  }
  // The same, which interrupts from now on stop, too.
  StopToken interruptible_token() const {
    StopToken made = token();
    made.interruptible_ = true;
    made.since_ = interrupts.load(std::memory_order_relaxed);
    return made;
  }

 private:
  std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};

}  // namespace longroad
