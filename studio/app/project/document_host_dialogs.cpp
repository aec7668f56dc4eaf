// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/document_host_dialogs.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

#include <utility>

#include "studio/app/project/document_host.hpp"

namespace tendril {
namespace {

constexpr auto kSuffix = ".tendril.json";

QString text(const char* source) {
  return QCoreApplication::translate("DocumentHost", source);
}

/// A file name of a project's name.
QString suggestedFile(const DocumentHost& host) {
  if (host.hasFile()) return host.path();
  QString name = host.name().toLower().simplified();
  name.replace(u' ', u'-').replace(u'/', u'-');
  QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  if (folder.isEmpty() || !QFileInfo(folder).isDir()) folder = QDir::homePath();
  return QDir(folder).filePath(name + QLatin1String(kSuffix));
}

/// A question in a box of its own; its buttons are found by the names save, discard and cancel.
QMessageBox* question(const QString& title, const QString& sentence, QMessageBox::StandardButtons buttons,
                      QWidget* window) {
  auto* box = new QMessageBox(QMessageBox::NoIcon, title, sentence, buttons, window);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setProperty("helpGuide", "first-steps.md#save");
  const std::pair<QMessageBox::StandardButton, const char*> names[] = {
      {QMessageBox::Save, "save"}, {QMessageBox::Discard, "discard"}, {QMessageBox::Cancel, "cancel"}};
  for (const auto& [button, name] : names)
    if (auto* found = box->button(button)) {
      found->setObjectName(name);
      found->setIcon(QIcon());  // the style's own are of another family than ours
    }
  return box;
}

}  // namespace

void saveProjectAs(DocumentHost& host, QWidget* window, std::function<void()> then) {
  const QString suggested = suggestedFile(host);
  auto* dialog = new QFileDialog(window, text("Save the project"), QFileInfo(suggested).absolutePath(),
                                 text("Tendril projects (*.tendril.json);;All files (*)"));
  dialog->setObjectName("saveAsDialog");
  dialog->setProperty("helpGuide", "first-steps.md#save");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix("tendril.json");
  dialog->selectFile(QFileInfo(suggested).fileName());
  QObject::connect(dialog, &QFileDialog::fileSelected, &host, [&host, then = std::move(then)](const QString& path) {
    if (host.saveAs(path)) then();
  });
  dialog->open();
}

void saveProject(DocumentHost& host, QWidget* window, std::function<void()> then) {
  if (!host.isOpen()) return;
  if (!host.hasFile()) return saveProjectAs(host, window, std::move(then));
  if (host.save()) then();
}

void askToRevert(DocumentHost& host, QWidget* window, std::function<void()> then) {
  QMessageBox* box = question(text("Revert to the saved project"),
                              text("Give up all changes to “%1” since it was saved?").arg(host.name()),
                              QMessageBox::Discard | QMessageBox::Cancel, window);
  box->setObjectName("askToRevert");
  box->setInformativeText(text("They cannot be brought back by Undo."));
  box->setDefaultButton(QMessageBox::Cancel);
  QObject::connect(box, &QMessageBox::finished, &host, [then = std::move(then)](int answer) {
    if (answer == QMessageBox::Discard) then();
  });
  box->open();
}

void askToSave(DocumentHost& host, QWidget* window, std::function<void()> then) {
  if (!host.isDirty()) return then();
  QMessageBox* box = question(text("Unsaved changes"), text("Save the changes to “%1”?").arg(host.name()),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window);
  box->setObjectName("askToSave");
  box->setInformativeText(text("Without saving they are lost."));
  box->setDefaultButton(QMessageBox::Save);
  QObject::connect(box, &QMessageBox::finished, &host, [&host, window, then = std::move(then)](int answer) {
    if (answer == QMessageBox::Discard) return then();
    if (answer == QMessageBox::Save) saveProject(host, window, then);
  });
  box->open();
}

}  // namespace tendril
