// SPDX-License-Identifier: GPL-3.0-or-later
// What rows of the inspector offer besides their values: plots, files, sources, variants, names.
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

#include "core/builder/bodies/surface_source.hpp"
#include "core/description/references.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "core/signals/signal_names.hpp"
#include "core/text/number_text.hpp"
#include "render/scene/material_point.hpp"
#include "studio/app/context/plots.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/inspector/inspector_panel.hpp"
#include "studio/app/panels/inspector/profile_fields.hpp"
#include "studio/app/project/controller_designer.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/geometry/placement.hpp"
#include "studio/document/variants/variant_edits.hpp"
#include "widgets/inspector/field_text.hpp"

namespace tendril {
namespace {

constexpr int kMostPinned = 24;

std::string typeOf(const description::Controller& controller) {
  return std::visit([]<class T>(const T&) { return std::string(T::kType); }, controller.type);
}

/// "[0.1,0,0.04]"
QString listOf(const description::Attachment& place) {
  QStringList entries;
  for (const description::Number& entry : place.point) entries << QString::fromStdString(numberText(entry.value));
  return u'[' + entries.join(u',') + u']';
}

/// A dialog that asks for one text; `accept` gets it. Not modal to the run: the robot goes on moving.
QInputDialog* askText(QWidget* window, const QString& title, const QString& label, const QString& text,
                      const QObject* receiver, std::function<void(const QString&)> accept) {
  auto* dialog = new QInputDialog(window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setProperty("helpGuide", "modelling.md#numbers-parameters-provenance");
  dialog->setWindowTitle(title);
  dialog->setLabelText(label);
  dialog->setTextValue(text);
  QObject::connect(dialog, &QInputDialog::textValueSelected, receiver, std::move(accept));
  dialog->open();
  return dialog;
}

}  // namespace

void InspectorPanel::connectRows() {
  connect(inspector_, &Inspector::pinRequested, this, &InspectorPanel::plot);
  connect(inspector_, &Inspector::fileRequested, this, &InspectorPanel::chooseFile);
  connect(inspector_, &Inspector::fileDropped, this, &InspectorPanel::takeFile);
  connect(inspector_, &Inspector::originRequested, this, &InspectorPanel::askOrigin);
  connect(inspector_, &Inspector::variantRequested, this, &InspectorPanel::keepInVariant);
  connect(inspector_, &Inspector::entryRenameRequested, this, &InspectorPanel::renameEntry);
  inspector_->setSignalOf([this](const QString& path) {
    const QStringList all = signalsOf(path);
    return all.size() > 1 ? tr("%1 … %2").arg(all.front(), all.back()) : all.value(0);
  });
}

// ---- plots

QStringList InspectorPanel::signalsOf(const QString& path) const {
  const Plots* plots = context_.plots();
  const auto catalogue = plots ? plots->catalogue() : nullptr;
  if (!catalogue) return {};
  const std::vector<std::string> steps = [&] {
    std::vector<std::string> all;
    for (const QString& step : path.split(u'.')) all.push_back(step.toStdString());
    return all;
  }();
  if (steps.size() < 2) return {};
  const std::string name = signalPart(steps[1]);
  const std::string& last = steps.back();
  std::vector<std::string> wanted;
  const auto series = [&](const std::string& start) {
    for (int i = 0; i < kMostPinned; ++i) wanted.push_back(start + '[' + std::to_string(i) + ']');
  };
  const bool strain = steps.size() == 5 && steps[3] == "strain";
  if (steps[0] == "links" && (last == "q0" || last == "limits")) series(name + ".q");
  if (steps[0] == "links" && last == "v0") series(name + ".v");
  if (steps[0] == "links" && strain) series(name + '.' + last);
  if (steps[0] == "links" && steps.size() == 4 && steps[2] == "pose" && last == "position")
    wanted = {name + ".base.x", name + ".base.y", name + ".base.z"};
  if (steps[0] == "actuators" && last == "range")
    wanted = {name + ".tension", name + ".torque", name + ".force", name + ".pressure", name + ".u"};
  if (steps[0] == "controllers" && steps.size() == 4 && steps[2] == "outputs") wanted = {signalPart(last) + ".signal"};
  if (steps[0] == "controllers" && steps.size() == 4 && steps[2] == "reference" && last != "type")
    series(name + ".actual"), series(name + ".reference");
  if (steps[0] == "controllers" && steps.size() == 4 && steps[2] == "gains") series(name + ".error");
  if (steps[0] == "signals") wanted = {path.mid(8).toStdString()};
  QStringList found;
  for (const std::string& each : wanted)
    if (catalogue->find(each) >= 0) found << QString::fromStdString(each);
  return steps[0] == "actuators" ? found.mid(0, 1) : found;
}

void InspectorPanel::plot(const QString& path) {
  for (const std::string& each : everywhere(path))
    for (const QString& signal : signalsOf(QString::fromStdString(each))) context_.plot(signal);
}

// ---- controllers

bool InspectorPanel::changeController(const QString& path, const QString& value) {
  if (shown_.kind != TargetKind::kController || objects_.size() != 1) return false;
  const Description& description = context_.description();
  const QString own = QString::fromStdString(pathOf(description, shown_)), field = path.mid(own.size() + 1);
  const int index = indexOf(description.controllers, shown_.id);
  if (index < 0) return false;
  const description::Controller& controller = description.controllers[static_cast<std::size_t>(index)];
  if (field == u"reference.type" && value == QLatin1String(description::TableMotion::kType))
    return chooseFile(own + QStringLiteral(".reference")), true;
  ControllerWish wish{typeOf(controller), edits::outputsOf(controller)};
  if (field == u"type") {
    wish.type = value.toStdString();
  } else if (field.startsWith(u"outputs") && isTracking(wish.type)) {
    const QByteArray json = value.toUtf8();
    const QJsonArray names = QJsonDocument::fromJson(field == u"outputs" ? json : '[' + json + ']').array();
    if (field == u"outputs") wish.outputs.clear();
    const qsizetype at = field.mid(8).chopped(1).toInt();  // of outputs[2]
    for (const QJsonValue name : names)
      if (const auto item = edits::find(description, ItemKind::kActuator, name.toString().toStdString())) {
        if (field == u"outputs")
          wish.outputs.push_back(item->id);
        else if (at < static_cast<qsizetype>(wish.outputs.size()))
          wish.outputs[static_cast<std::size_t>(at)] = item->id;
      }
    if (wish.outputs.empty()) return false;  // the checks say what it needs
  } else {
    return false;
  }
  redesign(wish, path);
  return true;
}

void InspectorPanel::redesign(const ControllerWish& wish, const QString& path) {
  for (const edits::ControllerOffer& offer :
       edits::controllerOffers(context_.description(), context_.player().snapshot().model.get(), wish.outputs))
    if (offer.type == wish.type && !offer.reason.empty())
      return inspector_->setError(path, QString::fromStdString(offer.reason));
  context_.designer().design(wish, [this, path, id = shown_.id](const ControllerDesign& design) {
    std::vector<Problem> problems;
    if (!context_.document().edit(edits::changeController(context_.description(), id, design), problems))
      tell(path, problems);
  });
}

// ---- places

/// The point of the surface that is nearest to where it is attached now.
void InspectorPanel::placeOnSurface(const FieldRow& row) {
  const Snapshot& now = context_.player().snapshot();
  const description::Link* link = linkOfPlace(context_.description(), inspector_->rows(), row);
  const int index = link && now.model ? linkIndexOf(*now.model, link->id) : -1;
  if (index < 0 || index >= std::ssize(now.tipPoses)) return;
  const auto at = static_cast<std::size_t>(index);
  const Pose frame = row.value                ? frameOf(now, {.link = index, .at = row.value})
                     : row.text == "\"base\"" ? now.linkPoses[at]
                                              : now.tipPoses[at];
  if (const std::optional<Vec3> point = surfaceMaterialAt(now, index, frame.p))
    edit(QString::fromStdString(row.path), listOf(edits::onSurface(*point)), {});
}

/// With an expression among them, of several objects, and while the body is being built, they are what is typed.
bool InspectorPanel::typeOnSurface(const QString& path, const QString& json, const QString& mergeKey) {
  if (!path.endsWith(u']')) return false;
  const FieldRow* row = rowOf(path.left(path.lastIndexOf(u'[')));
  const description::Link* link =
      row && row->parts.size() == 3 ? linkOfPlace(context_.description(), inspector_->rows(), *row) : nullptr;
  const auto model = context_.player().snapshot().model;
  const int index = link && model && objects_.size() == 1 ? linkIndexOf(*model, link->id) : -1;
  const SurfaceCarrier* carrier =
      index < 0 ? nullptr : surfaceCarrierOf(model->links[static_cast<std::size_t>(index)].body.get());
  if (!carrier || carrier->surface().triangles.empty()) return false;
  Vec3 wanted, before;
  for (std::size_t k = 0; k < 3; ++k) {
    const FieldPart& part = row->parts[k];
    bool number = part.value && part.expression.empty();
    before[static_cast<int>(k)] = part.value.value_or(0);
    wanted[static_cast<int>(k)] = part.path == path.toStdString() ? json.toDouble(&number) : part.value.value_or(0);
    if (!number) return false;
  }
  const description::Attachment nearest = edits::nearestOnSurface(carrier->surface(), wanted);
  const auto isSame = [](const description::Number& a, double b) { return a.value == b; };
  if (std::ranges::equal(nearest.point, before, isSame)) {
    inspector_->setError(path, tr("There the nearest place of the surface is the one that it has."));
    return true;
  }
  std::vector<Problem> problems;
  if (!setAll(QString::fromStdString(row->path), listOf(nearest), problems, mergeKey)) tell(path, problems);
  return true;
}

// ---- files

void InspectorPanel::chooseFile(const QString& path) {
  const FieldRow* row = rowOf(path);
  const bool table = (row && isAlongBody(*row)) || path.endsWith(u".table") || path.contains(u".outputs.") ||
                     path.endsWith(u".reference") || path.endsWith(u".basis");
  const QString kinds = table                          ? tr("Tables (*.csv)")
                        : path.endsWith(u".body.mesh") ? tr("Tetrahedra and surfaces (*.msh *.vtu *.stl *.obj *.ply)")
                        : path.endsWith(u".surface.file") ? tr("Surfaces (*.stl *.obj *.ply)")
                                                          : tr("Meshes (*.stl *.obj *.ply *.dae *.glb *.gltf *.vtk)");
  const QString folder = QString::fromStdString(context_.document().document().directory().string());
  auto* dialog = new QFileDialog(&context_.window(), table ? tr("Choose a table") : tr("Choose a mesh"), folder,
                                 kinds + QStringLiteral(";;") + tr("All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setProperty("helpGuide", table ? "modelling.md#values-along-a-body-from-a-table" : "modelling.md#bodies");
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this, path](const QString& file) { takeFile(path, file); });
  dialog->open();
}

const FieldRow* InspectorPanel::rowOf(const QString& path) const {
  const std::string wanted = path.toStdString();
  for (const FieldRow& row : inspector_->rows())
    if (row.path == wanted) return &row;
  return nullptr;
}

/// What changes along a body, from a table: it becomes a formula, and a message says what was taken.
void InspectorPanel::takeProfile(const FieldRow& row, const QString& file) {
  const QString path = QString::fromStdString(row.path), name = QString::fromStdString(row.label);
  try {
    const TakenProfile taken = profileOf(row, file, context_.lengthUnit());
    std::vector<Problem> problems;
    if (!setAll(path, taken.json, problems)) return tell(path, problems);
    context_.notices().show({.severity = Notice::Severity::kInfo,
                             .title = tr("%1 from “%2”").arg(name, QFileInfo(file).fileName()),
                             .advice = taken.note,
                             .details = {}});
  } catch (const std::exception& error) {
    inspector_->setError(path, QString::fromUtf8(error.what()));
  }
}

void InspectorPanel::takeFile(const QString& path, const QString& file) {
  const FieldRow* row = rowOf(path);
  if (row && isAlongBody(*row)) return takeProfile(FieldRow(*row), file);
  const QString folder = QString::fromStdString(context_.document().document().directory().string());
  QString name = folder.isEmpty() ? file : QDir(folder).relativeFilePath(file);
  if (name.startsWith(u"../../..")) name = file;  // far away: the place itself says more
  QString json = jsonText(name);
  if (path.endsWith(u".body.mesh") && isSurfaceFile(file.toStdString()))
    json = QStringLiteral(R"({"surface":{"file":%1}})").arg(json);
  if (row && isShape(*row)) json = QStringLiteral(R"({"mesh":%1})").arg(json);
  if (path.contains(u".outputs.") && !path.endsWith(u".table")) json = QStringLiteral(R"({"table":%1})").arg(json);
  if (path.endsWith(u".reference")) json = QStringLiteral(R"({"type":"table","table":%1})").arg(json);
  edit(path, json, {});
}

// ---- sources and variants

void InspectorPanel::askOrigin(const QString& path) {
  const std::string field = path.toStdString();
  QString text;
  for (const auto& [place, source] : context_.description().provenance.entries)
    if (place == field) text = QString::fromStdString(source);
  const auto keep = [this, fields = everywhere(path)](const QString& given) {
    const std::string source = given.trimmed().toStdString();
    const auto set = [fields, source](Description& description, std::vector<Problem>&) {
      auto& entries = description.provenance.entries;
      for (const std::string& place : fields) {
        const auto at =
            std::find_if(entries.begin(), entries.end(), [&](const auto& each) { return each.first == place; });
        if (at != entries.end() && source.empty())
          entries.erase(at);
        else if (at != entries.end())
          at->second = source;
        else if (!source.empty())
          entries.emplace_back(place, source);
      }
      return true;
    };
    context_.document().tell({tr("Set source").toStdString(), set});
  };
  QInputDialog* dialog = askText(&context_.window(), tr("Where this comes from"),
                                 tr("Source of %1 (empty: none is given):").arg(path), text, this, keep);
  dialog->setComboBoxItems({tr("our proposal"), tr("paper: "), tr("measured")});
  dialog->setComboBoxEditable(true);
  dialog->setTextValue(text);
}

void InspectorPanel::keepInVariant(const QString& path, const QString& variant) {
  std::vector<std::pair<std::string, std::string>> values;  // field and JSON
  for (const std::string& each : everywhere(path))
    for (const FieldRow& row :
         fieldRows(context_.description(), pathOf(context_.description(), targetOf(context_.description(), each))))
      if (row.path == each) values.emplace_back(each, row.text);
  const Description& base = context_.document().document().base();
  const std::string name = variant.isEmpty() ? edits::freeVariantName(base, "variant") : variant.toStdString();
  if (!context_.document().tell(edits::keepInVariant(name, std::move(values)))) return;
  context_.notices().show({.severity = Notice::Severity::kInfo,
                           .title = tr("Kept in the variant “%1”").arg(QString::fromStdString(name)),
                           .advice = tr("The panel Variants lists what it changes, shows and runs it."),
                           .details = {}});
}

void InspectorPanel::renameEntry(const QString& path) {
  const qsizetype dot = path.indexOf(u'.');
  const QString map = path.left(dot), old = path.mid(dot + 1);
  askText(&context_.window(), tr("Rename"), tr("New name:"), old, this, [this, map, old, path](const QString& text) {
    const QString name = text.trimmed();
    if (name.isEmpty() || name == old) return;
    if (map == u"parameters" || map == u"variants") {
      context_.document().tell(map == u"parameters" ? edits::renameParameter(old.toStdString(), name.toStdString())
                                                    : edits::renameVariant(old.toStdString(), name.toStdString()));
      return;
    }
    std::size_t index = 0;
    for (const FieldRow& row : inspector_->rows()) {
      if (row.entry && row.level == 1 && row.path == path.toStdString()) break;
      if (row.entry && row.level == 1 && QString::fromStdString(row.path).startsWith(map + u'.')) ++index;
    }
    for (const FieldRow& row : inspector_->rows())
      if (row.path == map.toStdString())
        return edit(map, QString::fromStdString(withRenamedEntry(row, index, name.toStdString())), {});
  });
}

}  // namespace tendril
