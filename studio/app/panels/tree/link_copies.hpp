// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

#include "studio/document/document.hpp"

class QAction;

namespace tendril {

class StudioContext;

/// Actions on the selected link that copy it with all that hangs on it: a longer chain, a mirror image, an array.
class LinkCopies : public QObject {
  Q_OBJECT
 public:
  explicit LinkCopies(StudioContext& context);

 private:
  QAction* add(const char* name, const QString& text, const QString& icon, const QString& also);
  void repeat();
  void mirror(int normal);
  void arrange();
  void make(const Edit& edit);
  /// 0: none is selected, or several.
  ObjectId chosen() const;

  StudioContext& context_;
  std::vector<QAction*> actions_;
};

}  // namespace tendril
