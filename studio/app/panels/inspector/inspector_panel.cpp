// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/inspector/inspector_panel.hpp"

#include <QSettings>

#include <algorithm>

#include "core/description/bodies.hpp"
#include "core/description/references.hpp"
#include "core/model/propellers.hpp"
#include "core/text/units.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/inspector/derived_facts.hpp"
#include "studio/app/panels/lqr_watch.hpp"
#include "studio/app/panels/points_notes.hpp"
#include "studio/app/panels/tree/tree_panel.hpp"
#include "studio/document/length_unit.hpp"
#include "studio/document/reset_field.hpp"
#include "studio/document/variants/variant_rows.hpp"
#include "widgets/format.hpp"
#include "widgets/inspector/field_text.hpp"
#include "widgets/inspector/rotor_picture.hpp"

namespace tendril {
namespace {

constexpr auto kDepthSetting = "inspector/depth";
constexpr int kLiveMs = 100;  // faster cannot be read

/// The whole object of a target: of a joint its link, of one parameter all of them.
Target ownerOf(Target target) {
  target.part = TargetPart::kWhole;
  target.index = -1;
  target.at.reset();
  return target;
}

struct KindName {
  TargetKind kind;
  const char* name;
  const char* icon;
  const char* several = "";
};
constexpr KindName kKinds[] = {
    {TargetKind::kProject, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Project"), "project"},
    {TargetKind::kSimulation, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Simulation"), "simulation"},
    {TargetKind::kParameters, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Parameters"), "parameter"},
    {TargetKind::kLink, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Link"), "link-rigid",
     QT_TRANSLATE_NOOP("tendril::InspectorPanel", "%1 links")},
    {TargetKind::kMaterial, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Material"), "material",
     QT_TRANSLATE_NOOP("tendril::InspectorPanel", "%1 materials")},
    {TargetKind::kActuator, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Actuator"), "motor",
     QT_TRANSLATE_NOOP("tendril::InspectorPanel", "%1 actuators")},
    {TargetKind::kLoad, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Load"), "load",
     QT_TRANSLATE_NOOP("tendril::InspectorPanel", "%1 loads")},
    {TargetKind::kLoop, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Loop"), "chain",
     QT_TRANSLATE_NOOP("tendril::InspectorPanel", "%1 loops")},
    {TargetKind::kObject, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Object"), "link-rigid",
     QT_TRANSLATE_NOOP("tendril::InspectorPanel", "%1 objects")},
    {TargetKind::kController, QT_TRANSLATE_NOOP("tendril::InspectorPanel", "Controller"), "controller",
     QT_TRANSLATE_NOOP("tendril::InspectorPanel", "%1 controllers")}};

static_assert(std::size(kKinds) == static_cast<std::size_t>(TargetKind::kController) + 1, "a line for every kind");

const KindName& kindOf(const Target& target) {
  return *std::find_if(std::begin(kKinds), std::end(kKinds),
                       [&](const KindName& each) { return each.kind == target.kind; });
}

const FieldRow* rowAt(const Inspector& inspector, const std::string& path) {
  for (const FieldRow& row : inspector.rows())
    if (row.path == path) return &row;
  return nullptr;
}

QString sentence(const Problem& problem) {
  QString text = QString::fromStdString(problem.message);
  if (!problem.cure.empty()) text += QStringLiteral("; ") + QString::fromStdString(problem.cure);
  return text;
}

}  // namespace

InspectorPanel::InspectorPanel(StudioContext& context)
    : QObject(&context.window()),
      context_(context),
      inspector_(new Inspector),
      points_(new PointsNotes(context, *inspector_)),
      lqr_(new LqrWatch(context)),
      derived_(new DerivedFacts(context)) {
  context.panels().addPanel({.id = "inspector",
                             .title = tr("Inspector"),
                             .icon = "field",
                             .guide = "modelling.md#numbers-parameters-provenance",
                             .widget = inspector_,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kBuild | InWorkspace::kRun,
                             .followsSelection = true});
  inspector_->setProperty("helpTitle", tr("Inspector"));
  inspector_->setProperty("helpText",
                          tr("The properties of what is selected. Type numbers with units (5 cm, 30 deg, 1 MPa) or "
                             "=expressions; drag a name sideways to change its value; Shift is fine, Ctrl coarse."));
  inspector_->setEmptyText(tr("Open a project to see its properties."));
  const int depth = QSettings().value(QLatin1String(kDepthSetting), 0).toInt();
  inspector_->setDepth(static_cast<description::Depth>(std::clamp(depth, 0, 2)));
  QAction* lengths =
      context.actions().add(tr("Lengths in metres or millimetres"), {}, {}, [this] { switchLengthUnit(); });
  lengths->setObjectName(QStringLiteral("lengthUnit"));
  lengths->setProperty(kAlsoFound, tr("units mm cm"));
  connectSelection();
  connectEdits();
  show();
}

void InspectorPanel::connectSelection() {
  connect(&context_.document(), &DocumentHost::changed, this, &InspectorPanel::show);
  connect(&context_, &StudioContext::lengthUnitChanged, this, &InspectorPanel::show);
  connect(&context_.document(), &DocumentHost::opened, this, &InspectorPanel::show);
  connect(&context_.plugins(), &PluginHost::loaded, this, &InspectorPanel::show);
  connect(&context_.player(), &Player::frame, this, &InspectorPanel::showLive);
  liveLater_.setSingleShot(true);
  connect(&liveLater_, &QTimer::timeout, this, &InspectorPanel::showLive);
  connect(lqr_, &LqrWatch::changed, this, &InspectorPanel::showRegulator);
  connect(derived_, &DerivedFacts::changed, this, [this] { inspector_->setDerived(derived_->text()); });
  connect(&context_.selection(), &Selection::changed, this, [this] {
    revealed_.reset();
    show();
  });
  connect(&context_.selection(), &Selection::fieldRequested, this, [this](const QString& field) {
    show();
    inspector_->showField(field);
  });
  connect(inspector_, &Inspector::depthChanged, this, [](description::Depth depth) {
    QSettings().setValue(QLatin1String(kDepthSetting), static_cast<int>(depth));
  });
}

/// Of a contact where it touches, and how hard.
QString InspectorPanel::contactLine(const Snapshot& snapshot) const {
  const auto& contacts = snapshot.model->contacts;
  const bool any = std::any_of(contacts.begin(), contacts.end(), [&](const Contact& c) { return c.id == shown_.id; });
  if (!any) return {};
  int count = 0;
  double depth = 0;
  Vec3 force = Vec3::Zero();
  for (const ContactPoint& point : snapshot.contacts) {
    if (contacts[static_cast<std::size_t>(point.contact)].id != shown_.id) continue;
    ++count;
    depth = std::max(depth, -point.gap);
    force += point.force;
  }
  if (count == 0) return tr("touches nothing");
  return (count == 1 ? tr("touches at one point") : tr("touches at %1 points").arg(count)) +
         QStringLiteral("\n%1, %2")
             .arg(formatQuantity(force.norm(), QStringLiteral("N"), 3).text(),
                  tr("%1 deep").arg(formatLength(depth, context_.lengthUnit(), 3).text()));
}

/// Of propellers their thrusts, and what they reach.
void InspectorPanel::showRotors(const Snapshot& snapshot) {
  const bool one = objects_.size() == 1 && shown_.kind == TargetKind::kActuator && snapshot.model;
  const int index = one ? indexOf(context_.description().actuators, shown_.id) : -1;
  if (index < 0) return inspector_->setRotors({});
  const std::string& name = context_.description().actuators[static_cast<std::size_t>(index)].name;
  for (std::size_t i = 0; i < snapshot.model->actuators.size(); ++i) {
    const auto* propellers = dynamic_cast<const Propellers*>(snapshot.model->actuators[i].get());
    if (!propellers || propellers->name != name) continue;
    RotorAllocation rotors;
    rotors.matrix = propellers->allocation();
    rotors.rank = allocationRank(rotors.matrix);
    const Eigen::Index count = propellers->inputs();
    rotors.thrust = rotors.lower = rotors.upper = VecX::Zero(count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const InputRange& range = propellers->ranges[static_cast<std::size_t>(k)];
      rotors.lower[k] = range.lower, rotors.upper[k] = range.upper;
      const Eigen::Index input = snapshot.model->inputOffset[i] + k;
      if (input < snapshot.u.size()) rotors.thrust[k] = std::clamp(snapshot.u[input], range.lower, range.upper);
    }
    return inspector_->setRotors(rotors);
  }
  inspector_->setRotors({});
}

/// Of a loop how far it is open and what it holds with; of a contact where it touches; of a rod how far it is from
/// folding.
void InspectorPanel::showLive() {
  const qint64 since = liveShown_.isValid() ? liveShown_.elapsed() : kLiveMs;
  if (since < kLiveMs) {  // the last frame of a run is shown, too
    if (!liveLater_.isActive()) liveLater_.start(static_cast<int>(kLiveMs - since));
    return;
  }
  liveShown_.start();
  const Snapshot& snapshot = context_.player().snapshot();
  showRotors(snapshot);
  if (objects_.size() == 1 && shown_.kind == TargetKind::kLoad && snapshot.model)
    return inspector_->setLive(contactLine(snapshot));
  if (objects_.size() == 1 && shown_.kind == TargetKind::kController) return inspector_->setLive(lqr_->text());
  if (objects_.size() == 1 && shown_.kind == TargetKind::kLink)
    return inspector_->setLive(foldingLine(snapshot, shown_.id, context_.lengthUnit()));
  const bool one = objects_.size() == 1 && shown_.kind == TargetKind::kLoop && snapshot.model;
  const int index = one ? loopIndexOf(*snapshot.model, shown_.id) : -1;
  if (index < 0 || static_cast<std::size_t>(index) >= snapshot.loops.size()) return inspector_->setLive({});
  const LoopState& loop = snapshot.loops[static_cast<std::size_t>(index)];
  const auto text = [](double value, const char* unit) {
    return formatQuantity(value, QString::fromUtf8(unit), 3).text();
  };
  QString live = tr("open by %1, %2")
                     .arg(formatLength(loop.distance, context_.lengthUnit(), 3).text(),
                          QString::fromStdString(fieldQuantity(loop.angle, "rad", 3)));
  if (loop.loaded)
    live += u'\n' + tr("holds %1, %2").arg(text(loop.force.norm(), "N"), text(loop.torque.norm(), "N·m"));
  QStringList implied;
  for (const ConstraintRow& row : snapshot.model->loops[static_cast<std::size_t>(index)].dropped)
    implied << QString::fromUtf8(constraintRowName(row).data(), 2);
  if (!implied.isEmpty()) live += u'\n' + tr("other rows imply %1").arg(implied.join(u' '));
  inspector_->setLive(live);
}

/// Why a regulator has no gains, at its kind; what they are stands below the title.
void InspectorPanel::showRegulator() {
  if (objects_.size() != 1 || shown_.kind != TargetKind::kController) return;
  const QString kind = QString::fromStdString(pathOf(context_.description(), shown_)) + QStringLiteral(".type");
  inspector_->setError(kind, lqr_->failure());
  liveShown_.invalidate();
  showLive();
}

void InspectorPanel::connectEdits() {
  connect(inspector_, &Inspector::edited, this, &InspectorPanel::edit);
  connect(inspector_, &Inspector::editFinished, this, [this] { context_.document().commit(); });
  connect(inspector_, &Inspector::resetRequested, this, [this](const QString& path) {
    std::vector<Problem> problems;
    if (!resetAll(path, problems)) tell(path, problems);
  });
  connect(inspector_, &Inspector::choiceRequested, this, &InspectorPanel::choose);
  connect(inspector_, &Inspector::entryRequested, this, &InspectorPanel::addEntry);
  connect(inspector_, &Inspector::parameterRequested, this, &InspectorPanel::makeParameter);
  connect(inspector_, &Inspector::rotationRequested, this, &InspectorPanel::rewriteRotation);
  connect(inspector_, &Inspector::referenceActivated, this, &InspectorPanel::follow);
  connectRows();
}

// ---- what is shown

void InspectorPanel::switchLengthUnit() {
  if (!context_.document().isOpen()) return;
  context_.document().setStudio(QString::fromUtf8(kLengthUnit.data(), std::ssize(kLengthUnit)),
                                context_.lengthUnit() == u"mm" ? QStringLiteral("\"m\"") : QStringLiteral("\"mm\""));
}

void InspectorPanel::show() {
  if (!context_.document().isOpen()) return inspector_->setRows({});
  const Description& description = context_.description();
  chooseShown();
  inspector_->setLengthUnit(context_.lengthUnit());
  showTitle();
  inspector_->setParameters(parameterValues(description));
  QStringList variants;
  for (const auto& variant : description.variants.entries) variants << QString::fromStdString(variant.first);
  inspector_->setVariants(variants);
  showChanged();
  const bool alike = std::all_of(objects_.begin(), objects_.end(),
                                 [this](const Target& object) { return object.kind == shown_.kind; });
  std::vector<std::string> paths;
  for (const Target& object : objects_) paths.push_back(pathOf(description, object));
  inspector_->setEmptyText(tr("Select objects of one kind to see what they have in common."));
  std::vector<FieldRow> rows = alike ? commonRows(description, paths) : std::vector<FieldRow>();
  const bool known = !rows.empty() && objects_.size() == 1 && !rows.front().originHere;
  const QString origin = known ? QString::fromStdString(rows.front().origin) : QString();
  inspector_->setOrigin(origin.isEmpty() ? origin : tr("Source: %1").arg(origin));
  inspector_->setProperty("helpGuide", QString::fromStdString(rows.empty() ? std::string() : rows.front().guide));
  inspector_->setRows(std::move(rows));
  if (objects_.size() == 1) showPart(context_.selection().current().value_or(shown_));
  const bool controller = objects_.size() == 1 && shown_.kind == TargetKind::kController;
  inspector_->setAction(objects_.size() == 1 ? actionOfShown() : nullptr);
  const description::ObjectId link = objects_.size() == 1 && shown_.kind == TargetKind::kLink ? shown_.id : 0;
  points_->show(link);
  derived_->show(link);
  lqr_->show(controller ? shown_.id : 0);
  liveShown_.invalidate();
  showLive();
}

/// The fields that the variant that is shown changes; of several objects at once none is marked.
void InspectorPanel::showChanged() {
  const Document& document = context_.document().document();
  std::map<std::string, QString> paths;
  if (objects_.size() > 1) return inspector_->setChanged({}, paths);
  for (const VariantChangeRow& row : variantChangeRows(document.base(), document.variant()))
    paths[row.path] = QString::fromStdString(row.before);
  inspector_->setChanged(QString::fromStdString(document.variant()), paths);
}

/// What its title has a button for; null: nothing.
QAction* InspectorPanel::actionOfShown() const {
  if (shown_.kind == TargetKind::kController) return context_.actions().find("plotController");
  if (shown_.kind != TargetKind::kActuator) return nullptr;
  for (const description::Actuator& actuator : context_.description().actuators) {
    const auto* chamber = std::get_if<description::PressureActuator>(&actuator.type);
    if (actuator.id == shown_.id && chamber && chamber->surface) return context_.actions().find("pickWall");
  }
  return nullptr;
}

void InspectorPanel::chooseShown() {
  std::vector<Target> objects;
  for (const Target& target : context_.selection().targets()) {
    if (!exists(context_.description(), target)) continue;
    std::erase(objects, ownerOf(target));  // of two parts of a link the link, where it was chosen last
    objects.push_back(ownerOf(target));
  }
  if (objects.empty()) objects = {Target::project()};
  if (objects != objects_) inspector_->clearErrors();
  objects_ = std::move(objects);
  shown_ = objects_.back();
}

void InspectorPanel::showTitle() {
  const KindName& known = kindOf(shown_);
  if (objects_.size() > 1) {
    const bool alike = std::all_of(objects_.begin(), objects_.end(),
                                   [this](const Target& object) { return object.kind == shown_.kind; });
    const bool counted = alike && *known.several;
    return inspector_->setTitle(tr(counted ? known.several : "%1 objects").arg(objects_.size()), {},
                                counted ? QLatin1String(known.icon) : QLatin1String("tree"));
  }
  const bool project = shown_.kind == TargetKind::kProject;
  const QString name = project ? context_.document().name() : titleOf(context_.description(), shown_);
  QString icon = QLatin1String(known.icon);
  const TreeItem item = TreePanel::itemOf(shown_);  // a rod is no block, a tendon no motor
  for (const TreeRow& row : context_.tree().rows())
    if (shown_.id != 0 && row.item.isSame(item)) icon = row.icon;
  inspector_->setTitle(name, shown_.id != 0 || project ? tr(known.name) : QString(), icon);
}

void InspectorPanel::showPart(const Target& target) {
  if (revealed_ == target.part) return;
  revealed_ = target.part;
  if (target.part != TargetPart::kWhole || target.index >= 0)
    inspector_->revealField(QString::fromStdString(pathOf(context_.description(), target)));
}

// ---- edits

std::vector<std::string> InspectorPanel::everywhere(const QString& path) const {
  if (objects_.size() < 2) return {path.toStdString()};
  const Description& description = context_.description();
  const std::string field = path.toStdString(), own = pathOf(description, shown_);
  std::vector<std::string> paths;
  for (const Target& object : objects_)
    paths.push_back(pathOf(description, object) + field.substr(std::min(field.size(), own.size())));
  return paths;
}

QString InspectorPanel::stepName(const QString& verb, const QString& path) const {
  if (objects_.size() < 2) return {};
  QString key = path.mid(path.lastIndexOf(u'.') + 1);
  key = key.left(key.indexOf(u'[')).replace(u'_', u' ');
  return tr("%1 %2 of %3").arg(verb, key, tr(kindOf(shown_).several).arg(objects_.size()));
}

bool InspectorPanel::setAll(const QString& path, const QString& json, std::vector<Problem>& problems,
                            const QString& mergeKey) {
  std::vector<std::pair<std::string, std::string>> values;
  for (std::string& each : everywhere(path)) values.emplace_back(std::move(each), json.toStdString());
  return context_.document().setFields(values, problems, mergeKey, stepName(tr("Set"), path));
}

bool InspectorPanel::resetAll(const QString& path, std::vector<Problem>& problems) {
  if (objects_.size() < 2) return context_.document().resetField(path, problems);
  const auto reset = [paths = everywhere(path)](Description& description, std::vector<Problem>& found) {
    return std::all_of(paths.begin(), paths.end(),
                       [&](const std::string& each) { return resetByPath(description, each, found); });
  };
  return context_.document().edit({stepName(tr("Reset"), path).toStdString(), reset}, problems);
}

bool InspectorPanel::editAll(const std::vector<Edit>& edits, std::vector<Problem>& problems) {
  if (edits.size() == 1) return context_.document().edit(edits.front(), problems);
  const auto all = [edits](Description& description, std::vector<Problem>& found) {
    return std::all_of(edits.begin(), edits.end(), [&](const Edit& each) { return each.apply(description, found); });
  };
  const QString name = tr("Change %1").arg(tr(kindOf(shown_).several).arg(objects_.size()));
  return context_.document().edit({name.toStdString(), all}, problems);
}

void InspectorPanel::edit(const QString& path, const QString& json, const QString& mergeKey) {
  if (changeController(path, json) || typeOnSurface(path, json, mergeKey)) return;
  std::vector<Problem> problems;
  if (!setAll(path, json, problems, mergeKey)) tell(path, problems);
}

void InspectorPanel::choose(const QString& path, const QString& option) {
  const FieldRow* row = rowAt(*inspector_, path.toStdString());
  if (!row) return;
  if (option.isEmpty()) {
    std::vector<Problem> problems;
    if (!resetAll(path, problems)) tell(path, problems);
    return;
  }
  if (changeController(path, option)) return;
  if (option == QLatin1String(kPlaceOnSurface.data())) return placeOnSurface(*row);
  const std::string json =
      row->kind == FieldKind::kGroup ? withOption(context_.description(), *row, option.toStdString()) : "";
  if (!json.empty()) return edit(path, QString::fromStdString(json), {});
  if (isShape(*row)) return chooseFile(path);
  const bool body = row->kind == FieldKind::kGroup && row->key == "body";
  std::vector<Problem> problems;
  std::vector<Edit> changes;
  for (std::size_t i = 0; const std::string& each : everywhere(path))
    changes.push_back(body ? edits::setBody(context_.description(), objects_[i++].id, option.toStdString())
                           : edits::setType(each, option.toStdString()));
  if (!editAll(changes, problems)) tell(path, problems);
}

void InspectorPanel::addEntry(const QString& path, const QString& name) {
  const FieldRow* row = rowAt(*inspector_, path.toStdString());
  if (!row) return;
  const std::string key = row->kind == FieldKind::kMap && name.isEmpty() ? freeEntry(*row) : name.toStdString();
  const std::string json = withEntry(context_.description(), *row, key);
  if (!json.empty()) edit(path, QString::fromStdString(json), {});
}

/// A name that no entry of the map has yet.
std::string InspectorPanel::freeEntry(const FieldRow& map) const {
  if (map.path == "parameters") return freeParameter(QStringLiteral("p"));
  const std::string base = map.path == "signals" ? "signal" : map.path == "variants" ? "variant" : "entry";
  std::string name = base;
  for (int i = 2; rowAt(*inspector_, map.path + '.' + name); ++i) name = base + ' ' + std::to_string(i);
  return name;
}

std::string InspectorPanel::freeParameter(const QString& wish) const {
  std::string base;
  for (const char c : wish.toStdString()) base += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (base.empty() || std::isdigit(static_cast<unsigned char>(base[0]))) base = "p" + base;
  const auto& entries = context_.description().parameters.entries;
  std::string name = base;
  for (int i = 2; std::any_of(entries.begin(), entries.end(), [&](const auto& entry) { return entry.first == name; });
       ++i)
    name = base + "_" + std::to_string(i);
  return name;
}

void InspectorPanel::makeParameter(const QString& path, const QString& wish) {
  const FieldRow* row = rowAt(*inspector_, path.toStdString());
  if (!row || !row->value) return;
  const std::string name = freeParameter(wish);
  std::vector<std::pair<std::string, std::string>> values = {{"parameters." + name, row->text}};
  for (std::string& each : everywhere(path)) values.emplace_back(std::move(each), "\"=" + name + "\"");
  std::vector<Problem> problems;
  const bool made =
      context_.document().setFields(values, problems, {}, tr("Make parameter %1").arg(QString::fromStdString(name)));
  if (!made) tell(path, problems);
}

void InspectorPanel::rewriteRotation(const QString& path, const QString& json) {
  const std::string key = path.endsWith(u".rpy") ? "quaternion" : "rpy";
  std::vector<std::pair<std::string, std::string>> values;
  for (const std::string& each : everywhere(path)) {
    const std::string pose = each.substr(0, each.rfind('.'));
    std::string place = "[0,0,0]";
    for (const FieldRow& row : fieldRows(context_.description(), pose))
      if (row.path == pose + ".position") place = row.text;
    values.emplace_back(pose, R"({"position":)" + place + ",\"" + key + "\":" + json.toStdString() + '}');
  }
  std::vector<Problem> problems;
  if (!context_.document().setFields(values, problems, {}, stepName(tr("Set"), path))) tell(path, problems);
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
  const bool actuator = path.startsWith(u"controllers.") && path.contains(u".outputs");
  const std::string list = material ? "materials." : actuator ? "actuators." : "links.";
  const Target target = targetOf(context_.description(), list + name.toStdString());
  context_.selection().select(target);
}

}  // namespace tendril
