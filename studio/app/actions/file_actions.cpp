// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/file_actions.hpp"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QImage>
#include <QMenu>

#include "studio/app/actions/make_action.hpp"
#include "studio/app/examples.hpp"
#include "studio/app/main_window.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {

FileActions::FileActions(MainWindow& window) : QObject(&window), window_(window) {
  QAction* open = makeAction(window, tr("Open"), "open", {QKeySequence::Open}, [this] { chooseProject(); });
  QAction* picture = makeAction(window, tr("Save a picture of the view"), "picture", {Qt::CTRL | Qt::Key_E},
                                [this] { choosePicture(); });
  makeAction(window, tr("Quit"), {}, {QKeySequence(Qt::CTRL | Qt::Key_Q)}, [&window] { window.close(); });
  window.header().addButton(open);
  if (QMenu* menu = examplesMenu()) {
    QToolButton* button = window.header().addMenu("gallery", tr("Examples"), menu);
    button->setToolTip(tr("Open an example that comes with Tendril"));
  }
  window.header().addTool(picture);
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
  if (viewport.grabImage(size).save(path, "PNG"))
    window_.view().notices().show(
        {.severity = Notice::Severity::kInfo, .title = tr("“%1” is saved").arg(name), .advice = {}, .details = {}});
  else
    window_.view().notices().show(
        {.severity = Notice::Severity::kError,
         .title = tr("“%1” was not saved").arg(name),
         .advice = tr("The folder cannot be written or the disk is full. Choose another place."),
         .details = {}});
}

}  // namespace tendril
