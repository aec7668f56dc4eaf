// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

#include "studio/app/project/target.hpp"
#include "studio/document/edits/controller_edits.hpp"

class QAction;

namespace tendril {

class StudioContext;

/// Adding a controller of every kind, for the actuators that are selected or for all that are free, and the plots of
/// the one that is selected.
class ControllerActions : public QObject {
  Q_OBJECT
 public:
  explicit ControllerActions(StudioContext& context);

 private:
  void addKinds();
  void addPlots();
  void refresh();
  void add(const std::string& type);
  void select(const ControllerDesign& design);
  /// Its name; empty: none is selected.
  QString selected() const;
  std::vector<edits::ControllerOffer> offers() const;

  StudioContext& context_;
  std::vector<QAction*> kinds_;  ///< in the order of the offers
  QAction* plots_ = nullptr;
};

}  // namespace tendril
