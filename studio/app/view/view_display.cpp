// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/view_display.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

#include "render/scene/ghost.hpp"
#include "studio/app/context/studio_context.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr auto kKey = "view";

/// The robot as the project starts and with no body deformed, in glass; closed chains as they start, because
/// undeformed bodies would leave their loops open. Takes kinematics: for a thread of its own.
std::shared_ptr<Ghost> undeformedGhost(const std::shared_ptr<const Model>& model,
                                       const std::set<description::ObjectId>& hidden) {
  Snapshot shape;
  Data data(*model);
  const VecX q = model->loops.empty() ? model->undeformed() : model->q0;
  fillSnapshot(model, data, 0, q, VecX::Zero(model->nv), nullptr, shape);
  return std::make_shared<Ghost>(shape, hidden);
}

}  // namespace

QString displayText(const DisplayState& state) {
  if (state == DisplayState{}) return {};
  QJsonObject object;
  QJsonArray hidden;
  for (const std::string& name : state.hidden) hidden.append(QString::fromStdString(name));
  if (!hidden.isEmpty()) object.insert("hidden", hidden);
  QJsonArray loops;
  for (const std::string& name : state.hiddenLoops) loops.append(QString::fromStdString(name));
  if (!loops.isEmpty()) object.insert("hidden_loops", loops);
  QJsonArray loads;
  for (const std::string& name : state.hiddenLoads) loads.append(QString::fromStdString(name));
  if (!loads.isEmpty()) object.insert("hidden_loads", loads);
  if (state.ghost) object.insert("ghost", true);
  if (state.edges) object.insert("edges", true);
  return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

DisplayState displayOf(const std::string& json) {
  const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
  DisplayState state;
  state.ghost = object.value("ghost").toBool();
  state.edges = object.value("edges").toBool();
  const auto read = [&object](const char* key, std::vector<std::string>& names) {
    const QJsonArray hidden = object.value(QLatin1String(key)).toArray();
    for (const auto& name : hidden)
      if (name.isString()) names.push_back(name.toString().toStdString());
  };
  read("hidden", state.hidden);
  read("hidden_loops", state.hiddenLoops);
  read("hidden_loads", state.hiddenLoads);
  return state;
}

ViewDisplay::ViewDisplay(StudioContext& context, QAction* ghost, QAction* wireframe)
    : QObject(&context.window()), context_(context), ghost_(ghost), wireframe_(wireframe) {
  worker_.setMaxThreadCount(1);
  connectTree();
  connect(ghost, &QAction::toggled, this, [this] { updateGhost(), remember(); });
  connect(wireframe, &QAction::toggled, this, [this](bool on) {
    context_.view().viewport().setWireframe(on);
    remember();
  });
  connect(&context.player(), &Player::modelChanged, this, &ViewDisplay::updateGhost);
  connect(&context.document(), &DocumentHost::opened, this, &ViewDisplay::recall);
  connect(&context.document(), &DocumentHost::changed, this, &ViewDisplay::remember);  // names may be others
}

ViewDisplay::~ViewDisplay() {
  worker_.clear();
  worker_.waitForDone();
}

void ViewDisplay::connectTree() {
  context_.tree().setHideable(true);
  connect(&context_.tree(), &RobotTree::visibilityRequested, this,
          [this](description::ObjectId object, bool visible) { setHidden(object, !visible); });
}

// ---- hidden links

void ViewDisplay::setHidden(description::ObjectId object, bool hidden) {
  std::set<description::ObjectId> objects = hidden_;
  hidden ? void(objects.insert(object)) : void(objects.erase(object));
  setObjects(std::move(objects));
}

/// Of what is selected, what can be hidden.
std::set<description::ObjectId> ViewDisplay::selected() const {
  std::set<description::ObjectId> chosen;
  for (const TargetKind kind : {TargetKind::kLink, TargetKind::kLoop, TargetKind::kObject, TargetKind::kLoad})
    for (const description::ObjectId id : context_.selection().ids(kind)) chosen.insert(id);
  return chosen;
}

void ViewDisplay::toggleSelected() {
  const std::set<description::ObjectId> chosen = selected();
  const bool all = std::all_of(chosen.begin(), chosen.end(), [this](auto id) { return hidden_.contains(id); });
  std::set<description::ObjectId> objects = hidden_;
  for (const description::ObjectId id : chosen) all ? void(objects.erase(id)) : void(objects.insert(id));
  setObjects(std::move(objects));
}

void ViewDisplay::isolateSelected() {
  const std::set<description::ObjectId> chosen = selected();
  if (chosen.empty()) return;
  const Description& robot = context_.description();
  std::set<description::ObjectId> others;
  const auto add = [&](const auto& things) {
    for (const auto& thing : things)
      if (!chosen.contains(thing.id)) others.insert(thing.id);
  };
  add(robot.links), add(robot.objects), add(robot.loops), add(robot.loads);
  setObjects(others == hidden_ ? std::set<description::ObjectId>() : std::move(others));
}

void ViewDisplay::showAll() {
  setObjects({});
}

void ViewDisplay::setObjects(std::set<description::ObjectId> hidden) {
  if (hidden == hidden_) return;
  hidden_ = std::move(hidden);
  apply();
  remember();
}

void ViewDisplay::apply() {
  context_.view().viewport().setHidden(hidden_);
  context_.tree().setHidden(hidden_);
  updateGhost();
}

// ---- memory

void ViewDisplay::recall() {
  const DisplayState state = displayOf(context_.document().document().studio(kKey));
  recalling_ = true;
  context_.view().viewport().setGhost(nullptr);  // of the project before
  hidden_.clear();
  for (const description::Link& link : context_.description().links)
    if (std::find(state.hidden.begin(), state.hidden.end(), link.name) != state.hidden.end()) hidden_.insert(link.id);
  for (const description::FreeObject& object : context_.description().objects)
    if (std::find(state.hidden.begin(), state.hidden.end(), object.name) != state.hidden.end())
      hidden_.insert(object.id);
  for (const description::Load& load : context_.description().loads)
    if (std::find(state.hiddenLoads.begin(), state.hiddenLoads.end(), load.name) != state.hiddenLoads.end())
      hidden_.insert(load.id);
  for (const description::Loop& loop : context_.description().loops)
    if (std::find(state.hiddenLoops.begin(), state.hiddenLoops.end(), loop.name) != state.hiddenLoops.end())
      hidden_.insert(loop.id);
  ghost_->setChecked(state.ghost);
  wireframe_->setChecked(state.edges);
  apply();
  recalling_ = false;
}

void ViewDisplay::remember() {
  if (recalling_ || !context_.document().isOpen()) return;
  DisplayState state{.hidden = {},
                     .hiddenLoops = {},
                     .hiddenLoads = {},
                     .ghost = ghost_->isChecked(),
                     .edges = wireframe_->isChecked()};
  for (const description::Link& link : context_.description().links)
    if (hidden_.contains(link.id)) state.hidden.push_back(link.name);
  for (const description::FreeObject& object : context_.description().objects)
    if (hidden_.contains(object.id)) state.hidden.push_back(object.name);
  for (const description::Load& load : context_.description().loads)
    if (hidden_.contains(load.id)) state.hiddenLoads.push_back(load.name);
  for (const description::Loop& loop : context_.description().loops)
    if (hidden_.contains(loop.id)) state.hiddenLoops.push_back(loop.name);
  const QString text = displayText(state);
  if (text.toStdString() != context_.document().document().studio(kKey)) context_.document().setStudio(kKey, text);
}

// ---- the ghost

/// Of the model that is shown; that of a project that has just been opened comes later, with a call of its own.
void ViewDisplay::updateGhost() {
  const std::uint64_t number = ++wanted_;
  Viewport& viewport = context_.view().viewport();
  const std::shared_ptr<const Model> model = context_.player().snapshot().model;
  if (!ghost_->isChecked() || !model || recalling_) return viewport.setGhost(nullptr);
  worker_.clear();  // what waits is out of date
  worker_.start([this, model, hidden = hidden_, number] {
    std::shared_ptr<Ghost> ghost = undeformedGhost(model, hidden);
    QMetaObject::invokeMethod(
        this,
        [this, ghost = std::move(ghost), number] {
          if (number == wanted_) context_.view().viewport().setGhost(ghost);
        },
        Qt::QueuedConnection);
  });
}

}  // namespace tendril
