// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/lead_worker.hpp"

#include <chrono>
#include <exception>
#include <utility>

namespace tendril {
namespace {

constexpr std::chrono::milliseconds kBatch(10);  // longest time between two answers and two looks at the target

}  // namespace

LeadWorker::LeadWorker(std::function<void()> told)
    : told_(std::move(told)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

LeadWorker::~LeadWorker() {
  thread_.request_stop();
  end();
  thread_.join();
}

/// With the lock: what is under way concerns nobody any more.
void LeadWorker::renew() {
  ++number_;
  *interrupt_ = true;
  interrupt_ = std::make_shared<std::atomic<bool>>(false);
  beginning_.reset(), aim_.reset(), news_.reset();
}

void LeadWorker::begin(std::shared_ptr<const Model> model, EquilibriumLeadProblem problem) {
  {
    const std::lock_guard lock(mutex_);
    renew();
    beginning_ = Beginning{std::move(model), std::move(problem)};
  }
  wake_.notify_one();
}

void LeadWorker::aim(const Vec3& wanted) {
  {
    const std::lock_guard lock(mutex_);
    aim_ = wanted;
  }
  wake_.notify_one();
}

void LeadWorker::end() {
  {
    const std::lock_guard lock(mutex_);
    renew();
  }
  wake_.notify_one();
}

std::optional<LeadWorker::News> LeadWorker::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, std::nullopt);
}

void LeadWorker::tell(std::uint64_t number, News news) {
  {
    const std::lock_guard lock(mutex_);
    if (number != number_) return;
    news_ = std::move(news);
  }
  told_();
}

void LeadWorker::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::optional<Beginning> beginning;
    std::uint64_t number = 0;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, stop, [this] { return beginning_.has_value(); });
      beginning = std::exchange(beginning_, std::nullopt);
      number = number_;
    }
    if (!beginning) continue;
    try {
      lead(stop, *beginning, number);
    } catch (const std::exception& error) {
      tell(number, {error.what(), {}});
    }
  }
}

/// Waits for the next target of a lead; empty once the lead has ended.
std::optional<Vec3> LeadWorker::nextAim(const std::stop_token& stop, std::uint64_t number) {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, stop, [&] { return aim_.has_value() || number != number_; });
  if (number != number_) return std::nullopt;
  return std::exchange(aim_, std::nullopt);
}

void LeadWorker::lead(const std::stop_token& stop, const Beginning& beginning, std::uint64_t number) {
  std::shared_ptr<std::atomic<bool>> interrupt;
  {
    const std::lock_guard lock(mutex_);
    interrupt = interrupt_;
  }
  EquilibriumLead lead(beginning.model, beginning.problem);
  const std::string failure = lead.begin(interrupt.get());
  tell(number, {failure, lead.state()});
  if (!failure.empty()) return;
  while (const std::optional<Vec3> aim = nextAim(stop, number)) {
    lead.aim(*aim);
    for (bool canContinue = true; canContinue && !*interrupt && !stop.stop_requested();) {
      const auto begin = std::chrono::steady_clock::now();
      do canContinue = lead.step();
      while (canContinue && !*interrupt && std::chrono::steady_clock::now() - begin < kBatch);
      tell(number, {{}, lead.state()});
      const std::lock_guard lock(mutex_);
      if (aim_) break;  // a newer one
    }
  }
}

}  // namespace tendril
