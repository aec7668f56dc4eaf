// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/handles/handle_controller.hpp"

#include <QEvent>

#include <algorithm>
#include <utility>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/view/handles/drag_preview.hpp"
#include "widgets/handles/handle_bar.hpp"
#include "widgets/handles/handle_layer.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr auto kMerge = "handle";  // edits of one drag
constexpr int kAheadMs = 1000;     // behind a drag: a robot that is not built by then is none

}  // namespace

HandleController::HandleController(StudioContext& context)
    : QObject(&context.window()), context_(context), layer_(new HandleLayer(context.view().viewport())) {
  addActions();
  bar_ = new HandleBar({worldAxes_, snap_}, &context.view());
  aheadEnds_.setSingleShot(true);
  aheadEnds_.setInterval(kAheadMs);
  connectAll();
  refresh();
}

void HandleController::addActions() {
  const auto add = [this](const char* name, const QString& text, const QList<QKeySequence>& keys, const QString& also) {
    QAction* action = context_.actions().add(text, {}, keys, [] {});
    action->setObjectName(QLatin1String(name));
    action->setCheckable(true);
    action->setProperty(kAlsoFound, also);
    return action;
  };
  shown_ = add("handles", tr("Handles of what is selected"), {Qt::Key_T},
               tr("gizmo move rotate drag edit in the view manipulator"));
  worldAxes_ = add("handlesWorldAxes", tr("Handles along the world's axes"), {}, tr("local global gizmo orientation"));
  snap_ = add("handlesSnap", tr("Handles snap to round numbers"), {}, tr("grid increment step"));
  shown_->setToolTip(
      tr("Drag joint frames, axes, stops, sizes, routes and forces where they are seen (workspace Build)"));
  worldAxes_->setIconText(tr("World axes"));
  worldAxes_->setToolTip(tr("Frames move along and turn about the world's axes instead of their own"));
  snap_->setIconText(tr("Snap"));
  snap_->setToolTip(tr("Drags go to round numbers and 15°; Shift while dragging does the other"));
  shown_->setChecked(true);
}

void HandleController::connectAll() {
  connect(layer_, &HandleLayer::changed, this, &HandleController::change);
  connect(layer_, &HandleLayer::released, this, &HandleController::release);
  connect(layer_, &HandleLayer::cancelled, this, &HandleController::restore);
  connect(shown_, &QAction::toggled, this, &HandleController::refresh);
  connect(worldAxes_, &QAction::toggled, layer_, &HandleLayer::setWorldAxes);
  connect(snap_, &QAction::toggled, layer_, &HandleLayer::setSnap);
  connect(&context_.selection(), &Selection::changed, this, &HandleController::refresh);
  connect(&context_.document(), &DocumentHost::changed, this, &HandleController::refresh);
  connect(&context_.document(), &DocumentHost::stateChanged, this, &HandleController::refresh);
  connect(&context_.panels(), &PanelHost::workspaceChanged, this, &HandleController::refresh);
  connect(&context_.player(), &Player::modelChanged, this, &HandleController::refresh);
  connect(&context_.player(), &Player::frame, this, [this] {
    if (!handles_.empty()) refresh();
  });
  connect(&context_.player(), &Player::modelChanged, this, [this](const Snapshot& now) {
    if (aheadEnds_.isActive() && !motionAhead(context_.description(), now, ahead_)) forgetAhead();
  });
  connect(&aheadEnds_, &QTimer::timeout, this, &HandleController::forgetAhead);
  context_.view().installEventFilter(this);
}

bool HandleController::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::ContentsRectChange)
    QMetaObject::invokeMethod(this, &HandleController::place, Qt::QueuedConnection);  // once the banner has its place
  return QObject::eventFilter(watched, event);
}

void HandleController::place() {
  const QRect free = context_.view().contentsRect();
  bar_->adjustSize();
  bar_->move(free.left() + (free.width() - bar_->width()) / 2,
             context_.view().belowBanner() - FloatingPanel::kShadow + kGrid);
}

// ---- what is shown

bool HandleController::wanted() const {
  return shown_->isChecked() && context_.panels().workspace() == Workspace::kBuild && context_.document().isOpen() &&
         context_.selection().targets().size() == 1 && context_.player().snapshot().model &&
         !context_.player().snapshot().replaying;
}

/// As the arrows in the view, where there are any; while something is dragged they stay.
void HandleController::updateArrows() {
  const auto& scene = context_.view().viewport().scene();
  if (!before_) arrows_ = lengthsOf(scene ? scene->forceScale() : ForceScale{});
}

void HandleController::refresh() {
  updateArrows();
  handles_ = wanted() ? handlesOf(context_.description(), context_.player().snapshot(), *context_.selection().current(),
                                  arrows_)
                      : std::vector<FieldHandle>();
  std::vector<Handle> drawn;
  for (const FieldHandle& each : handles_) drawn.push_back(each.handle);
  layer_->setLengthUnit(context_.lengthUnit());
  layer_->setHandles(std::move(drawn));
  const bool frames = std::any_of(handles_.begin(), handles_.end(),
                                  [](const FieldHandle& each) { return each.handle.kind == HandleKind::kFrame; });
  worldAxes_->setEnabled(frames);
  const bool show = !handles_.empty();
  if (bar_->isVisible() == show) return;
  bar_->setVisible(show);
  place();
}

// ---- edits

void HandleController::change(int handle, const HandleValue& value) {
  if (handle < 0 || handle >= std::ssize(handles_)) return;
  if (!before_) {
    before_ = std::make_shared<Description>(context_.description());
    context_.view().viewport().holdArrows(arrows_);
  }
  std::vector<Problem> problems;
  const FieldValues fields = handles_[static_cast<std::size_t>(handle)].fields(value);
  const Handle moved = handles_[static_cast<std::size_t>(handle)].handle;
  const bool taken = context_.document().setFields(fields, problems, kMerge);
  if (taken) showAhead(moved);
  if (taken && !refused_) return;
  refused_ = !taken;
  context_.view().setBanner(taken || problems.empty() ? QString() : QString::fromStdString(problems.front().message));
}

/// All that hangs on a joint whose frame is dragged is seen there at once: the robot that has it so takes a while.
void HandleController::showAhead(const Handle& handle) {
  const std::optional<Target> target = context_.selection().current();
  if (handle.kind != HandleKind::kFrame || !target || target->kind != TargetKind::kLink) return;
  Viewport& view = context_.view().viewport();
  ahead_ = target->id;
  aheadEnds_.stop();
  view.setAhead([this](Snapshot& snapshot) {
    if (const auto motion = motionAhead(context_.description(), snapshot, ahead_))
      moveSubtree(context_.description(), ahead_, *motion, snapshot);
  });
  view.updatePose(context_.player().snapshot());
  view.awaitPose(0);
}

void HandleController::forgetAhead() {
  aheadEnds_.stop();
  context_.view().viewport().setAhead({});
  context_.view().viewport().updatePose(context_.player().snapshot());  // a robot at rest makes no pictures by itself
}

void HandleController::release() {
  before_.reset();
  aheadEnds_.start();
  context_.view().viewport().holdArrows({});
  context_.document().commit();
  if (std::exchange(refused_, false)) context_.view().setBanner({});
  refresh();
}

void HandleController::restore() {
  if (before_) {
    std::vector<Problem> problems;
    const Edit back{"Handle", [before = before_](Description& description, std::vector<Problem>&) {
                      description = *before;
                      return true;
                    }};
    context_.document().edit(back, problems, kMerge);
    context_.view().viewport().updatePose(context_.player().snapshot());  // as far as it was shown ahead
  }
  release();
}

}  // namespace tendril
