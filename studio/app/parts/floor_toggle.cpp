// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/parts/floor_toggle.hpp"

#include <QEvent>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/parts/part_adder.hpp"
#include "studio/document/copies/solid_floor.hpp"
#include "widgets/handles/handle_bar.hpp"
#include "widgets/theme/tokens.hpp"

namespace tendril {
namespace {

constexpr int kMargin = 3 * kGrid, kLabel = 24;  // kLabel: below it the label of the grid

}  // namespace

FloorToggle::FloorToggle(StudioContext& context) : QObject(&context.window()), context_(context) {
  solid_ = context.actions().add(tr("Solid floor"), {}, {}, [] {});
  solid_->setObjectName(QStringLiteral("solidFloor"));
  solid_->setCheckable(true);
  solid_->setIconText(tr("Solid floor"));
  solid_->setProperty(kAlsoFound, tr("ground contact collision plane"));
  solid_->setToolTip(tr("All links and objects touch the floor, with friction, and so do parts that are added later"));
  bar_ = new HandleBar({solid_}, &context.view());
  bar_->setObjectName(QStringLiteral("floorBar"));
  connect(solid_, &QAction::triggered, this, &FloorToggle::change);
  connect(&context.document(), &DocumentHost::stateChanged, this, &FloorToggle::show);
  connect(&context.panels(), &PanelHost::workspaceChanged, this, &FloorToggle::show);
  context.view().installEventFilter(this);
  show();
}

void FloorToggle::show() {
  const bool open = context_.document().isOpen();
  const bool bodies = open && !(context_.description().links.empty() && context_.description().objects.empty());
  solid_->setEnabled(bodies);
  solid_->setChecked(open && edits::hasSolidFloor(context_.description()));
  bar_->setVisible(bodies && context_.panels().workspace() == Workspace::kBuild);
  place();
}

void FloorToggle::change(bool solid) {
  context_.document().tell(solid ? edits::makeFloorSolid(PartAdder::floorHeight(context_)) : edits::removeFloor());
  show();
}

bool FloorToggle::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::ContentsRectChange)
    QMetaObject::invokeMethod(this, &FloorToggle::place, Qt::QueuedConnection);
  return QObject::eventFilter(watched, event);
}

/// In the lower right corner, above the label of the grid.
void FloorToggle::place() {
  const QRect free = context_.view().contentsRect();
  const auto* transport = context_.view().transport();
  const int bottom = transport && transport->isVisible() ? transport->y() : free.bottom();
  bar_->adjustSize();
  bar_->move(free.right() - kMargin - bar_->width() + FloatingPanel::kShadow,
             bottom - kLabel - bar_->height() + FloatingPanel::kShadow);
}

}  // namespace tendril
