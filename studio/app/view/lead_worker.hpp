// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "core/control/inverse_statics/equilibrium_lead.hpp"

namespace tendril {

/// Leads a point through equilibria on a thread of its own (EquilibriumLead); the newest target counts, and answers
/// come while it is still on the way.
class LeadWorker {
 public:
  struct News {
    std::string failure;  ///< why the point cannot be led; empty: all is well
    EquilibriumLeadState state;
  };

  /// `told` is called on the worker's thread whenever there is something to take. Must be short and not throw.
  explicit LeadWorker(std::function<void()> told);
  ~LeadWorker();
  LeadWorker(const LeadWorker&) = delete;
  LeadWorker& operator=(const LeadWorker&) = delete;

  /// Another lead, in place of the one before.
  void begin(std::shared_ptr<const Model> model, EquilibriumLeadProblem problem);
  void aim(const Vec3& wanted);
  void end();
  /// The latest news of the present lead; empty if there is nothing new.
  std::optional<News> take();

 private:
  struct Beginning {
    std::shared_ptr<const Model> model;
    EquilibriumLeadProblem problem;
  };
  void run(const std::stop_token& stop);
  void lead(const std::stop_token& stop, const Beginning& beginning, std::uint64_t number);
  std::optional<Vec3> nextAim(const std::stop_token& stop, std::uint64_t number);
  void tell(std::uint64_t number, News news);
  void renew();

  std::function<void()> told_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<Beginning> beginning_;
  std::optional<Vec3> aim_;
  std::optional<News> news_;
  std::atomic<std::uint64_t> number_ = 0;  ///< of the present lead
  std::shared_ptr<std::atomic<bool>> interrupt_ = std::make_shared<std::atomic<bool>>(false);
  std::jthread thread_;  // last: starts when all else is there
};

}  // namespace tendril
