// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/path_drawing.hpp"

#include <QEvent>

#include <cmath>

#include "studio/app/context/studio_context.hpp"
#include "widgets/viewport/path_bar.hpp"
#include "widgets/viewport/path_editor.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr double kUsualTime = 4;       // s, for as far as the frame is from the world's middle
constexpr double kAhead = 0.3;         // s: until what is edited reaches a run that goes on
constexpr double kTimeGrid = 0.1;      // s
constexpr auto kMerge = "path point";  // edits of one drag

/// Down to 1, 2 or 5 times a power of ten.
double roundSpeed(double speed) {
  const double decade = std::pow(10, std::floor(std::log10(speed)));
  for (const double times : {5.0, 2.0})
    if (times * decade <= speed) return times * decade;
  return decade;
}

QStringList profileNames() {
  QStringList names;
  for (const std::string_view name : enumNames(edits::SpeedProfile()))
    names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  return names;
}

double lengthOf(const edits::DrawnPath& path) {
  double length = 0;
  for (std::size_t i = 1; i < path.points.size(); ++i) length += (path.points[i] - path.points[i - 1]).norm();
  if (path.closed) length += (path.points.front() - path.points.back()).norm();
  return length;
}

}  // namespace

PathDrawing::PathDrawing(StudioContext& context)
    : QObject(&context.window()),
      context_(context),
      editor_(new PathEditor(context.view().viewport())),
      bar_(new PathBar(profileNames(), &context.view())) {
  action_ = context.actions().add(tr("Draw path"), "path", {}, [this] { start(); });
  action_->setObjectName(QStringLiteral("drawPath"));
  action_->setToolTip(tr("Click points in the view, which the frame that the selected controller leads is to pass"));
  action_->setProperty(kInObjectMenu, true);
  connectEditor();
  connect(&context.selection(), &Selection::changed, this, &PathDrawing::refresh);
  connect(&context.document(), &DocumentHost::changed, this, &PathDrawing::refresh);
  connect(&context.document(), &DocumentHost::opened, this, [this] {
    end();
    refresh();
  });
  connect(&context.player(), &Player::modelChanged, this, &PathDrawing::refresh);
  refresh();
}

void PathDrawing::connectEditor() {
  connect(editor_, &PathEditor::changed, this, &PathDrawing::showPath);
  connect(editor_, &PathEditor::finished, this, &PathDrawing::finish);
  connect(editor_, &PathEditor::cancelled, this, &PathDrawing::end);
  connect(editor_, &PathEditor::moved, this, &PathDrawing::move);
  connect(editor_, &PathEditor::released, this, [this] { context_.document().commit(); });
  connect(bar_, &PathBar::finished, this, &PathDrawing::finish);
  connect(bar_, &PathBar::cancelled, this, &PathDrawing::end);
  connect(bar_, &PathBar::speedChanged, this, &PathDrawing::showPath);
  connect(bar_, &PathBar::profileChanged, this, &PathDrawing::showPath);
  connect(bar_, &PathBar::closedChanged, editor_, &PathEditor::setClosed);
  context_.view().installEventFilter(this);
}

bool PathDrawing::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::ContentsRectChange)
    QMetaObject::invokeMethod(this, &PathDrawing::place, Qt::QueuedConnection);  // once the banner has its place
  return QObject::eventFilter(watched, event);
}

void PathDrawing::place() {
  const QRect free = context_.view().contentsRect();
  bar_->adjustSize();
  bar_->move(free.left() + (free.width() - bar_->width()) / 2,
             context_.view().belowBanner() - FloatingPanel::kShadow + kGrid);
}

const description::Controller* PathDrawing::selected() const {
  const auto current = context_.selection().current();
  if (!current || current->kind != TargetKind::kController) return nullptr;
  for (const description::Controller& controller : context_.description().controllers)
    if (controller.id == current->id) return edits::misfitOfPath(controller).empty() ? &controller : nullptr;
  return nullptr;
}

bool PathDrawing::frameOf(const std::string& controller, Vec3& place) const {
  const Snapshot& now = context_.player().snapshot();
  if (!now.model) return false;
  for (const LedFrameState& led : now.led)
    if (now.model->controllers[static_cast<std::size_t>(led.controller)]->name == controller) {
      place = led.actual.p;
      return place.allFinite();
    }
  return false;
}

/// The points of the selected path, and whether one can be drawn.
void PathDrawing::refresh() {
  const description::Controller* controller = selected();
  Vec3 place;
  action_->setEnabled(controller && frameOf(controller->name, place));
  if (editor_->isDrawing()) {
    if (!controller || controller->id != controller_) end();
    return;
  }
  if (!controller) return editor_->show({}, false);
  editor_->show(edits::pathPoints(context_.description(), controller->id),
                edits::isPathClosed(context_.description(), controller->id));
}

// ---- a new path

void PathDrawing::start() {
  const description::Controller* controller = selected();
  Vec3 from;
  if (!controller || !frameOf(controller->name, from)) return;
  controller_ = controller->id;
  bar_->proposeSpeed(roundSpeed(std::max(from.norm(), 0.01) / kUsualTime));
  context_.view().setBanner(tr("Click points · drag them · Shift: on surfaces · Enter ends · Esc cancels"));
  bar_->show();
  bar_->raise();
  place();
  editor_->draw(from);
}

edits::DrawnPath PathDrawing::drawn() const {
  edits::DrawnPath path{.points = editor_->points(),
                        .speed = bar_->speed(),
                        .profile = static_cast<edits::SpeedProfile>(bar_->profile()),
                        .closed = editor_->isClosed(),
                        .start = 0};
  const Snapshot& now = context_.player().snapshot();
  path.start = now.t;
  if (now.state == RunState::kRunning) path.start = std::ceil((now.t + kAhead) / kTimeGrid) * kTimeGrid;
  return path;
}

void PathDrawing::showPath() {
  if (!editor_->isDrawing()) return;
  const edits::DrawnPath path = drawn();
  const std::vector<double> times = edits::pathTimes(path);
  bar_->setClosed(path.closed);
  bar_->setPath(static_cast<int>(path.points.size()), lengthOf(path), times.empty() ? 0 : times.back() - times.front(),
                !times.empty());
  place();
}

void PathDrawing::finish() {
  if (!editor_->isDrawing()) return;
  const edits::DrawnPath path = drawn();
  if (edits::pathTimes(path).empty()) return;  // the bar says what is missing
  const ObjectId controller = controller_;
  end();
  context_.document().tell(edits::drawPath(controller, path));
}

void PathDrawing::end() {
  if (!editor_->isDrawing()) return;
  editor_->stop();
  bar_->hide();
  context_.view().setBanner({});
  context_.view().viewport().setFocus();
  refresh();
}

// ---- a path that is there

void PathDrawing::move(int point, const Vec3& place) {
  const description::Controller* controller = selected();
  if (!controller) return;
  std::vector<Problem> problems;
  context_.document().edit(edits::movePathPoint(controller->id, static_cast<std::size_t>(point), place), problems,
                           kMerge);
}

}  // namespace tendril
