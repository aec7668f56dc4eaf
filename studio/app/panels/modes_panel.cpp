// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/modes_panel.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QSaveFile>

#include <cmath>
#include <numbers>

#include "core/constraints/loop_closure.hpp"
#include "core/text/number_text.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/save_csv.hpp"
#include "widgets/format.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kMost = 24;         // modes that are listed
constexpr int kFrames = 64;       // of one cycle
constexpr int kTickMs = 16;       // of the show
constexpr double kLargest = 0.3;  // of the robot's extent: the amplitude at 100 %
constexpr double kTurn = 0.6;     // rad, of what moves without going anywhere

/// Diagonal of the box around everything that has a pose.
double extentOf(const Snapshot& shape) {
  Eigen::AlignedBox3d box;
  for (const auto* poses : {&shape.linkPoses, &shape.tipPoses, &shape.sections})
    for (const Pose& pose : *poses) box.extend(pose.p);
  return box.isEmpty() ? 1 : std::max(box.diagonal().norm(), 1e-6);
}

/// One cycle of a mode; `amplitude`: 0…1.
std::vector<Snapshot> cycleOf(const std::shared_ptr<const Model>& model, const Modes& modes, const VecX& u, int mode,
                              double amplitude) {
  Data data(*model);
  const VecX rest = VecX::Zero(model->nv), shape = modes.shapes.col(mode);
  Snapshot still;
  fillSnapshot(model, data, 0, modes.q, rest, nullptr, still);
  const double speed = largestSpeed(*model, data, modes.q, shape), largest = shape.cwiseAbs().maxCoeff();
  const double reach = amplitude * kLargest * extentOf(still);
  // A mode in which bodies only turn about their own axes moves no point: it is scaled by its angle.
  const bool goes = speed > 1e-6 * largest * extentOf(still);
  const VecX delta = shape * (goes ? reach / speed : amplitude * kTurn / std::max(largest, 1e-300));
  std::vector<Snapshot> frames(kFrames);
  State state = initialState(*model);
  for (int k = 0; k < kFrames; ++k) {
    state.v.setZero();
    integrate(*model, modes.q, std::sin(2 * std::numbers::pi * k / kFrames) * delta, state.q);
    // A shape is a direction; far along it loops would open. Where they cannot be closed again they are shown open.
    if (model->nl > 0) (void)closeLoops(*model, data, state);
    fillSnapshot(model, data, 0, state.q, rest, &u, frames[static_cast<std::size_t>(k)]);
  }
  return frames;
}

std::vector<ModeRow> rowsOf(const Modes& modes) {
  std::vector<ModeRow> rows;
  for (int k = 0; k < modes.count(); ++k)
    rows.push_back({.frequency = modes.frequencies[k],
                    .damping = modes.damping[k],
                    .rigid = modes.rigid(k),
                    .unstable = modes.unstable(k),
                    .growth = modes.unstable(k) ? std::sqrt(-modes.eigenvalues[k]) : 0});
  return rows;
}

}  // namespace

ModesPanel::ModesPanel(StudioContext& context) : QObject(&context.window()), context_(context), view_(new ModesView) {
  worker_.setMaxThreadCount(1);
  context.panels().addPanel({.id = "modes",
                             .title = tr("Modes"),
                             .icon = "modes",
                             .guide = "analysing.md#modes-of-vibration",
                             .widget = view_,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kAnalyse});
  view_->setProperty("helpTitle", tr("Modes of vibration"));
  view_->setProperty("helpText", tr("Small motions about an equilibrium: how fast, how much damped, in what shape. A "
                                    "line that is chosen swings in the view; the run is not touched."));
  context.actions()
      .add(tr("Modes of vibration"), "modes", {QKeySequence(Qt::Key_M)},
           [this] {
             context_.panels().showPanel("modes");
             if (!cancel_ && context_.player().snapshot().model) find();
           })
      ->setObjectName(QStringLiteral("findModesAction"));
  connect(view_, &ModesView::findRequested, this, &ModesPanel::find);
  connect(view_, &ModesView::cancelRequested, this, &ModesPanel::forget);
  connect(view_, &ModesView::chosen, this, &ModesPanel::swing);
  connect(view_, &ModesView::amplitudeChanged, this, &ModesPanel::makeFrames);
  connect(view_, &ModesView::exportRequested, this, &ModesPanel::save);
  connect(view_, &ModesView::copyRequested, this, [this] { context_.actions().trigger("copyModes"); });
  ticks_.setInterval(kTickMs);
  ticks_.setTimerType(Qt::PreciseTimer);
  connect(&ticks_, &QTimer::timeout, this, &ModesPanel::showNext);
  Player& player = context.player();
  connect(&player, &Player::modelChanged, this, [this](const Snapshot& snapshot) {
    view_->setReady(snapshot.model != nullptr);
    if (answer_ && answer_->model == snapshot.model) return;
    forget();
    answer_.reset();
    view_->clear();
  });
  connect(&player, &Player::stateChanged, this, [this](RunState state) {
    if (state == RunState::kRunning) stop();
  });
  connect(&context.view().viewport(), &Viewport::grabStarted, this, &ModesPanel::stop);
}

ModesPanel::~ModesPanel() {
  if (cancel_) *cancel_ = true;
  worker_.clear();
  worker_.waitForDone();
}

// ---- the search

void ModesPanel::find() {
  forget();
  const Snapshot& now = context_.player().snapshot();
  if (!now.model) return;
  context_.player().pause();
  StaticsProblem problem;
  problem.t = now.t, problem.q = now.q, problem.u = now.u;
  if (problem.u.size() != now.model->nu) problem.u.setZero(now.model->nu);
  now.model->clipInputs(problem.u);
  auto cancel = std::make_shared<std::atomic<bool>>(false);
  cancel_ = cancel;
  view_->setBusy(true);
  const bool first = view_->searchesFirst();
  worker_.start([this, model = now.model, gravity = now.gravity, problem, first, cancel, number = ++wanted_]() mutable {
    auto answer = std::make_shared<Answer>();
    answer->model = model, answer->u = problem.u;
    try {
      Data data(*model);
      data.gravity = gravity;
      if (first) {
        StaticsOptions options;
        options.cancel = cancel.get();
        const StaticsResult found = solveStatics(*model, data, problem, options);
        if (!found.converged) answer->failure = found.failure;
        problem.q = found.q;
      }
      if (answer->failure.empty()) answer->modes = modalAnalysis(*model, data, problem, kMost);
      if (answer->failure.empty()) answer->failure = answer->modes.failure;
    } catch (const std::exception& error) {
      answer->failure = error.what();
    }
    QMetaObject::invokeMethod(
        this, [this, answer, number] { take(answer, number); }, Qt::QueuedConnection);
  });
}

/// A search that is under way is given up, and nothing swings any more.
void ModesPanel::forget() {
  stop();
  ++wanted_;
  if (cancel_) *cancel_ = true;
  cancel_.reset();
  view_->setBusy(false);
}

void ModesPanel::take(const std::shared_ptr<const Answer>& answer, std::uint64_t number) {
  if (number != wanted_ || answer->model != context_.player().snapshot().model) return;
  cancel_.reset();
  view_->setBusy(false);
  answer_ = answer;
  if (!answer->failure.empty()) return view_->setFailure(QString::fromStdString(answer->failure));
  const Modes& modes = answer->modes;
  QString about = modes.stable ? tr("About a stable equilibrium.") : tr("About an equilibrium that is not stable.");
  if (modes.unstableModes > 0)
    about += u' ' + (modes.unstableModes == 1 ? tr("One mode grows.") : tr("%1 modes grow.").arg(modes.unstableModes));
  if (modes.rigidModes > 0)
    about += u' ' +
             (modes.rigidModes == 1 ? tr("One mode moves freely.") : tr("%1 modes move freely.").arg(modes.rigidModes));
  if (modes.growth > 0) about += u' ' + tr("It flutters: some force follows the robot.");
  view_->setModes(rowsOf(modes), about);
}

// ---- the show

void ModesPanel::swing(int mode) {
  if (!answer_ || mode < 0 || mode >= answer_->modes.count()) return stop();
  context_.player().pause();
  if (mode_ < 0) qApp->installEventFilter(this);  // Escape, wherever the focus is
  mode_ = mode;
  phase_ = 0;
  view_->setPlaying(mode);
  const double frequency = answer_->modes.frequencies[mode];
  const QString what = frequency > 0                   ? formatQuantity(frequency, QStringLiteral("Hz")).text()
                       : answer_->modes.unstable(mode) ? tr("unstable")
                                                       : tr("moves freely");
  context_.view().setBanner(tr("Mode %1 · %2 · Esc stops").arg(mode + 1).arg(what));
  makeFrames();
}

void ModesPanel::makeFrames() {
  if (mode_ < 0) return;
  const std::uint64_t number = ++drawn_;
  worker_.clear();  // what waits is out of date
  worker_.start([this, answer = answer_, mode = mode_, amplitude = view_->amplitude(), number] {
    auto frames =
        std::make_shared<std::vector<Snapshot>>(cycleOf(answer->model, answer->modes, answer->u, mode, amplitude));
    QMetaObject::invokeMethod(
        this,
        [this, frames, number] {
          if (number != drawn_ || mode_ < 0) return;
          frames_ = std::move(*frames);
          if (ticks_.isActive()) return;
          clock_.start();
          ticks_.start();
        },
        Qt::QueuedConnection);
  });
}

void ModesPanel::showNext() {
  if (frames_.empty()) return;
  phase_ += view_->speed() * static_cast<double>(clock_.restart()) * 1e-3;
  phase_ -= std::floor(phase_);
  const auto index = static_cast<std::size_t>(phase_ * static_cast<double>(frames_.size()));
  context_.view().viewport().showShape(frames_[std::min(index, frames_.size() - 1)]);
}

void ModesPanel::stop() {
  if (mode_ < 0) return;
  mode_ = -1;
  ++drawn_;
  ticks_.stop();
  frames_.clear();
  qApp->removeEventFilter(this);
  view_->setPlaying(-1);
  context_.view().setBanner({});
  Viewport& viewport = context_.view().viewport();
  viewport.endShape();
  viewport.updatePose(context_.player().snapshot());
}

bool ModesPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
    return QObject::eventFilter(watched, event);
  if (static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape) return QObject::eventFilter(watched, event);
  event->accept();
  if (event->type() == QEvent::KeyPress) stop();
  return true;
}

// ---- files

void ModesPanel::save() {
  saveCsv(context_, tr("Save the modes"), this, [this](const QString& file) { return write(file); });
}

/// One line per mode: number, frequency, damping, eigenvalue, then the shape by velocity coordinates.
bool ModesPanel::write(const QString& file) const {
  if (!answer_) return false;
  const Modes& modes = answer_->modes;
  std::string text = "mode,frequency_Hz,damping,eigenvalue";
  for (int v = 0; v < answer_->model->nv; ++v) text += ",\"" + answer_->model->velocityName(v) + '"';
  text += '\n';
  for (int k = 0; k < modes.count(); ++k) {
    text += std::to_string(k + 1);
    for (const double value : {modes.frequencies[k], modes.damping[k], modes.eigenvalues[k]})
      text += ',' + numberText(value);
    for (Eigen::Index v = 0; v < modes.shapes.rows(); ++v) text += ',' + numberText(modes.shapes(v, k));
    text += '\n';
  }
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly)) return false;
  return out.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) && out.commit();
}

}  // namespace tendril
