// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QElapsedTimer>
#include <QObject>

#include <string>
#include <utility>
#include <vector>

#include "core/description/description.hpp"
#include "studio/app/project/pace_watch.hpp"

namespace tendril {

class StudioContext;
struct Snapshot;

/// Tells, once per project, that a run cannot keep up with the clock, and offers what helps: each cure is one click and
/// one step of undo.
class PaceActions : public QObject {
  Q_OBJECT
 public:
  using Changes = std::vector<std::pair<std::string, std::string>>;  ///< paths and values, as Document::setFields

  explicit PaceActions(StudioContext& context);

 private:
  void look(const Snapshot& snapshot);
  void tell(double factor);
  void cure(const Changes& changes, const QString& name);

  StudioContext& context_;
  QAction *points_, *step_, *bdf_;
  QElapsedTimer clock_;
  PaceWatch watch_;
  bool told_ = false;
};

/// Half as many live points of the volumes that have more than a few; empty: none has.
PaceActions::Changes fewerLivePoints(const Description& description);
/// Twice the step, of methods that take it as it is; empty: of others.
PaceActions::Changes longerStep(const Description& description);
/// bdf, whose steps follow an error; empty: it, or one of its kind, is there.
PaceActions::Changes stepsByError(const Description& description);

}  // namespace tendril
