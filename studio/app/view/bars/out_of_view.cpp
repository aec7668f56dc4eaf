// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/bars/out_of_view.hpp"

#include <QEvent>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QToolButton>

#include <utility>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/view/view_memory.hpp"
#include "widgets/handles/handle_bar.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kLookMs = 200;
constexpr int kSoonMs = 3000;    // what leaves the picture within it does so because of the edit before
constexpr int kNameWidth = 280;  // px, of an edit

}  // namespace

OutOfView::OutOfView(StudioContext& context)
    : QObject(&context.window()), context_(context), show_(new QAction(this)), undo_(new QAction(this)) {
  show_->setObjectName(QStringLiteral("showRobotAgain"));
  show_->setToolTip(tr("Moves the camera to all of the robot (F)"));
  undo_->setObjectName(QStringLiteral("undoOutOfView"));
  bar_ = new HandleBar({show_, undo_}, &context.view());
  bar_->setObjectName(QStringLiteral("outOfView"));
  soon_.setSingleShot(true);
  soon_.setInterval(kLookMs);
  connect(&soon_, &QTimer::timeout, this, &OutOfView::look);
  const auto later = [this] {
    if (!soon_.isActive()) soon_.start();
  };
  Viewport& viewport = context.view().viewport();
  DocumentHost& document = context.document();
  connect(&context.player(), &Player::frame, this, later);
  connect(&viewport, &Viewport::cameraChanged, this, later);
  connect(show_, &QAction::triggered, &viewport, [&viewport] { viewport.frameAll(); });
  connect(undo_, &QAction::triggered, this, [this] { context_.actions().trigger(QStringLiteral("undo")); });
  connect(&context.player(), &Player::stateChanged, this, [this](RunState state) {
    // Once the view has taken the robot back to where it starts.
    if (state == RunState::kReady) QMetaObject::invokeMethod(this, &OutOfView::bringBack, Qt::QueuedConnection);
  });
  connect(&document, &DocumentHost::opened, this, &OutOfView::forget);
  connect(&document, &DocumentHost::changed, this, &OutOfView::followEdit);
  // Steps that leave the robot as it is count, too.
  connect(&document, &DocumentHost::stateChanged, this,
          [this] { steps_ = context_.document().document().undoCount(); });
  connect(&context.player(), &Player::modelSettled, this, &OutOfView::judge);
  connect(&context.player(), &Player::modelChanged, this, &OutOfView::returnCamera, Qt::QueuedConnection);
  context.view().installEventFilter(this);
  viewport.installEventFilter(this);
}

bool OutOfView::isTold() const {
  return bar_->isVisible();
}

// ---- what an edit took out of the picture

void OutOfView::forget() {
  steps_ = context_.document().document().undoCount();
  variant_ = context_.document().document().variant();
  shown_.clear(), lost_.clear(), causes_.clear();
  returning_.reset();
  unjudged_ = false;
  edited_.invalidate();
}

/// The view still shows the robot from before.
void OutOfView::followEdit() {
  const Document& document = context_.document().document();
  const std::size_t before = std::exchange(steps_, document.undoCount());
  const bool sameVariant = std::exchange(variant_, document.variant()) == variant_;
  const bool goesOn = steps_ == before && steps_ > 0 && sameVariant;  // a drag that makes one step
  if (!goesOn) shown_ = shownLinks();
  unjudged_ = goesOn || steps_ == before + 1;
  edited_.invalidate();
  if (unjudged_) edited_.start(), returning_.reset();
  if (steps_ < before) lost_.clear();
  for (; !causes_.empty() && causes_.back().step > steps_; causes_.pop_back()) returning_ = causes_.back();
}

OutOfView::Links OutOfView::shownLinks() const {
  Links out;
  const Viewport& viewport = context_.view().viewport();
  if (!viewport.scene()) return out;
  const auto& links = viewport.scene()->model()->links;
  for (std::size_t i = 0; i < links.size(); ++i)
    if (viewport.showsLink(static_cast<int>(i))) out.insert(links[i].id);
  return out;
}

/// Once the picture shows what was edited.
void OutOfView::judge() {
  if (!unjudged_ || context_.document().isBuilding()) return;
  const Viewport& viewport = context_.view().viewport();
  const auto& scene = viewport.scene();
  const bool shows = scene && scene->model() == context_.player().snapshot().model;
  if (!shows || QGuiApplication::mouseButtons() != Qt::NoButton)
    return QTimer::singleShot(kLookMs, this, &OutOfView::judge);
  unjudged_ = false;
  const bool out = isOut();
  Links lost;
  for (const description::ObjectId link : shown_)
    if (isMissing(link) && (out || viewport.isFarOutside(linkIndexOf(*scene->model(), link)))) lost.insert(link);
  blame(std::move(lost));
}

void OutOfView::blame(Links lost) {
  if (lost.empty()) return;
  const Viewport& viewport = context_.view().viewport();
  lost_ = std::move(lost);
  if (causes_.empty() || causes_.back().step != steps_)
    causes_.push_back({.step = steps_, .camera = viewport.camera(), .chosen = viewport.isCameraChosen()});
  soon_.start();
}

/// What was edited moves on, and may leave the picture a little later.
void OutOfView::blameLastEdit() {
  if (lost_.empty() && edited_.isValid() && edited_.elapsed() < kSoonMs) blame(shown_);
}

void OutOfView::handsMovedTheCamera() {
  edited_.invalidate();
  if (lost_.empty() || isOut()) return;
  lost_.clear();
  soon_.start();
}

/// Unless hands have moved the camera to somewhere else where the robot is to be seen.
void OutOfView::returnCamera() {
  if (!returning_ || context_.document().isBuilding()) return;
  const Cause cause = *std::exchange(returning_, std::nullopt);
  Viewport& viewport = context_.view().viewport();
  if (!viewport.isCameraChosen() || !viewport.showsRobot()) viewport.returnTo(cause.camera, cause.chosen);
}

// ---- what is told

bool OutOfView::isOut() const {
  const Viewport& viewport = context_.view().viewport();
  const bool robot = context_.document().isOpen() && viewport.scene() && viewport.scene()->hasPose() &&
                     !context_.description().links.empty();
  return robot && !viewport.showsRobot();
}

/// There is such a link, it is drawn, and nothing of it is in the picture.
bool OutOfView::isMissing(description::ObjectId link) const {
  const auto& scene = context_.view().viewport().scene();
  const int index = scene ? linkIndexOf(*scene->model(), link) : -1;
  return index >= 0 && !scene->outline(index).empty() && !context_.view().viewport().showsLink(index);
}

void OutOfView::look() {
  const bool out = isOut();
  if (out) blameLastEdit();
  if (!out) std::erase_if(lost_, [this](description::ObjectId link) { return !isMissing(link); });
  const bool told = out || !lost_.empty();
  if (told) tell(out);
  if (told == bar_->isVisible()) return;
  bar_->setVisible(told);
  place();
}

void OutOfView::tell(bool robot) {
  QString text = tr("The robot is outside the view · Show it");
  if (!robot && lost_.size() > 1) text = tr("%1 links are outside the view · Show them").arg(lost_.size());
  if (!robot && lost_.size() == 1) {
    const Model& model = *context_.view().viewport().scene()->model();
    const int index = linkIndexOf(model, *lost_.begin());
    const std::string& name = model.links[static_cast<std::size_t>(index)].name;
    text = tr("“%1” is outside the view · Show it").arg(QString::fromStdString(name));
  }
  const Document& document = context_.document().document();
  const QString edit = QString::fromStdString(document.undoName());
  auto* undo = bar_->findChild<QToolButton*>(undo_->objectName() + QStringLiteral("Button"));
  const bool caused = !lost_.empty() && !causes_.empty() && causes_.back().step == document.undoCount();
  const QString undoText = tr("Undo: %1").arg(undo->fontMetrics().elidedText(edit, Qt::ElideRight, kNameWidth));
  if (text == show_->iconText() && undoText == undo_->iconText() && caused != undo->isHidden()) return;
  show_->setText(text), show_->setIconText(text);
  undo_->setText(undoText), undo_->setIconText(undoText);
  undo_->setToolTip(tr("Undo: %1").arg(edit));
  undo->setVisible(caused);
  place();
}

/// Somebody who looks at a part of the robot goes on doing so.
void OutOfView::bringBack() {
  Viewport& viewport = context_.view().viewport();
  if (!context_.document().isOpen() || viewport.showsRobot()) return;
  const CameraView before = viewport.camera();
  if (const auto own = cameraOf(context_.document().document().studio("camera"))) viewport.setCamera(*own);
  if (!viewport.showsRobot()) viewport.setCamera(before), viewport.frameAll();
}

bool OutOfView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &context_.view().viewport()) {
    const bool drag = event->type() == QEvent::MouseMove && static_cast<QMouseEvent*>(event)->buttons() != Qt::NoButton;
    if (drag || event->type() == QEvent::Wheel) handsMovedTheCamera();
  } else if (event->type() == QEvent::Resize || event->type() == QEvent::ContentsRectChange) {
    QMetaObject::invokeMethod(this, &OutOfView::place, Qt::QueuedConnection);
  }
  return QObject::eventFilter(watched, event);
}

/// In the middle of what is free.
void OutOfView::place() {
  const QRect free = context_.view().contentsRect();
  bar_->adjustSize();
  bar_->move(free.left() + (free.width() - bar_->width()) / 2, free.top() + (free.height() - bar_->height()) / 2);
  bar_->raise();
}

}  // namespace tendril
