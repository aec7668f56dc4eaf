// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <vector>

#include "studio/runs/variant_run.hpp"
#include "widgets/variants/variants_view.hpp"

namespace tendril {

class StudioContext;

/// Variants run together: simulated beside the window one after the other, compared in a table and in plots, laid over
/// each other in the view, where they move with the time that it shows.
class VariantComparison : public QObject {
  Q_OBJECT
 public:
  VariantComparison(StudioContext& context, VariantsView& view, QObject* parent);
  ~VariantComparison() override;

  void start();
  void clear();

 private:
  struct Answer {
    std::vector<VariantRun> runs;
    bool cancelled = false;
  };
  struct Numbers;
  void cancel();
  void take(const std::shared_ptr<const Answer>& answer, std::uint64_t number);
  void measure();
  static void addCurves(const Answer& answer, const QString& name, bool several, Numbers& numbers);
  void show(const Numbers& numbers);
  void showMotions();
  bool write(const QString& file) const;

  StudioContext& context_;
  VariantsView& view_;
  QThreadPool worker_;  ///< runs and curves
  std::shared_ptr<const Answer> answer_;
  std::vector<TipError> errors_;
  std::shared_ptr<std::atomic<bool>> cancel_;  ///< of the runs under way
  std::uint64_t number_ = 0;                   ///< of the runs that were asked for last
  std::uint64_t measured_ = 0;                 ///< of the curves that were asked for last
};

}  // namespace tendril
