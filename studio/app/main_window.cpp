// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/main_window.hpp"

#include <QAbstractButton>
#include <QApplication>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
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

/// The left panel: tree with a heading and a hairline to the view.
class SidePanel : public QWidget {
 public:
  SidePanel(RobotTree* tree, QWidget* parent) : QWidget(parent) {
    setFixedWidth(kTreeWidth);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 1, 0);
    layout->setSpacing(0);
    auto* heading = new QLabel(MainWindow::tr("Robot"));
    heading->setProperty("role", "secondary");
    heading->setFont(AppTheme::secondaryFont());
    heading->setContentsMargins(12, 8, 12, 4);
    layout->addWidget(heading);
    layout->addWidget(tree, 1);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), AppTheme::instance().color(Token::kPanel));
    painter.fillRect(width() - 1, 0, 1, height(), AppTheme::instance().color(Token::kHairline));
  }
};

/// The one local file that is dragged, or empty.
QString draggedFile(const QMimeData* data) {
  const QList<QUrl> urls = data->urls();
  return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent),
      header_(new HeaderBar(this)),
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
  panel_ = new SidePanel(tree_, this);
  auto* across = new QHBoxLayout;
  across->setSpacing(0);
  across->addWidget(panel_);
  across->addWidget(view_, 1);
  auto* centre = new QWidget;
  auto* down = new QVBoxLayout(centre);
  down->setContentsMargins(0, 0, 0, 0);
  down->setSpacing(0);
  down->addWidget(header_);
  down->addLayout(across, 1);
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
  connect(tree_, &RobotTree::linkSelected, &viewport, [&viewport](int link) { viewport.setSelectedLink(link); });
  connect(&viewport, &Viewport::linkPicked, this, [this, &viewport](int link) {
    viewport.setSelectedLink(link);
    tree_->selectLink(link);
  });
  const auto dress = [&viewport] { viewport.setDark(AppTheme::instance().isDark()); };
  connect(&AppTheme::instance(), &AppTheme::changed, this, dress);
  dress();
}

void MainWindow::setTransport(TransportBar* transport) {
  transport_ = transport;
  view_->setTransport(transport);
}

bool MainWindow::panelsShown() const {
  return !panel_->isHidden();
}
void MainWindow::setPanelsShown(bool shown) {
  panel_->setVisible(shown);
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

void MainWindow::showModel(const Snapshot& snapshot) {
  Viewport& viewport = view_->viewport();
  if (scene_ && scene_->model() == snapshot.model) viewport.setScene(std::move(scene_));
  viewport.setSelectedLink(-1);
  viewport.updatePose(snapshot);
  viewport.frameAll(false);
  tree_->setRobot(snapshot.model.get());
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
    view_->viewport().setSelectedLink(-1);
    tree_->selectLink(-1);
    return view_->notices().dismissAll();
  }
  QMainWindow::keyPressEvent(event);
}

}  // namespace tendril
