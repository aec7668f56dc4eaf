// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/exchange/import_actions.hpp"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

#include "core/description/file_paths.hpp"
#include "core/project/project.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/examples.hpp"
#include "studio/app/project/file_names.hpp"
#include "studio/app/project/messages.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/fingerprint.hpp"
#include "studio/document/items.hpp"
#include "studio/import/mesh_import.hpp"
#include "studio/recording/recorded_file.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

using description::ObjectId;

bool isProject(const QString& file) {
  return file.endsWith(u".tendril.json", Qt::CaseInsensitive);
}

QString textOf(MeshUse use) {
  switch (use) {
    case MeshUse::kPicture:
      return ImportActions::tr("As a picture");
    case MeshUse::kRigid:
      return ImportActions::tr("As a rigid body of 1000 kg/m³");
    case MeshUse::kVolume:
      break;
  }
  return ImportActions::tr("As a soft volume");
}

/// What a file of another program does not say is as it is here.
ImportedRobot asSaid(ImportedRobot robot, const Description& here) {
  const Description nothing;
  Description& said = robot.description;
  if (Fingerprint::of(said.gravity) == Fingerprint::of(nothing.gravity)) said.gravity = here.gravity;
  if (Fingerprint::of(said.simulation) == Fingerprint::of(nothing.simulation)) said.simulation = here.simulation;
  return robot;
}

/// Without what the open project says itself.
std::vector<Problem> newNotes(std::vector<Problem> notes, const std::vector<Problem>& known) {
  std::erase_if(notes, [&](const Problem& note) {
    return std::ranges::any_of(known, [&](const Problem& each) { return each.message == note.message; });
  });
  return notes;
}

/// Where relative paths of an open project start; one without a file gets whole paths.
std::filesystem::path directoryOf(const DocumentHost& document) {
  return document.hasFile() ? document.document().directory() : std::filesystem::path("/");
}

}  // namespace

ImportActions::ImportActions(StudioContext& context) : QObject(&context.window()), context_(context) {
  QAction* import = context_.actions().add(tr("Import a robot…"), {}, QList<QKeySequence>(), [this] { choose(); });
  import->setObjectName("importRobot");
  import->setProperty(kAlsoFound,
                      tr("urdf mjcf sdf sorosim mat stl obj glb msh vtu mesh add robot project sub-assembly load"));
  import->setToolTip(
      tr("A robot of another program (URDF, MJCF, SDF, SoRoSim) or of another project, or a shape (STL, OBJ, GLB, "
         "MSH, VTU): opens it, or adds it to this one where you choose"));
  context_.header().projectMenu().insertAction(context_.header().projectMenu().actions().value(2), import);
  addRobots();
}

void ImportActions::addRobots() {
  const std::vector<Example> robots = findRobots();
  if (robots.empty()) return;
  auto* menu = new QMenu(tr("Robots"), &context_.window());
  menu->setObjectName("robotsMenu");
  menu->setToolTipsVisible(true);
  for (const Example& robot : robots) {
    QAction* action = context_.actions().add(tr("Robot: %1").arg(robot.title), {}, QList<QKeySequence>(),
                                             [this, file = robot.path] { bring(file); });
    action->setObjectName("robot " + robot.title);
    action->setProperty(kAlsoFound, tr("add import urdf example arm"));
    action->setToolTip(tr("A robot that comes with Tendril: opens it, or adds it to this one where you choose"));
    menu->addAction(action);
  }
  QMenu& project = context_.header().projectMenu();
  project.insertMenu(project.actions().value(3), menu);
}

void ImportActions::bring(const QString& file) {
  const Viewport& viewport = context_.view().viewport();
  offer(file, viewport.mapToGlobal(viewport.rect().center()), selectedLink());
}

ObjectId ImportActions::selectedLink() const {
  const std::vector<ObjectId> links = context_.selection().ids(TargetKind::kLink);
  return links.empty() ? 0 : links.back();
}

void ImportActions::choose() {
  const QString start = context_.document().path().isEmpty() ? QDir::homePath() : context_.document().path();
  auto* dialog = new QFileDialog(&context_.window(), tr("Import a robot"), QFileInfo(start).absolutePath(),
                                 tr("Robots and shapes (*.urdf *.xml *.mjcf *.sdf *.mat *.tendril.json *.stl *.obj "
                                    "*.ply *.glb *.gltf *.dae *.msh *.vtu);;"
                                    "All files (*)"));
  dialog->setObjectName("importDialog");
  dialog->setProperty("helpGuide", "modelling.md#robots-of-other-programs");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &ImportActions::bring);
  dialog->open();
}

void ImportActions::offer(const QString& file, const QPoint& at, ObjectId link) {
  const bool open = context_.document().isOpen();
  if (isTableName(file)) return tellOfTable(file);
  if (!objectOf(context_.description().links, link)) link = selectedLink();
  if (open && isRecordingName(file.toStdString())) return offerRecording(file, at);
  if (isShape(file.toStdString())) return open ? offerMesh(file, at, link) : offerNewMesh(file, at);
  const bool addable = isProject(file) || isImportable(file.toStdString());
  if (!open || !addable) return context_.openProject(file);
  QMenu* menu = menuFor(file);
  menu->addAction(tr("Open it"), this, [this, file] { context_.openProject(file); })->setObjectName("openIt");
  const std::string on = edits::nameOf(context_.description(), {ItemKind::kLink, link});
  if (!on.empty())
    menu->addAction(tr("Add it to this robot, at the tip of “%1”").arg(QString::fromStdString(on)), this,
                    [this, file, link] { add(file, link); })
        ->setObjectName("addToLink");
  menu->addAction(tr("Add it to this robot, on the world"), this, [this, file] { add(file, 0); })
      ->setObjectName("addToWorld");
  ask(*menu, at);
}

QMenu* ImportActions::menuFor(const QString& file) {
  auto* menu = new QMenu(&context_.window());
  menu->setObjectName("importMenu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addSection(QFileInfo(file).fileName().replace(u'&', QStringLiteral("&&")));
  return menu;
}

void ImportActions::ask(QMenu& menu, const QPoint& at) {
  menu.addSeparator();
  menu.addAction(tr("Cancel"));
  menu.popup(at);
}

void ImportActions::tellOfTable(const QString& file) {
  const QString name = QFileInfo(file).fileName();
  context_.notices().show(
      {.severity = Notice::Severity::kWarning,  // stays until it is read
       .title = tr("“%1” is a table, not a robot").arg(name),
       .advice = context_.document().isOpen() ? tr("Drop it on a field of the inspector that takes tables.")
                                              : tr("Open a project, and drop it on a field of the inspector there."),
       .details = {tr("Values along a body (radius, sides, reference strain, offsets of tendons): the place, then the "
                      "value."),
                   tr("The reference of a controller, or an output of one of signals: the time, then the values."),
                   tr("The basis of a body of finite elements: places, then displacements."),
                   tr("Its columns as curves: tendril plot %1 --signals … --out plot.svg").arg(name)}});
}

void ImportActions::offerRecording(const QString& file, const QPoint& at) {
  QMenu* menu = menuFor(file);
  menu->addAction(tr("Open it"), this, [this, file] { context_.openProject(file); })->setObjectName("openIt");
  menu->addAction(tr("Lay it over the plots"), this, [this, file] { context_.addRecording(file); })
      ->setObjectName("addToPlots");
  ask(*menu, at);
}

void ImportActions::offerMesh(const QString& file, const QPoint& at, ObjectId link) {
  QMenu* menu = menuFor(file);
  const QString on = QString::fromStdString(edits::nameOf(context_.description(), {ItemKind::kLink, link}));
  for (const MeshUse use : kMeshUses) {
    if (!meshCanBe(file.toStdString(), use)) continue;
    const auto offer = [&](const QString& where, const QString& name, ObjectId parent) {
      QAction* action = menu->addAction(textOf(use) + where, this, [this, file, use, parent] {
        const ImportOptions options{.directory = directoryOf(context_.document())};
        take(file, asSaid(importMesh(file.toStdString(), use, options), context_.description()), parent);
      });
      action->setObjectName(name + QString::number(static_cast<int>(use)));
    };
    if (!on.isEmpty()) offer(tr(", at the tip of “%1”").arg(on), "meshOnLink", link);
    offer(tr(", on the world"), "meshOnWorld", 0);
  }
  ask(*menu, at);
}

void ImportActions::offerNewMesh(const QString& file, const QPoint& at) {
  QMenu* menu = menuFor(file);
  for (const MeshUse use : kMeshUses)
    if (meshCanBe(file.toStdString(), use))
      menu->addAction(textOf(use) + tr(", in a new project"), this,
                      [this, file, use] { context_.loader().openShape(file, use); })
          ->setObjectName("meshInNew" + QString::number(static_cast<int>(use)));
  ask(*menu, at);
}

void ImportActions::take(const QString& file, const ImportedRobot& robot, ObjectId link) {
  if (!robot.ok()) return context_.notices().show(refusedFileNotice(file, robot.problems, true));
  const std::vector<Problem> left = edits::leftOut(context_.description(), robot.description);
  if (!context_.document().tell(edits::addProject(robot.description, link))) return;
  context_.selectAdded();
  std::vector<Problem> notes = newNotes(robot.problems, context_.document().document().problems());
  notes.insert(notes.end(), left.begin(), left.end());
  context_.notices().show(importedNotice(QFileInfo(file).fileName(), notes));
}

void ImportActions::add(const QString& file, ObjectId link) {
  const ImportOptions options{.directory = directoryOf(context_.document())};
  if (!isProject(file))
    return take(file, asSaid(importRobot(file.toStdString(), options), context_.description()), link);
  ReadResult project = readProject(file.toStdString());
  ImportedRobot robot{.description = std::move(project.description), .problems = std::move(project.problems)};
  if (robot.ok()) moveFilePaths(robot.description, project.directory, options.directory);
  take(file, robot, link);
}

}  // namespace tendril
