// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/exchange/export_actions.hpp"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>

#include <algorithm>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/messages.hpp"
#include "studio/export/shapes/shape_export.hpp"

namespace tendril {
namespace {

constexpr int kUsualChain = 10, kLongestChain = 200;  // rigid links for a soft one

/// "URDF (*.urdf)" of every format.
QStringList filters() {
  QStringList out;
  for (const ExportFormatInfo& each : exportFormats())
    out << QStringLiteral("%1 (*%2)")
               .arg(QString::fromUtf8(each.name).replace(u'(', u'[').replace(u')', u']'),
                    QString::fromUtf8(each.ending));
  return out;
}

}  // namespace

ExportActions::ExportActions(StudioContext& context) : QObject(&context.window()), context_(context) {
  export_ = context_.actions().add(tr("Export model…"), {}, QList<QKeySequence>(), [this] { choose(); });
  export_->setObjectName("exportModel");
  export_->setProperty(kAlsoFound,
                       tr("export save as urdf mjcf mujoco stl obj glb gltf vtu paraview mesh blender ros"));
  export_->setToolTip(
      tr("The robot for another program (URDF, MJCF), or its shape as it is shown (glTF, OBJ, STL, VTK)"));
  QMenu& menu = context_.header().projectMenu();
  const QList<QAction*> entries = menu.actions();
  const auto import = std::find_if(entries.begin(), entries.end(),
                                   [](const QAction* each) { return each->objectName() == "importRobot"; });
  menu.insertAction(import == entries.end() ? nullptr : *std::next(import), export_);
  connect(&context.document(), &DocumentHost::stateChanged, this, &ExportActions::follow);
  follow();
}

void ExportActions::follow() {
  export_->setEnabled(context_.document().isOpen());
}

void ExportActions::choose() {
  const QString project = context_.document().path();
  const QString folder = project.isEmpty() ? QDir::homePath() : QFileInfo(project).absolutePath();
  auto* dialog = new QFileDialog(&context_.window(), tr("Export the model"), folder);
  dialog->setObjectName("exportDialog");
  dialog->setProperty("helpGuide", "modelling.md#for-other-programs");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilters(filters());
  dialog->setDefaultSuffix(QString::fromUtf8(exportFormats().front().ending).mid(1));
  connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
    const QStringList all = filters();
    const auto index = static_cast<std::size_t>(std::max<qsizetype>(all.indexOf(filter), 0));
    dialog->setDefaultSuffix(QString::fromUtf8(exportFormats()[index].ending).mid(1));
  });
  connect(dialog, &QFileDialog::fileSelected, this, &ExportActions::write);
  dialog->open();
}

void ExportActions::write(const QString& file) {
  const Snapshot& shown = context_.player().snapshot();
  const ExportFormatInfo* const format = exportFormatOf(file.toStdString());
  if (!format || !shown.model) {
    const std::string why =
        format ? "no robot is built; see its problems" : "no known format; known are " + exportFormatList();
    return context_.notices().show(
        notExportedNotice(QFileInfo(file).fileName(), {{.path = {}, .message = why, .cure = {}}}));
  }
  if (format->shape)
    return tell(
        file, 0,
        exportShape(shown.model, {shown.t, shown.q, shown.v, shown.u}, format->format, file.toStdString(), true));
  const std::shared_ptr<const Model> model = context_.document().model();
  if (model && hasSoftLinks(*model) && canBecomeChains(*model)) return askForChains(file);
  writeRobot(file, 0);
}

void ExportActions::askForChains(const QString& file) {
  auto* ask = new QInputDialog(&context_.window());
  ask->setObjectName("exportChains");
  ask->setProperty("helpGuide", "modelling.md#for-other-programs");
  ask->setAttribute(Qt::WA_DeleteOnClose);
  ask->setWindowTitle(tr("Soft links"));
  ask->setLabelText(tr("%1 has rigid links alone. A chain of how many rigid links stands for each soft one?\n"
                       "The error this makes is told when the file is written.")
                        .arg(QFileInfo(file).fileName()));
  ask->setInputMode(QInputDialog::IntInput);
  ask->setIntRange(1, kLongestChain);
  ask->setIntValue(kUsualChain);
  ask->setOkButtonText(tr("Export"));
  connect(ask, &QInputDialog::intValueSelected, this, [this, file](int count) { writeRobot(file, count); });
  ask->open();
}

void ExportActions::writeRobot(const QString& file, int softLinks) {
  const std::shared_ptr<const Model> model = context_.document().model();
  const ExportFormatInfo* const format = exportFormatOf(file.toStdString());
  if (!model || !format) return;
  tell(file, softLinks,
       exportRobot(context_.description(), *model, format->format, file.toStdString(),
                   {.softLinks = softLinks, .replace = true}));
}

void ExportActions::tell(const QString& file, int softLinks, const ExportedModel& done) {
  const QString name = QFileInfo(file).fileName();
  if (!done.ok()) return context_.notices().show(notExportedNotice(name, done.problems));
  context_.setExported({file, softLinks});
  context_.notices().show(exportedNotice(name, done.problems));
}

}  // namespace tendril
