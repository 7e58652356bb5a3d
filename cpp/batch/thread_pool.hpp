// A few threads that wait for work: one contiguous shard of the items for each, and the caller does the first.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include "core/bits.hpp"

namespace longroad::batch {

class ThreadPool {
 public:
  explicit ThreadPool(int threads) {
    for (int i = 1; i < threads; ++i) workers_.emplace_back([this, i] { work(i); });
  }
  ~ThreadPool() {
    stopping_ = true;
    ++round_;
    round_.notify_all();
  }
  ThreadPool(const ThreadPool&) = delete;

  int threads() const { return int(workers_.size()) + 1; }

  // Calls job(first, last) for shards that cover 0..items-1 and returns when all are done. Must not throw.
  void run(int items, const std::function<void(int, int)>& job) {
    items_ = items;
    job_ = &job;
    pending_ = int(workers_.size());
    ++round_;
    round_.notify_all();
    shard(0);
    for (int left = pending_; left > 0; left = pending_) pending_.wait(left);
  }

 private:
  void shard(int i) {
    const auto edge = [&](int k) { return int(u64(items_) * u64(k) / u64(threads())); };
    if (edge(i) < edge(i + 1)) (*job_)(edge(i), edge(i + 1));
  }
  void work(int i) {
    for (u32 seen = 0;;) {
      round_.wait(seen);
      seen = round_;
      if (stopping_) return;
      shard(i);
      if (--pending_ == 0) pending_.notify_all();
    }
  }

  std::atomic<u32> round_{0};
  std::atomic<int> pending_{0};
  std::atomic<bool> stopping_{false};
  int items_ = 0;
  const std::function<void(int, int)>* job_ = nullptr;
  std::vector<std::jthread> workers_;  // last: joined before what they use is gone
};

}  // namespace longroad::batch
