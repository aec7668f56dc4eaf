// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>

#include "core/session/instant_derivatives.hpp"
#include "core/session/snapshot.hpp"
#include "widgets/derivatives/derivatives_view.hpp"

namespace tendril {

class StudioContext;

/// Derivatives by time of the coordinates and of what drives them at the instant that is shown, found beside the
/// window.
class DerivativesPanel : public QObject {
  Q_OBJECT
 public:
  explicit DerivativesPanel(StudioContext& context);
  ~DerivativesPanel() override;

  DerivativesView& view() { return *view_; }

 private:
  struct Answer {
    std::shared_ptr<const Model> model;
    RunInstant instant;
    InstantDerivatives found;
    bool pulled = false;  ///< somebody holds the robot meanwhile
  };

  void look();
  void take(const std::shared_ptr<const Answer>& answer);
  void save();

  StudioContext& context_;
  DerivativesView* view_;
  QThreadPool worker_;
  QTimer timer_;           ///< looks again a little later
  bool busy_ = false;      ///< the worker computes
  bool outdated_ = false;  ///< something has changed since it began
};

}  // namespace tendril
