// SPDX-License-Identifier: GPL-3.0-or-later
// Variants of a project from beginning to end, side by side.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/description/description.hpp"
#include "core/session/recording/history.hpp"

namespace tendril {

/// What came of one variant.
struct VariantRun {
  std::string name;                                          ///< empty: the project itself
  int changes = 0;                                           ///< fields that it gives other values
  std::shared_ptr<const Model> model;                        ///< null: it cannot be built
  std::shared_ptr<const History> history;                    ///< as far as it was computed; null: not at all
  std::vector<std::pair<std::string, std::string>> signals;  ///< computed ones of the project
  double wall = 0;                                           ///< s, of the computation
  double end = 0;                                            ///< s, simulated
  std::string failure;                                       ///< why it cannot be built or ended early; empty: neither
  bool cancelled = false;

  int degreesOfFreedom() const;
  /// Wall time per simulated time; NaN before anything was simulated.
  double cost() const { return end > 0 ? wall / end : std::numeric_limits<double>::quiet_NaN(); }
};

/// Runs a variant (empty: the project itself) for the time that it says, with the rows, steps and inputs of `tendril
/// simulate --variant`. `progress`: 0…1, now and then. Uses the calling thread and those of the engine. Never throws.
VariantRun runVariant(const Description& project, const std::filesystem::path& directory, std::string_view variant,
                      const std::function<void(double)>& progress, const std::atomic<bool>* cancel = nullptr);

/// A signal ("arm.tip.z", or a formula) along a run, one value per record. Empty where the run's robot does not have
/// it.
std::vector<double> signalAlong(const VariantRun& run, const std::string& signal);
/// Names of all signals that are numbers, of the first run that has a model; empty: none has.
std::vector<std::string> signalNames(const std::vector<VariantRun>& runs);

/// Times of the run with the most records; and values of another one there, between its records on straight lines, NaN
/// after its end.
std::vector<double> commonTimes(const std::vector<VariantRun>& runs);
std::vector<double> valuesAt(const std::vector<double>& times, const VariantRun& run,
                             const std::vector<double>& values);

/// How far the tip of a link is from where it is in the base's run at the same time, m; NaN where one of the two runs
/// has no such link or no time.
struct TipError {
  double largest = std::numeric_limits<double>::quiet_NaN();
  double final = std::numeric_limits<double>::quiet_NaN();  ///< at the last time that both reach
};
TipError tipError(const VariantRun& run, const VariantRun& base, const std::string& link);

/// The table of several runs as CSV: name, changes, degrees of freedom, wall time per simulated second, end, tip errors
/// (m), failure.
std::string variantTable(const std::vector<VariantRun>& runs, const std::vector<TipError>& errors);

}  // namespace tendril
