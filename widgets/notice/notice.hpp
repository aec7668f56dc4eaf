// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

class QAction;

namespace tendril {

/// Something the user should know: what happened, what to do, and the particulars.
struct Notice {
  enum class Severity { kInfo, kWarning, kError };

  Severity severity = Severity::kInfo;
  QString title;                 ///< what happened, one line
  QString advice;                ///< what to do; may be empty
  QStringList details;           ///< every problem with its place; shown on demand
  QList<QAction*> actions = {};  ///< buttons of the card; each dismisses it; they outlive it
  bool passing = false;          ///< goes by itself although it offers something: an offer that is soon of no use
  bool operator==(const Notice&) const = default;
};

}  // namespace tendril
