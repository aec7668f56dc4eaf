// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/inspector_panel.hpp"

#include <QSettings>

#include <algorithm>

#include "studio/app/main_window.hpp"
#include "widgets/inspector/field_text.hpp"

namespace tendril {
namespace {

constexpr auto kDepthSetting = "inspector/depth";

/// The whole object of a target: of a joint its link, of one parameter all of them.
Target ownerOf(Target target) {
  target.part = TargetPart::kWhole;
  target.index = -1;
  return target;
}

struct KindName {
  TargetKind kind;
  const char* name;
  const char* icon;
};
constexpr KindName kKinds[] = {
    {TargetKind::kProject, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Project"), "project"},
    {TargetKind::kSimulation, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Simulation"), "simulation"},
    {TargetKind::kParameters, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Parameters"), "parameter"},
    {TargetKind::kLink, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Link"), "link-rigid"},
    {TargetKind::kMaterial, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Material"), "material"},
    {TargetKind::kActuator, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Actuator"), "motor"},
    {TargetKind::kLoad, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Load"), "load"},
    {TargetKind::kLoop, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Loop"), "loop"},
    {TargetKind::kController, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Controller"), "controller"}};

const FieldRow* rowAt(const Inspector& inspector, const std::string& path) {
  for (const FieldRow& row : inspector.rows())
    if (row.path == path) return &row;
  return nullptr;
}

QString quotedName(const QString& name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](QChar c) { return c.isLetterOrNumber() || c == u'_'; });
  return plain ? name : u'\'' + name + u'\'';
}

QString sentence(const Problem& problem) {
  QString text = QString::fromStdString(problem.message);
  if (!problem.cure.empty()) text += QStringLiteral("; ") + QString::fromStdString(problem.cure);
  return text;
}

}  // namespace

InspectorPanel::InspectorPanel(MainWindow& window) : QObject(&window), window_(window), inspector_(new Inspector) {
  window.addPanel({.id = "inspector",
                   .title = tr("Inspector"),
                   .icon = "field",
                   .widget = inspector_,
                   .area = PanelArea::kRight,
                   .workspaces = InWorkspace::kBuild | InWorkspace::kRun});
  inspector_->setProperty("helpTitle", tr("Inspector"));
  inspector_->setProperty("helpText",
                          tr("The properties of what is selected. Type numbers with units (5 cm, 30 deg, 1 MPa) or "
                             "=expressions; drag a name sideways to change its value; Shift is fine, Ctrl coarse."));
  inspector_->setEmptyText(tr("Open a project to see its properties."));
  const int depth = QSettings().value(QLatin1String(kDepthSetting), 0).toInt();
  inspector_->setDepth(static_cast<description::Depth>(std::clamp(depth, 0, 2)));
  connectSelection();
  connectEdits();
  show();
}

void InspectorPanel::connectSelection() {
  connect(&window_.document(), &DocumentHost::changed, this, &InspectorPanel::show);
  connect(&window_.document(), &DocumentHost::opened, this, &InspectorPanel::show);
  connect(&window_.selection(), &Selection::changed, this, [this] {
    revealed_.reset();
    show();
  });
  connect(&window_.selection(), &Selection::fieldRequested, this, [this](const QString& field) {
    show();
    inspector_->showField(field);
  });
  connect(inspector_, &Inspector::depthChanged, this, [](description::Depth depth) {
    QSettings().setValue(QLatin1String(kDepthSetting), static_cast<int>(depth));
  });
}

void InspectorPanel::connectEdits() {
  connect(inspector_, &Inspector::edited, this, &InspectorPanel::edit);
  connect(inspector_, &Inspector::editFinished, this, [this] { window_.document().commit(); });
  connect(inspector_, &Inspector::resetRequested, this, [this](const QString& path) {
    std::vector<Problem> problems;
    if (!window_.document().resetField(path, problems)) tell(path, problems);
  });
  connect(inspector_, &Inspector::choiceRequested, this, &InspectorPanel::choose);
  connect(inspector_, &Inspector::entryRequested, this, &InspectorPanel::addEntry);
  connect(inspector_, &Inspector::parameterRequested, this, &InspectorPanel::makeParameter);
  connect(inspector_, &Inspector::rotationRequested, this, &InspectorPanel::rewriteRotation);
  connect(inspector_, &Inspector::referenceActivated, this, &InspectorPanel::follow);
  connect(inspector_, &Inspector::pinRequested, this, &InspectorPanel::plot);
}

// ---- what is shown

void InspectorPanel::show() {
  if (!window_.document().isOpen()) return inspector_->setRows({});
  const Description& description = window_.description();
  Target target = window_.selection().current().value_or(Target::project());
  if (!exists(description, target)) target = Target::project();
  const Target owner = ownerOf(target);
  if (owner != shown_) inspector_->clearErrors();
  shown_ = owner;
  showTitle(owner);
  inspector_->setParameters(parameterValues(description));
  inspector_->setRows(fieldRows(description, pathOf(description, owner)));
  showPart(target);
}

void InspectorPanel::showTitle(const Target& target) {
  const auto known = std::find_if(std::begin(kKinds), std::end(kKinds),
                                  [&](const KindName& each) { return each.kind == target.kind; });
  const bool object = target.id != 0;
  const QString name =
      target.kind == TargetKind::kProject ? window_.document().name() : titleOf(window_.description(), target);
  inspector_->setTitle(name, object || target.kind == TargetKind::kProject ? tr(known->name) : QString(),
                       QLatin1String(known->icon));
}

void InspectorPanel::showPart(const Target& target) {
  if (revealed_ == target.part) return;
  revealed_ = target.part;
  if (target.part != TargetPart::kWhole || target.index >= 0)
    inspector_->revealField(QString::fromStdString(pathOf(window_.description(), target)));
}

// ---- edits

void InspectorPanel::edit(const QString& path, const QString& json, const QString& mergeKey) {
  std::vector<Problem> problems;
  if (!window_.document().setField(path, json, problems, mergeKey)) tell(path, problems);
}

void InspectorPanel::choose(const QString& path, const QString& option) {
  const FieldRow* row = rowAt(*inspector_, path.toStdString());
  if (!row) return;
  if (option.isEmpty()) {
    std::vector<Problem> problems;
    if (!window_.document().resetField(path, problems)) tell(path, problems);
    return;
  }
  const std::string json =
      row->kind == FieldKind::kGroup ? withOption(window_.description(), *row, option.toStdString()) : "";
  if (!json.empty()) return edit(path, QString::fromStdString(json), {});
  if (row->key == "visual")
    return inspector_->setError(path, tr("A mesh is drawn from a file; name it in the project file."));
  const bool body = row->kind == FieldKind::kGroup && row->key == "body";
  std::vector<Problem> problems;
  const Edit change = body ? edits::setBody(window_.description(), shown_.id, option.toStdString())
                           : edits::setType(path.toStdString(), option.toStdString());
  if (!window_.document().edit(change, problems)) tell(path, problems);
}

void InspectorPanel::addEntry(const QString& path, const QString& name) {
  const FieldRow* row = rowAt(*inspector_, path.toStdString());
  if (!row) return;
  const std::string key =
      row->kind == FieldKind::kMap && name.isEmpty() ? freeParameter(QStringLiteral("p")) : name.toStdString();
  const std::string json = withEntry(window_.description(), *row, key);
  if (!json.empty()) edit(path, QString::fromStdString(json), {});
}

std::string InspectorPanel::freeParameter(const QString& wish) const {
  std::string base;
  for (const char c : wish.toStdString()) base += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (base.empty() || std::isdigit(static_cast<unsigned char>(base[0]))) base = "p" + base;
  const auto& entries = window_.description().parameters.entries;
  std::string name = base;
  for (int i = 2; std::any_of(entries.begin(), entries.end(), [&](const auto& entry) { return entry.first == name; });
       ++i)
    name = base + "_" + std::to_string(i);
  return name;
}

void InspectorPanel::makeParameter(const QString& path, const QString& wish) {
  const FieldRow* row = rowAt(*inspector_, path.toStdString());
  if (!row || !row->value) return;
  const std::string name = freeParameter(wish), field = path.toStdString();
  std::vector<Problem> problems;
  const bool made =
      window_.document().setFields({{"parameters." + name, row->text}, {field, "\"=" + name + "\""}}, problems, {},
                                   tr("Make parameter %1").arg(QString::fromStdString(name)));
  if (!made) tell(path, problems);
}

void InspectorPanel::rewriteRotation(const QString& path, const QString& json) {
  const QString pose = path.left(path.lastIndexOf(u'.'));
  const FieldRow* position = rowAt(*inspector_, (pose + QStringLiteral(".position")).toStdString());
  const QString key = path.endsWith(u".rpy") ? QStringLiteral("quaternion") : QStringLiteral("rpy");
  const QString place = position ? QString::fromStdString(position->text) : QStringLiteral("[0,0,0]");
  edit(pose, QStringLiteral(R"({"position":%1,"%2":%3})").arg(place, key, json), {});
}

void InspectorPanel::tell(const QString& path, const std::vector<Problem>& problems) {
  const auto error =
      std::find_if(problems.begin(), problems.end(), [](const Problem& problem) { return problem.isError(); });
  const Problem* problem = error != problems.end() ? &*error : problems.empty() ? nullptr : &problems.front();
  if (!problem) return inspector_->setError(path, tr("This cannot be done here."));
  const QString place = QString::fromStdString(problem->path);
  const bool here = place.isEmpty() || place.startsWith(path) || path.startsWith(place);
  inspector_->setError(path, here ? sentence(*problem) : place + QStringLiteral(": ") + sentence(*problem));
}

// ---- elsewhere

void InspectorPanel::follow(const QString& path, const QString& name) {
  const bool material = path.endsWith(u"material");
  const std::string list = material ? "materials." : "links.";
  const Target target = targetOf(window_.description(), list + name.toStdString());
  window_.selection().select(target);
}

void InspectorPanel::plot(const QString& path) {
  const QStringList steps = path.split(u'.');
  const QString name = steps.size() > 1 ? quotedName(steps[1]) : QString();
  QString signal = QStringLiteral("energy.total");
  if (steps[0] == u"actuators") signal = name + QStringLiteral(".tension");
  if (steps[0] == u"links")
    signal = name + (path.contains(u".joint") ? QStringLiteral(".q[0]") : QStringLiteral(".tip.z"));
  Q_EMIT window_.plotRequested(signal);
}

}  // namespace tendril
