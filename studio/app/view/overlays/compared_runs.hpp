// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;

namespace tendril {

class StudioContext;

/// Runs that lie over the plots stand in the view, too: as of glass, at the time that it shows.
class ComparedRuns : public QObject {
  Q_OBJECT
 public:
  explicit ComparedRuns(StudioContext& context);

 private:
  void update();

  StudioContext& context_;
  QAction* shown_;
};

}  // namespace tendril
