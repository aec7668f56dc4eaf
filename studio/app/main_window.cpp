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

#include "studio/app/actions/file_actions.hpp"
#include "studio/app/actions/help_actions.hpp"
#include "studio/app/actions/run_actions.hpp"
#include "studio/app/actions/view_actions.hpp"
#include "studio/app/messages.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr QSize kMinimum(1100, 700), kReference(1440, 900);
constexpr int kNumberFrames = 6;  // numbers change ten times a second: faster cannot be read

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
      tree_(new RobotTree),
      view_(new ViewArea(this)),
      status_(new StatusBar(this, this)) {
  setWindowTitle(QStringLiteral("Tendril"));
  setMinimumSize(kMinimum);
  resize(kReference);
  setAcceptDrops(true);
  layOut();
  new FileActions(*this);
  new RunActions(*this);
  new ViewActions(*this);
  new HelpActions(*this);
  connectParts();
  header_->setProject(QStringLiteral("Tendril"), {});
}

void MainWindow::layOut() {
  panels_->setView(view_);
  addPanel({.id = "tree", .title = tr("Robot"), .icon = "tree", .widget = tree_, .area = PanelArea::kLeft});
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
  connect(&player_, &Player::stateChanged, this, &MainWindow::showState);
  connect(&player_, &Player::diverged, this, &MainWindow::showDivergence);
  connect(&loader_, &ProjectLoader::started, this, [this] { status_->setBusy(tr("Opening…")); });
  connect(&loader_, &ProjectLoader::loaded, this, &MainWindow::take);
  Viewport& viewport = view_->viewport();
  connect(&selection_, &Selection::changed, this, &MainWindow::showSelection);
  const auto choose = [this](int link) {
    const auto& model = player_.snapshot().model;
    if (model && link >= 0)
      selection_.select(Target::link(model->links[static_cast<std::size_t>(link)].id));
    else
      selection_.clear();
  };
  connect(tree_, &RobotTree::linkSelected, this, choose);
  connect(&viewport, &Viewport::linkPicked, this, choose);
  const auto dress = [&viewport] { viewport.setDark(AppTheme::instance().isDark()); };
  connect(&AppTheme::instance(), &AppTheme::changed, this, dress);
  dress();
}

void MainWindow::setTransport(TransportBar* transport) {
  transport_ = transport;
  view_->setTransport(transport);
}

QPixmap MainWindow::screenPicture() {
  // QWidget::grab() draws the OpenGL view anew and reads it back wrongly after VTK has changed the state of packing.
  raise();
  return screen()->grabWindow(winId());
}

void MainWindow::openProject(const QString& path, bool play) {
  playWhenLoaded_ = play;
  loader_.open(path);
}

void MainWindow::take(const std::shared_ptr<LoadedProject>& project) {
  status_->setBusy({});
  if (!project->program) {
    view_->notices().show(refusedFileNotice(project->path, project->problems, !path_.isEmpty()));
    status_->setProblems(QFileInfo(project->path).fileName(), problemRows(project->problems));
    return;
  }
  view_->notices().dismissAll();
  path_ = project->path;
  name_ = project->name;
  problems_ = project->problems;
  header_->setProject(name_, path_);
  setWindowTitle(tr("%1 – Tendril").arg(name_));
  status_->setProblems(name_, problemRows(problems_));
  scene_ = std::move(project->scene);
  player_.load(std::move(project->program));
  if (playWhenLoaded_) player_.play();
}

void MainWindow::showSelection() {
  const auto& model = player_.snapshot().model;
  const std::optional<Target> current = selection_.current();
  const int link = model && current ? linkIndexOf(*model, current->id) : -1;
  view_->viewport().setSelectedLink(link);
  tree_->selectLink(link);
  panels_->setEngaged(!selection_.isEmpty());
}

void MainWindow::showModel(const Snapshot& snapshot) {
  Viewport& viewport = view_->viewport();
  if (scene_ && scene_->model() == snapshot.model) viewport.setScene(std::move(scene_));
  viewport.updatePose(snapshot);
  viewport.frameAll(false);
  tree_->setRobot(snapshot.model.get());
  selection_.clear();
  showSelection();
  status_->setDegreesOfFreedom(snapshot.model->nv);
  framesUntilNumbers_ = 0;
}

void MainWindow::showFrame(const Snapshot& snapshot) {
  view_->viewport().updatePose(snapshot);
  transport_->setState(snapshot.state, player_.canStepBack());
  const bool running = snapshot.state == RunState::kRunning;
  if (running && framesUntilNumbers_-- > 0) return;
  framesUntilNumbers_ = kNumberFrames - 1;
  view_->hud().setValues(snapshot.t, snapshot.balance);
  status_->setPace(snapshot.msPerStep, snapshot.realTimeFactor);
}

void MainWindow::showState(RunState state) {
  status_->setState(state);
  if (state != RunState::kDiverged) status_->setProblems(name_, problemRows(problems_));
}

void MainWindow::showDivergence(const Snapshot& snapshot) {
  view_->notices().show(divergedNotice(snapshot));
  std::vector<ProblemRow> rows = problemRows(problems_);
  rows.insert(rows.begin(), divergedRow(snapshot));
  status_->setProblems(name_, rows);
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
  openProject(file, true);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  // Space plays, so Return presses the button that has the focus.
  auto* button = qobject_cast<QAbstractButton*>(focusWidget());
  if (button && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) return button->click();
  if (event->key() == Qt::Key_Escape) {
    selection_.climb();
    return view_->notices().dismissAll();
  }
  QMainWindow::keyPressEvent(event);
}

}  // namespace tendril
