// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/file_actions.hpp"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QImage>
#include <QMenu>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/document_host_dialogs.hpp"
#include "studio/app/project/examples.hpp"
#include "studio/app/view/picture_saver.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {

FileActions::FileActions(StudioContext& context) : QObject(&context.window()), context_(context) {
  addProject();
  addPicture();
  DocumentHost& document = context.document();
  connect(&document, &DocumentHost::stateChanged, this, &FileActions::follow);
  connect(&document, &DocumentHost::reloadRequested, &context.loader(), &ProjectLoader::open);
  connect(&document, &DocumentHost::restoreRequested, this, [&context](const Recovered& recovered) {
    askToSave(context.document(), &context.window(), [&context, recovered] { context.loader().restore(recovered); });
  });
  follow();
}

void FileActions::addProject() {
  QAction* fresh =
      context_.actions().add(tr("New project"), {}, {QKeySequence(Qt::CTRL | Qt::Key_N)}, [this] { newProject(); });
  QAction* open = context_.actions().add(tr("Open"), "open", {QKeySequence::Open}, [this] { chooseProject(); });
  open->setObjectName("openProject");
  open->setProperty(kAlsoFound, tr("import load file urdf mjcf sdf sorosim mat h5 recording run"));
  save_ = context_.actions().add(tr("Save"), {}, {QKeySequence(Qt::CTRL | Qt::Key_S)},
                                 [this] { saveProject(context_.document(), &context_.window()); });
  saveAs_ = context_.actions().add(tr("Save as…"), {}, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
                                   [this] { saveProjectAs(context_.document(), &context_.window()); });
  revert_ = context_.actions().add(tr("Revert to the saved project"), {}, QList<QKeySequence>(), [this] { revert(); });
  QAction* quit = context_.actions().add(tr("Quit"), {}, {QKeySequence(Qt::CTRL | Qt::Key_Q)},
                                         [this] { context_.window().close(); });
  fresh->setObjectName("newProject");
  save_->setObjectName("save");
  saveAs_->setObjectName("saveAs");
  revert_->setObjectName("revert");
  recent_ = new QMenu(tr("Open recent"), &context_.window());
  connect(recent_, &QMenu::aboutToShow, this, &FileActions::fillRecent);
  context_.header().addButton(open);
  QMenu& menu = context_.header().projectMenu();
  menu.addActions({fresh, open});
  menu.addMenu(recent_);
  menu.addSeparator();
  menu.addActions({save_, saveAs_, revert_});
  menu.addSeparator();
  menu.addAction(quit);
}

void FileActions::addPicture() {
  context_.actions()
      .add(tr("Save a picture of the view"), "picture", {QKeySequence(Qt::CTRL | Qt::Key_E)},
           [this] { choosePicture(); })
      ->setProperty(kAlsoFound, tr("export image png screenshot"));
  if (QMenu* menu = examplesMenu()) {
    QToolButton* button = context_.header().addMenu("gallery", tr("Examples"), menu);
    button->setToolTip(tr("Open an example that comes with Tendril"));
  }
}

void FileActions::follow() {
  const DocumentHost& document = context_.document();
  save_->setEnabled(document.isOpen());
  saveAs_->setEnabled(document.isOpen());
  revert_->setEnabled(document.isDirty() && document.hasFile());
}

void FileActions::newProject() {
  askToSave(context_.document(), &context_.window(), [this] { context_.document().newProject(); });
}

void FileActions::revert() {
  askToRevert(context_.document(), &context_.window(), [this] { context_.loader().open(context_.document().path()); });
}

void FileActions::fillRecent() {
  recent_->clear();
  for (const QString& file : DocumentHost::recentFiles()) {
    QString name = QFileInfo(file).fileName();
    QAction* action = recent_->addAction(name.replace(QStringLiteral("&"), QStringLiteral("&&")), &context_.window(),
                                         [this, file] { context_.openProject(file); });
    action->setToolTip(QDir::toNativeSeparators(file));
  }
  if (recent_->isEmpty()) recent_->addAction(tr("Nothing yet"))->setEnabled(false);
  recent_->setToolTipsVisible(true);
}

QMenu* FileActions::examplesMenu() {
  const std::vector<Example> examples = findExamples();
  if (examples.empty()) return nullptr;
  auto* menu = new QMenu(&context_.window());
  for (const Example& example : examples)
    menu->addAction(example.title, &context_.window(), [this, path = example.path] { context_.openProject(path); });
  return menu;
}

void FileActions::chooseProject() {
  const QString start = context_.document().path().isEmpty() ? QDir::homePath() : context_.document().path();
  auto* dialog = new QFileDialog(&context_.window(), tr("Open a project"), QFileInfo(start).absolutePath(),
                                 tr("Projects, recordings and robots (*.tendril.json *.h5 *.hdf5 *.urdf *.xml *.mjcf "
                                    "*.sdf *.mat);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setProperty("helpGuide", "first-steps.md#open-a-robot");
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, &context_.window(),
          [this](const QString& path) { context_.openProject(path); });
  dialog->open();
}

void FileActions::choosePicture() {
  auto* dialog =
      new QFileDialog(&context_.window(), tr("Save a picture of the view"), QDir::homePath(), tr("PNG (*.png)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setProperty("helpGuide", "analysing.md#pictures-and-films");
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix("png");
  connect(dialog, &QFileDialog::fileSelected, &context_.window(), [this](const QString& path) { savePicture(path); });
  dialog->open();
}

void FileActions::savePicture(const QString& path) {
  const QString name = QFileInfo(path).fileName();
  Viewport& viewport = context_.view().viewport();
  const QSize size = viewport.size() * std::max(2.0, viewport.devicePixelRatioF());  // sharp on paper too
  QString problem;
  if (writePng(viewport.grabImage(size), path, problem))
    context_.notices().show(
        {.severity = Notice::Severity::kInfo, .title = tr("“%1” is saved").arg(name), .advice = {}, .details = {}});
  else
    context_.notices().show({.severity = Notice::Severity::kError,
                             .title = tr("“%1” was not saved").arg(name),
                             .advice = problem,
                             .details = {}});
}

}  // namespace tendril
