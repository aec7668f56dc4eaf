// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/main_window.hpp"

#include <QAbstractButton>
#include <QApplication>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMimeData>
#include <QScreen>
#include <QUrl>
#include <QVBoxLayout>
#include <utility>

#include "studio/app/actions/exchange/import_actions.hpp"
#include "studio/app/actions/layout_actions.hpp"
#include "studio/app/actions/recording/recorded_runs.hpp"
#include "studio/app/panels/gallery_page.hpp"
#include "studio/app/project/document_host_dialogs.hpp"
#include "studio/app/project/messages.hpp"
#include "studio/app/view/drag_controller.hpp"
#include "studio/app/view/view_memory.hpp"
#include "studio/app/view/view_selection.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr QSize kMinimum(1100, 700), kReference(1440, 900);
constexpr int kNumbersMs = 100;  // faster cannot be read

/// The one local file that is dragged, or empty.
QString draggedFile(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      header_(new HeaderBar(this)),
      panels_(new PanelHost(this)),
      robot_(new RobotPanel),
      view_(new ViewArea(this)),
      status_(new StatusBar(this, this)),
      context_({.window = *this,
                .player = player_,
                .document = document_,
                .loader = loader_,
                .plugins = plugins_,
                .designer = designer_,
                .selection = selection_,
                .panels = *panels_,
                .view = *view_,
                .robot = *robot_,
                .header = *header_,
                .status = *status_}) {
  setWindowTitle(QStringLiteral("Tendril"));
  setMinimumSize(kMinimum);
  resize(kReference);
  setAcceptDrops(true);
  layOut();
  parts_ = makeParts(context_);
  connectParts();
  header_->setProject(QStringLiteral("Tendril"), {});
  view_->viewport().setFocus();  // keys drive the run from the start
}

void MainWindow::layOut() {
  panels_->setView(view_);
  auto* centre = new QWidget;
  auto* down = new QVBoxLayout(centre);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(0);
  down->addWidget(header_);
  down->addWidget(panels_, 1);
  down->addWidget(status_);
  setCentralWidget(centre);
}

void MainWindow::connectParts() {
  connect(&player_, &Player::modelChanged, this, &MainWindow::showModel);
  connect(&player_, &Player::frame, this, &MainWindow::showFrame);
  connect(&player_, &Player::waiting, &view_->viewport(), &Viewport::awaitPose);
  connect(&document_.builder(), &LiveBuilder::sceneReady, this, [this] {
    showModel(player_.snapshot());
    view_->viewport().updatePose(player_.snapshot());
  });
  connect(&player_, &Player::stateChanged, this, &MainWindow::showState);
  connect(&player_, &Player::diverged, this, &MainWindow::showDivergence);
  connect(&loader_, &ProjectLoader::started, this, [this] { status_->setBusy(tr("Opening…")); });
  connect(&loader_, &ProjectLoader::loaded, this, &MainWindow::take);
  connect(&document_, &DocumentHost::opened, this, [this] {
    opening_ = true;
    selection_.clear();
  });
  connect(&document_, &DocumentHost::stateChanged, this, &MainWindow::showProject);
  connect(&document_, &DocumentHost::problemsChanged, this, [this](const std::vector<Problem>& problems) {
    problems_ = problems;
    showProblems();
  });
  connect(&document_, &DocumentHost::noticeWanted, &view_->notices(), &NoticeStack::show);
  Viewport& viewport = view_->viewport();
  new ViewMemory(document_, viewport);
  new ViewSelection(context_);
  drag_ = new DragController(viewport, player_, document_, this);
  connect(&selection_, &Selection::changed, this, [this] { panels_->setEngaged(!selection_.isEmpty()); });
  connect(status_, &StatusBar::problemChosen, &context_, &StudioContext::goToField);
  connect(&context_, &StudioContext::openRequested, this, [this](const QString& path) { openProject(path, true); });
  const auto dress = [&viewport] { viewport.setDark(AppTheme::instance().isDark()); };
  connect(&AppTheme::instance(), &AppTheme::changed, this, dress);
  dress();
}

QPixmap MainWindow::screenPicture() {
  // QWidget::grab() draws the OpenGL view anew and reads it back wrongly after VTK has changed the state of packing.
  raise();
  return screen()->grabWindow(winId());
}

void MainWindow::openProject(const QString& path, bool play) {
  askToSave(document_, this, [this, path, play] {
    playWhenLoaded_ = play;
    loader_.open(path);
  });
}

void MainWindow::take(const std::shared_ptr<LoadedProject>& project) {
  status_->setBusy({});
  if (!project->program) {
    view_->notices().show(refusedFileNotice(project->path, project->problems, document_.isOpen()));
    status_->setProblems(QFileInfo(project->path).fileName(), problemRows(project->problems));
    return;
  }
  view_->notices().dismissAll();
  parts_.gallery->hide();
  scene_ = std::move(project->scene);
  opening_ = true;
  selection_.clear();
  document_.take(*project);
  player_.load(std::move(project->program));
  if (project->recording) return parts_.recordings->show(*project->recording, playWhenLoaded_);
  if (!project->importedFrom.isEmpty()) {  // who brings a robot along looks at it first
    view_->notices().show(importedNotice(project->importedFrom, project->problems));
    return;
  }
  if (!playWhenLoaded_) return;
  player_.play();
  drag_->hintOnce();
}

void MainWindow::showProject() {
  QString name = document_.isOpen() ? document_.name() : QStringLiteral("Tendril");
  const QString recording = document_.recordedIn();
  if (!recording.isEmpty()) name += QStringLiteral(" · ") + QFileInfo(recording).fileName();
  header_->setProject(name, recording.isEmpty() ? document_.path() : recording, document_.isDirty());
  setWindowTitle(document_.isOpen() ? tr("%1[*] – Tendril").arg(name) : name);
  setWindowModified(document_.isDirty());
}

/// Of the project and of its run, the run's failure first.
void MainWindow::showProblems() {
  const Snapshot& snapshot = player_.snapshot();
  warnings_ = snapshot.warnings, folded_ = snapshot.folded;
  std::vector<ProblemRow> rows = problemRows(problems_, true);
  if (snapshot.state == RunState::kDiverged) rows.insert(rows.begin(), divergedRow(snapshot));
  for (ProblemRow& row : accuracyRows(snapshot)) rows.push_back(std::move(row));
  status_->setProblems(document_.name(), rows);
}

/// Its pose comes with the frame that follows.
void MainWindow::showModel(const Snapshot& snapshot) {
  Viewport& viewport = view_->viewport();
  if (!scene_ || scene_->model() != snapshot.model) scene_ = document_.takeScene(snapshot.model);
  if (scene_) document_.builder().resemble(scene_);
  if (scene_) viewport.setScene(std::move(scene_));
  scene_.reset();
  if (std::exchange(opening_, false) && document_.document().studio("camera").empty()) {
    viewport.updatePose(snapshot);
    viewport.frameAll(false);
  }
  status_->setDegreesOfFreedom(snapshot.model->nv);
  numbersShown_.invalidate();
}

void MainWindow::showFrame(const Snapshot& snapshot) {
  view_->viewport().updatePose(snapshot);
  view_->transport()->setState(snapshot.state, player_.canStepBack());
  if (snapshot.warnings != warnings_ || snapshot.folded != folded_) showProblems();
  const bool running = snapshot.state == RunState::kRunning;
  if (running && numbersShown_.isValid() && numbersShown_.elapsed() < kNumbersMs) return;
  numbersShown_.start();
  view_->hud().setValues(snapshot.t, snapshot.balance);
  status_->setPace(snapshot.msPerStep, snapshot.realTimeFactor);
  status_->setStepError(snapshot.stepError);
}

void MainWindow::showState(RunState state) {
  status_->setState(state);
  showProblems();
}

void MainWindow::showDivergence(const Snapshot& snapshot) {
  Notice notice = divergedNotice(snapshot);
  if (QAction* why = context_.actions().find(QStringLiteral("explainDivergence"))) notice.actions << why;
  view_->notices().show(notice);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (draggedFile(event->mimeData()).isEmpty()) return;
  event->acceptProposedAction();
  view_->setDropTarget(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event) {
  view_->setDropTarget(false);
  QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event) {
  view_->setDropTarget(false);
  const QString file = draggedFile(event->mimeData());
  if (file.isEmpty()) return;
  event->acceptProposedAction();
  Viewport& viewport = view_->viewport();
  const QPointF at = viewport.mapFrom(this, event->position());
  const bool over = viewport.isVisible() && viewport.rect().contains(at.toPoint());
  parts_.imports->offer(file, mapToGlobal(event->position()).toPoint(), over ? linkAt(at) : 0);
}

/// The link under a point of the view; 0: none.
description::ObjectId MainWindow::linkAt(const QPointF& at) {
  const int link = view_->viewport().pickAt(at).link;
  const auto& model = player_.snapshot().model;
  return model && link >= 0 && link < std::ssize(model->links) ? model->links[static_cast<std::size_t>(link)].id : 0;
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  // Space plays, so Return presses the button that has the focus.
  auto* button = qobject_cast<QAbstractButton*>(focusWidget());
  if (button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) return button->click();
  if (event->key() == Qt::Key_Escape) return selection_.climb();  // messages stay: nobody has opened them by hand
  QMainWindow::keyPressEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (document_.isDirty()) {
    event->ignore();
    return askToSave(document_, this, [this] {
      document_.abandon();
      close();
    });
  }
  parts_.layouts->keepLast();
  QMainWindow::closeEvent(event);
}

}  // namespace tendril
