// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

#include <atomic>

#include "studio/app/view/lead_worker.hpp"

namespace tendril {

class StudioContext;
struct Grab;

/// The lead mode: a drag of the robot makes its inputs follow, so that it rests in equilibrium with the point under the
/// cursor, or as near to it as the ranges of the inputs allow.
class LeadController : public QObject {
  Q_OBJECT
 public:
  explicit LeadController(StudioContext& context);

 private:
  void turn(bool on);
  void take(const Grab& grab);
  void move(const Vec3& point);
  void escape();
  void look();
  void show(const EquilibriumLeadState& state);
  void tell(const QString& text);
  void stop();
  QString endedText(const std::vector<int>& inputs) const;

  StudioContext& context_;
  QAction* lead_;
  bool holds_ = false;
  QString text_;
  std::atomic<bool> told_ = false;  ///< look() is on its way
  LeadWorker worker_;               // last: its thread uses all else
};

}  // namespace tendril
