// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/save_csv.hpp"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include <utility>

#include "studio/app/context/studio_context.hpp"

namespace tendril {

void saveCsv(StudioContext& context, const QString& title, QObject* owner, std::function<bool(const QString&)> write) {
  auto* dialog = new QFileDialog(&context.window(), title, QDir::homePath(), QObject::tr("CSV (*.csv)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setProperty("helpGuide", "analysing.md#plots");
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix("csv");
  QObject::connect(
      dialog, &QFileDialog::fileSelected, owner, [&context, write = std::move(write)](const QString& file) {
        if (write(file)) return;
        context.notices().show({.severity = Notice::Severity::kError,
                                .title = QObject::tr("%1 could not be written").arg(QFileInfo(file).fileName()),
                                .advice = QObject::tr("Choose a folder in which you may write, on a disk with room."),
                                .details = {}});
      });
  dialog->open();
}

}  // namespace tendril
