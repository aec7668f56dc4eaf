// SPDX-License-Identifier: GPL-3.0-or-later
// Thins columns out to what a plot of a given width can show, beside the window.
#pragma once

#include <QObject>
#include <QString>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/plots/plot_spec.hpp"
#include "core/plots/signal_analysis.hpp"
#include "core/session/recording/signals.hpp"

namespace tendril {

/// One curve to look at.
struct CurveRequest {
  int plot = 0;   ///< of the caller: which plot
  QString curve;  ///< of the caller: which curve
  std::shared_ptr<const SignalHistory> table;
  int column = 0;
  double from = 0, to = 0;                ///< s: points wanted
  double visibleFrom = 0, visibleTo = 0;  ///< s: extremes wanted
  int pixels = 0;                         ///< over from…to
  /// Of a reference with a band about it: PlotSpec::band, and what follows it.
  std::string band = {};
  std::shared_ptr<const SignalHistory> actual = {};
  int actualColumn = -1;
  /// s: statistics wanted of this stretch.
  std::optional<std::pair<double, double>> statistics = {};
};

struct CurveAnswer {
  int plot = 0;
  QString curve;
  std::vector<CurvePoint> points;
  SignalHistory::Range range;  ///< finite extremes of the visible part
  double bandHalf = 0;         ///< of the band
  std::optional<figure::SignalStatistics> statistics = {};
};

/// A plot that is not over time: all of it is computed anew.
struct FigureRequest {
  int plot = 0;  ///< of the caller
  figure::PlotSpec spec;
  figure::PlotCurves curves;  ///< the past of a run may be curves of its own: they are joined
  bool statistics = false;
};
struct FigureAnswer {
  int plot = 0;
  std::shared_ptr<const figure::Figure> figure;  ///< null: see `problem`
  QString problem;                               ///< why there is nothing to draw
  struct Numbers {
    std::string label, unit;
    int hue = 0, run = 0;
    figure::CurveRole role = figure::CurveRole::kActual;
    figure::SignalStatistics of;
  };
  std::vector<Numbers> statistics = {};
};
/// With one table of what is shown, in the order of time, where a run and its past are several.
FigureRequest joined(FigureRequest request);
FigureAnswer drawnFigure(const FigureRequest& request);

/// What `request` asks for. Any thread.
CurveAnswer thinnedOut(const CurveRequest& request);

/// Works requests off on a thread of its own; of several waiting batches only the last counts.
class CurveWorker : public QObject {
  Q_OBJECT
 public:
  explicit CurveWorker(QObject* parent = nullptr);
  ~CurveWorker() override;

  void ask(std::vector<CurveRequest> requests, std::vector<FigureRequest> figures = {});
  /// Nothing is being worked on or waits to be taken.
  bool idle() const;

 Q_SIGNALS:
  /// In the thread of this object.
  void answered(const std::vector<tendril::CurveAnswer>& answers, const std::vector<tendril::FigureAnswer>& figures);

 private:
  void work(const std::stop_token& stop);

  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<std::pair<std::vector<CurveRequest>, std::vector<FigureRequest>>> waiting_;
  bool busy_ = false;
  std::jthread thread_;
};

}  // namespace tendril
