// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

#include "studio/app/view/handles/field_handle.hpp"

namespace tendril {

class HandleBar;
class HandleLayer;
class StudioContext;

/// Handles of what is selected, in the workspace Build: frames, axes, stops, measures, routes, forces that are dragged
/// in the view. Every drag is one step of undo, and reaches a run that goes on.
class HandleController : public QObject {
  Q_OBJECT
 public:
  explicit HandleController(StudioContext& context);

  HandleLayer& layer() { return *layer_; }
  HandleBar& bar() { return *bar_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addActions();
  void connectAll();
  void refresh();
  void change(int handle, const HandleValue& value);
  void release();
  void restore();
  void place();
  bool wanted() const;
  void updateArrows();
  void showAhead(const Handle& handle);
  void forgetAhead();

  StudioContext& context_;
  HandleLayer* layer_;
  HandleBar* bar_;
  QAction *shown_ = nullptr, *worldAxes_ = nullptr, *snap_ = nullptr;
  std::vector<FieldHandle> handles_;
  ArrowLengths arrows_;
  std::shared_ptr<const Description> before_;  ///< while something is dragged: the project as it was
  description::ObjectId ahead_ = 0;            ///< the link that is shown where the project wants it
  QTimer aheadEnds_;                           ///< behind a drag
  bool refused_ = false;                       ///< the banner says why the last value was refused
};

}  // namespace tendril
