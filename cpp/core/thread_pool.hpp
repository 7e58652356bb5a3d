// A few threads that wait for work: one contiguous shard of the items for each, and the caller does the first.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "core/bits.hpp"

namespace longroad {

class ThreadPool {
 public:
  // Throws std::system_error if the machine gives no more threads.
  explicit ThreadPool(int threads) {
    try {
      for (int i = 1; i < threads; ++i) workers_.emplace_back([this, i] { work(i); });
    } catch (...) {
      stop();  // those that did start wait for a round
      throw;
    }
  }
  ~ThreadPool() { stop(); }
  ThreadPool(const ThreadPool&) = delete;

  int threads() const { return int(workers_.size()) + 1; }

  // Calls job(first, last) on every thread, for shards that cover 0..items-1 (some may be empty), and returns when all are
  // done. The job must not throw.
  void run(int items, const std::function<void(int, int)>& job) {
    items_ = items;
    job_ = &job;
    pending_ = int(workers_.size());
    ++round_;
    round_.notify_all();
    shard(0);
    while (const int left = pending_) wait_for_change(pending_, left);
  }

  // Called by a job on every thread: returns once all have called it.
  void meet() {
    const u32 meeting = meeting_;
    if (++arrived_ == threads()) {
      arrived_ = 0;
      ++meeting_;
      meeting_.notify_all();
    } else {
      while (meeting_ == meeting) wait_for_change(meeting_, meeting);
    }
  }

 private:
  void stop() {
    stopping_ = true;
    ++round_;
    round_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

  // Waking a sleeping thread takes longer than a small step does, so waiting begins with looking.
  template <class T>
  static void wait_for_change(std::atomic<T>& value, T old) {
    for (int look = 0; look < 4000; ++look) {
      if (value.load(std::memory_order_acquire) != old) return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    value.wait(old);
  }

  void shard(int i) {
    const auto edge = [&](int k) { return int(u64(items_) * u64(k) / u64(threads())); };
    (*job_)(edge(i), edge(i + 1));
  }

  void work(int i) {
    for (u32 seen = 0;;) {
      while (round_ == seen) wait_for_change(round_, seen);
      ++seen;
      if (stopping_) return;
      shard(i);
      if (--pending_ == 0) pending_.notify_all();
    }
  }

  std::atomic<u32> round_{0}, meeting_{0};
  std::atomic<int> pending_{0}, arrived_{0};
  std::atomic<bool> stopping_{false};
  int items_ = 0;
  const std::function<void(int, int)>* job_ = nullptr;
  std::vector<std::thread> workers_;
};

}  // namespace longroad
