// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/file_actions.hpp"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QImage>
#include <QMenu>

#include "studio/app/actions/make_action.hpp"
#include "studio/app/actions/picture_actions.hpp"
#include "studio/app/document_host_dialogs.hpp"
#include "studio/app/examples.hpp"
#include "studio/app/main_window.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {

FileActions::FileActions(MainWindow& window) : QObject(&window), window_(window) {
  addProject();
  addPicture();
  DocumentHost& document = window.document();
  connect(&document, &DocumentHost::stateChanged, this, &FileActions::follow);
  connect(&document, &DocumentHost::reloadRequested, &window.loader(), &ProjectLoader::open);
  connect(&document, &DocumentHost::restoreRequested, this, [&window](const Recovered& recovered) {
    askToSave(window.document(), &window, [&window, recovered] { window.loader().restore(recovered); });
  });
  follow();
}

void FileActions::addProject() {
  QAction* fresh =
      makeAction(window_, tr("New project"), {}, {QKeySequence(Qt::CTRL | Qt::Key_N)}, [this] { newProject(); });
  QAction* open = makeAction(window_, tr("Open"), "open", {QKeySequence::Open}, [this] { chooseProject(); });
  save_ = makeAction(window_, tr("Save"), {}, {QKeySequence(Qt::CTRL | Qt::Key_S)},
                     [this] { saveProject(window_.document(), &window_); });
  saveAs_ = makeAction(window_, tr("Save as…"), {}, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
                       [this] { saveProjectAs(window_.document(), &window_); });
  revert_ = makeAction(window_, tr("Revert to the saved project"), {}, QList<QKeySequence>(), [this] { revert(); });
  QAction* quit =
      makeAction(window_, tr("Quit"), {}, {QKeySequence(Qt::CTRL | Qt::Key_Q)}, [this] { window_.close(); });
  fresh->setObjectName("newProject");
  save_->setObjectName("save");
  saveAs_->setObjectName("saveAs");
  revert_->setObjectName("revert");
  recent_ = new QMenu(tr("Open recent"), &window_);
  connect(recent_, &QMenu::aboutToShow, this, &FileActions::fillRecent);
  window_.header().addButton(open);
  QMenu& menu = window_.header().projectMenu();
  menu.addActions({fresh, open});
  menu.addMenu(recent_);
  menu.addSeparator();
  menu.addActions({save_, saveAs_, revert_});
  menu.addSeparator();
  menu.addAction(quit);
}

void FileActions::addPicture() {
  makeAction(window_, tr("Save a picture of the view"), "picture", {QKeySequence(Qt::CTRL | Qt::Key_E)},
             [this] { choosePicture(); });
  if (QMenu* menu = examplesMenu()) {
    QToolButton* button = window_.header().addMenu("gallery", tr("Examples"), menu);
    button->setToolTip(tr("Open an example that comes with Tendril"));
  }
}

void FileActions::follow() {
  const DocumentHost& document = window_.document();
  save_->setEnabled(document.isOpen());
  saveAs_->setEnabled(document.isOpen());
  revert_->setEnabled(document.isDirty() && document.hasFile());
}

void FileActions::newProject() {
  askToSave(window_.document(), &window_, [this] { window_.document().newProject(); });
}

void FileActions::revert() {
  askToRevert(window_.document(), &window_, [this] { window_.loader().open(window_.document().path()); });
}

void FileActions::fillRecent() {
  recent_->clear();
  for (const QString& file : DocumentHost::recentFiles()) {
    QString name = QFileInfo(file).fileName();
    QAction* action = recent_->addAction(name.replace(QStringLiteral("&"), QStringLiteral("&&")), &window_,
                                         [this, file] { window_.openProject(file, true); });
    action->setToolTip(QDir::toNativeSeparators(file));
  }
  if (recent_->isEmpty()) recent_->addAction(tr("Nothing yet"))->setEnabled(false);
  recent_->setToolTipsVisible(true);
}

QMenu* FileActions::examplesMenu() {
  const std::vector<Example> examples = findExamples();
  if (examples.empty()) return nullptr;
  auto* menu = new QMenu(&window_);
  for (const Example& example : examples)
    menu->addAction(example.title, &window_, [this, path = example.path] { window_.openProject(path, true); });
  return menu;
}

void FileActions::chooseProject() {
  const QString start = window_.projectPath().isEmpty() ? QDir::homePath() : window_.projectPath();
  auto* dialog = new QFileDialog(&window_, tr("Open a project"), QFileInfo(start).absolutePath(),
                                 tr("Tendril projects (*.tendril.json);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, &window_,
          [this](const QString& path) { window_.openProject(path, true); });
  dialog->open();
}

void FileActions::choosePicture() {
  auto* dialog = new QFileDialog(&window_, tr("Save a picture of the view"), QDir::homePath(), tr("PNG (*.png)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix("png");
  connect(dialog, &QFileDialog::fileSelected, &window_, [this](const QString& path) { savePicture(path); });
  dialog->open();
}

void FileActions::savePicture(const QString& path) {
  const QString name = QFileInfo(path).fileName();
  Viewport& viewport = window_.view().viewport();
  const QSize size = viewport.size() * std::max(2.0, viewport.devicePixelRatioF());  // sharp on paper too
  QString problem;
  if (writePng(viewport.grabImage(size), path, problem))
    window_.view().notices().show(
        {.severity = Notice::Severity::kInfo, .title = tr("“%1” is saved").arg(name), .advice = {}, .details = {}});
  else
    window_.view().notices().show({.severity = Notice::Severity::kError,
                                   .title = tr("“%1” was not saved").arg(name),
                                   .advice = problem,
                                   .details = {}});
}

}  // namespace tendril
