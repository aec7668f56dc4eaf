// SPDX-License-Identifier: GPL-3.0-or-later
// Thins columns out to what a plot of a given width can show, beside the window.
#pragma once

#include <QObject>
#include <QString>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

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
};

struct CurveAnswer {
  int plot = 0;
  QString curve;
  std::vector<CurvePoint> points;
  SignalHistory::Range range;  ///< finite extremes of the visible part
};

/// What `request` asks for. Any thread.
CurveAnswer thinnedOut(const CurveRequest& request);

/// Works requests off on a thread of its own; of several waiting batches only the last counts.
class CurveWorker : public QObject {
  Q_OBJECT
 public:
  explicit CurveWorker(QObject* parent = nullptr);
  ~CurveWorker() override;

  void ask(std::vector<CurveRequest> requests);
  /// Nothing is being worked on or waits to be taken.
  bool idle() const;

 Q_SIGNALS:
  /// In the thread of this object.
  void answered(const std::vector<tendril::CurveAnswer>& answers);

 private:
  void work(const std::stop_token& stop);

  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<std::vector<CurveRequest>> waiting_;
  bool busy_ = false;
  std::jthread thread_;
};

}  // namespace tendril
