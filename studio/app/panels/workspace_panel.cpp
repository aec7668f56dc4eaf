// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/workspace_panel.hpp"

#include <QSaveFile>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <thread>

#include "core/control/inverse_statics/led_point.hpp"
#include "core/session/workspace_rows.hpp"
#include "core/text/number_text.hpp"
#include "render/scene/point_cloud.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/save_csv.hpp"
#include "widgets/format.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kTickMs = 60;

/// Ends of the colours: from nothing, or of margins that are 1 at rest up to 1, as far as there are values.
std::pair<double, double> rangeOf(WorkspaceColor color, const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  if (color == WorkspaceColor::kFoldingMargin) return {1 - scaleEnd(std::max(1 - least, 1e-3)), 1};
  return {std::min(0.0, least), most > 0 ? scaleEnd(most) : 1};
}

ScaleTexts textsOf(WorkspaceColor color, double low, double high) {
  if (color == WorkspaceColor::kMobility)
    return scaleTexts(WorkspacePanel::tr("Mobility").toStdString(), "m", low, high);
  if (color == WorkspaceColor::kRangeMargin)
    return scaleTexts(WorkspacePanel::tr("Range left").toStdString(), "", low, high);
  return scaleTexts(WorkspacePanel::tr("Margin to folding").toStdString(), "", low, high);
}

/// "arm", "arm@0.5"
QString frameName(const QString& link, double at) {
  return at < 1 ? QStringLiteral("%1@%2").arg(link).arg(at) : link;
}

}  // namespace

std::vector<double> WorkspacePanel::Answer::values(WorkspaceColor color) const {
  std::vector<double> out;
  for (const std::size_t i : shown) {
    const WorkspacePoint& point = workspace.points[i];
    out.push_back(color == WorkspaceColor::kMobility      ? workspace.leastMobility(point)
                  : color == WorkspaceColor::kRangeMargin ? point.rangeMargin
                                                          : point.foldingMargin);
  }
  return out;
}

WorkspacePanel::WorkspacePanel(StudioContext& context)
    : QObject(&context.window()), context_(context), view_(new WorkspaceView) {
  worker_.setMaxThreadCount(1);
  context.panels().addPanel({.id = "workspace",
                             .title = tr("Reach"),
                             .icon = "workspace",
                             .guide = "analysing.md#where-it-can-be",
                             .widget = view_,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kAnalyse});
  view_->setProperty("helpTitle", tr("Workspace"));
  view_->setProperty("helpText",
                     tr("Where a point of the robot can be. Inputs all over their ranges are tried; each point is an "
                        "equilibrium on the branch of the present one. Its colour says how well the point can be moved "
                        "from there, how much of the ranges is left, or how far soft bodies are from folding."));
  addAction();
  connect(view_, &WorkspaceView::findRequested, this, &WorkspacePanel::find);
  connect(view_, &WorkspaceView::cancelRequested, this, &WorkspacePanel::cancel);
  connect(view_, &WorkspaceView::colorChanged, this, &WorkspacePanel::draw);
  connect(view_, &WorkspaceView::shownChanged, this, &WorkspacePanel::draw);
  connect(view_, &WorkspaceView::exportRequested, this, &WorkspacePanel::save);
  connect(view_, &WorkspaceView::copyRequested, this, [this] { context_.actions().trigger("copyWorkspace"); });
  connect(view_, &WorkspaceView::removeRequested, this, [this] { remove(); });
  connect(&context.view().viewport(), &Viewport::cloudPicked, this, &WorkspacePanel::goTo);
  ticks_.setInterval(kTickMs);
  connect(&ticks_, &QTimer::timeout, this, [this] {
    if (done_) view_->setProgress(static_cast<double>(*done_) / wanted_);
  });
  followPlayer();
}

WorkspacePanel::~WorkspacePanel() {
  cancel();
  worker_.clear();
  worker_.waitForDone();
}

void WorkspacePanel::addAction() {
  context_.actions()
      .add(tr("Workspace: where a point of the robot can be"), "workspace", {QKeySequence(Qt::SHIFT | Qt::Key_W)},
           [this] {
             context_.panels().showPanel("workspace");
             const std::vector<SceneSelection> selected = context_.view().viewport().scene()
                                                              ? context_.view().viewport().scene()->selection()
                                                              : std::vector<SceneSelection>{};
             if (!answer_ && !selected.empty()) view_->chooseLink(selected.back().link);
             if (!cancel_ && !answer_ && context_.player().snapshot().model) find();
           })
      ->setObjectName(QStringLiteral("findWorkspaceAction"));
}

void WorkspacePanel::followPlayer() {
  Player& player = context_.player();
  connect(&player, &Player::modelChanged, this, [this](const Snapshot& snapshot) {
    QStringList links;
    for (std::size_t i = 0; snapshot.model && i < snapshot.model->links.size(); ++i)
      links << QString::fromStdString(snapshot.model->links[i].name);
    view_->setLinks(links);
    giveUp();
    if (answer_ && answer_->model != snapshot.model)
      remove(tr("The robot is another one than that of the points: find its workspace anew."));
  });
  connect(&player, &Player::stateChanged, this, [this](RunState state) {
    if (state != RunState::kRunning) return;
    context_.view().viewport().chooseInCloud(-1);
    view_->setPoint({});
  });
}

// ---- the search

void WorkspacePanel::find() {
  giveUp();
  const Snapshot& now = context_.player().snapshot();
  const int link = view_->link();
  if (!now.model || link < 0 || link >= static_cast<int>(now.model->links.size())) return;
  WorkspaceProblem problem;
  problem.link = link;
  problem.place = placeAlong(*now.model, link, view_->at());
  problem.inputs = workspaceInputs(*now.model);
  problem.gravity = now.gravity;
  problem.t = now.t, problem.q = now.q, problem.u = now.u;
  if (problem.u.size() != now.model->nu) problem.u.setZero(now.model->nu);
  now.model->clipInputs(problem.u);
  if (problem.inputs.empty()) {
    remove();
    return view_->setFailure(tr("This robot has no inputs that could move it. Give it tendons, chambers or drives."));
  }
  const QString name = QString::fromStdString(now.model->links[static_cast<std::size_t>(link)].name);
  start(now.model, problem, frameName(name, view_->at()));
}

void WorkspacePanel::start(const std::shared_ptr<const Model>& model, const WorkspaceProblem& problem,
                           const QString& frame) {
  cancel_ = std::make_shared<std::atomic<bool>>(false);
  done_ = std::make_shared<std::atomic<int>>(0);
  wanted_ = view_->samples();
  view_->setBusy(true);
  ticks_.start();
  WorkspaceOptions options;
  options.samples = wanted_;
  options.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);  // one is the run's
  worker_.start([this, model, problem, options, frame, cancel = cancel_, done = done_, number = ++number_]() mutable {
    auto answer = std::make_shared<Answer>();
    answer->model = model, answer->frame = frame;
    options.cancel = cancel.get(), options.done = done.get();
    try {
      answer->workspace = sampleWorkspace(*model, problem, options);
    } catch (const std::exception& error) {
      answer->workspace.failure = error.what();
    }
    for (std::size_t i = 0; i < answer->workspace.points.size(); ++i)
      if (answer->workspace.points[i].stable) answer->shown.push_back(i);
    QMetaObject::invokeMethod(
        this, [this, answer, number] { take(answer, number); }, Qt::QueuedConnection);
  });
}

/// Ends the search under way; what it has found by then is shown.
void WorkspacePanel::cancel() {
  if (cancel_) *cancel_ = true;
}

/// The search under way concerns nobody any more.
void WorkspacePanel::giveUp() {
  cancel();
  ++number_;
  cancel_.reset(), done_.reset();
  ticks_.stop();
  view_->setBusy(false);
}

void WorkspacePanel::take(const std::shared_ptr<Answer>& answer, std::uint64_t number) {
  if (number != number_ || answer->model != context_.player().snapshot().model) return;
  const bool stopped = cancel_ && *cancel_;
  giveUp();
  if (!answer->workspace.failure.empty()) {
    remove();
    return view_->setFailure(QString::fromStdString(answer->workspace.failure));
  }
  if (answer->shown.empty()) {
    remove();
    if (stopped) return;
    return view_->setFailure(tr("No sample has a stable equilibrium that can be reached from the present one."));
  }
  answer_ = answer;
  context_.setFoundWorkspace({answer->workspace.samples, answer->frame});
  view_->setFound((stopped ? tr("Stopped: ") : QString()) + aboutText(*answer));
  draw();
}

QString WorkspacePanel::aboutText(const Answer& answer) const {
  Vec3 lower = answer.workspace.points[answer.shown.front()].position, upper = lower;
  for (const std::size_t i : answer.shown) {
    lower = lower.cwiseMin(answer.workspace.points[i].position);
    upper = upper.cwiseMax(answer.workspace.points[i].position);
  }
  const auto length = [unit = context_.lengthUnit()](double metres) { return formatLength(metres, unit, 3).text(); };
  const Vec3 size = upper - lower;
  QString text = tr("%1 of %2 samples rest in a stable equilibrium, within %3 × %4 × %5.")
                     .arg(formatCount(static_cast<long long>(answer.shown.size())),
                          formatCount(answer.workspace.samples), length(size.x()), length(size.y()), length(size.z()));
  if (answer.workspace.directions == 2) text += u' ' + tr("The point stays on a surface.");
  if (answer.workspace.directions == 1) text += u' ' + tr("The point stays on a line.");
  if (answer.workspace.directions == 0) text += u' ' + tr("No input moves this point.");
  const auto unstable = answer.workspace.points.size() - answer.shown.size();
  if (unstable > 0) text += u' ' + tr("%1 that are not stable are not drawn.").arg(unstable);
  if (answer.workspace.lost() > 0) text += u' ' + tr("The branch of %1 ends before.").arg(answer.workspace.lost());
  return text;
}

// ---- the points

void WorkspacePanel::draw() {
  if (!answer_ || !view_->isShown()) return hide();
  const std::vector<double> values = answer_->values(view_->color());
  const auto [low, high] = rangeOf(view_->color(), values);
  std::vector<Vec3> points;
  std::vector<Color> colors;
  for (std::size_t k = 0; k < values.size(); ++k) {
    points.push_back(answer_->workspace.points[answer_->shown[k]].position);
    colors.push_back(colorAt(ColorMap::kMagnitude, (values[k] - low) / (high - low)));
  }
  Viewport& viewport = context_.view().viewport();
  const int chosen = viewport.cloud() ? viewport.cloud()->chosen() : -1;
  auto cloud = std::make_shared<PointCloud>(std::move(points), colors);
  cloud->choose(chosen);
  viewport.setCloud(std::move(cloud));
  context_.view().cloudBar().setScale(ColorMap::kMagnitude, textsOf(view_->color(), low, high));
}

void WorkspacePanel::hide() {
  context_.view().viewport().setCloud(nullptr);
  context_.view().cloudBar().setScale(ColorMap::kMagnitude, {});
}

void WorkspacePanel::remove(const QString& about) {
  answer_.reset();
  context_.setFoundWorkspace({});
  hide();
  view_->clear(about);
}

/// To the equilibrium of a point that was clicked.
void WorkspacePanel::goTo(int point) {
  if (!answer_ || point < 0 || point >= std::ssize(answer_->shown)) return;
  if (answer_->model != context_.player().snapshot().model) return;
  const WorkspacePoint& there = answer_->workspace.points[answer_->shown[static_cast<std::size_t>(point)]];
  context_.player().showEquilibrium(there.q, there.u);
  context_.view().viewport().chooseInCloud(point);
  view_->setPoint(tr("Point %1: mobility %2, range left %3, margin to folding %4. The inputs hold the robot there.")
                      .arg(there.sample + 1)
                      .arg(formatQuantity(answer_->workspace.leastMobility(there), QStringLiteral("m"), 3).text(),
                           formatNumber(there.rangeMargin, 3), formatNumber(there.foldingMargin, 3)));
}

// ---- files

void WorkspacePanel::save() {
  saveCsv(context_, tr("Save the workspace"), this, [this](const QString& file) { return write(file); });
}

/// As `tendril statics --workspace --out` writes it.
bool WorkspacePanel::write(const QString& file) const {
  if (!answer_) return false;
  std::string text;
  for (const std::string& name : workspaceHeader(*answer_->model)) text += (text.empty() ? "" : ",") + name;
  text += '\n';
  for (const WorkspacePoint& point : answer_->workspace.points) {
    const std::vector<double> row = workspaceRow(answer_->workspace, point);
    for (std::size_t k = 0; k < row.size(); ++k) text += (k > 0 ? "," : "") + numberText(row[k]);
    text += '\n';
  }
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly)) return false;
  return out.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) && out.commit();
}

}  // namespace tendril
