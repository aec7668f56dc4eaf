// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view_display.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <utility>

#include "render/ghost.hpp"
#include "studio/app/main_window.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr auto kKey = "view";

/// The robot as the project starts, in glass. Takes kinematics: for a thread of its own.
std::shared_ptr<Ghost> initialGhost(const std::shared_ptr<const Model>& model,
                                    const std::set<description::ObjectId>& hidden) {
  Snapshot shape;
  Data data(*model);
  fillSnapshot(model, data, 0, model->q0, VecX::Zero(model->nv), nullptr, shape);
  return std::make_shared<Ghost>(shape, hidden);
}

}  // namespace

QString displayText(const DisplayState& state) {
  if (state == DisplayState{}) return {};
  QJsonObject object;
  QJsonArray hidden;
  for (const std::string& name : state.hidden) hidden.append(QString::fromStdString(name));
  if (!hidden.isEmpty()) object.insert("hidden", hidden);
  if (state.ghost) object.insert("ghost", true);
  if (state.edges) object.insert("edges", true);
  return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

DisplayState displayOf(const std::string& json) {
  const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
  DisplayState state;
  state.ghost = object.value("ghost").toBool();
  state.edges = object.value("edges").toBool();
  const QJsonArray hidden = object.value("hidden").toArray();
  for (const QJsonValue& name : hidden)
    if (name.isString()) state.hidden.push_back(name.toString().toStdString());
  return state;
}

ViewDisplay::ViewDisplay(MainWindow& window, QAction* ghost, QAction* wireframe)
    : QObject(&window), window_(window), ghost_(ghost), wireframe_(wireframe) {
  worker_.setMaxThreadCount(1);
  connectTree();
  connect(ghost, &QAction::toggled, this, [this] { updateGhost(), remember(); });
  connect(wireframe, &QAction::toggled, this, [this](bool on) {
    window_.view().viewport().setWireframe(on);
    remember();
  });
  connect(&window.player(), &Player::modelChanged, this, &ViewDisplay::updateGhost);
  connect(&window.document(), &DocumentHost::opened, this, &ViewDisplay::recall);
  connect(&window.document(), &DocumentHost::changed, this, &ViewDisplay::remember);  // names may be others
}

ViewDisplay::~ViewDisplay() {
  worker_.clear();
  worker_.waitForDone();
}

void ViewDisplay::connectTree() {
  window_.tree().setLinksHideable(true);
  connect(&window_.tree(), &RobotTree::visibilityRequested, this,
          [this](description::ObjectId link, bool visible) { setHidden(link, !visible); });
}

// ---- hidden links

void ViewDisplay::setHidden(description::ObjectId link, bool hidden) {
  std::set<description::ObjectId> links = hidden_;
  hidden ? void(links.insert(link)) : void(links.erase(link));
  setLinks(std::move(links));
}

void ViewDisplay::toggleSelected() {
  const std::vector<description::ObjectId> chosen = window_.selection().ids(TargetKind::kLink);
  const bool all = std::all_of(chosen.begin(), chosen.end(), [this](auto id) { return hidden_.contains(id); });
  std::set<description::ObjectId> links = hidden_;
  for (const description::ObjectId id : chosen) all ? void(links.erase(id)) : void(links.insert(id));
  setLinks(std::move(links));
}

void ViewDisplay::showAll() {
  setLinks({});
}

void ViewDisplay::setLinks(std::set<description::ObjectId> hidden) {
  if (hidden == hidden_) return;
  hidden_ = std::move(hidden);
  apply();
  remember();
}

void ViewDisplay::apply() {
  window_.view().viewport().setHiddenLinks(hidden_);
  window_.tree().setHiddenLinks(hidden_);
  updateGhost();
}

// ---- memory

void ViewDisplay::recall() {
  const DisplayState state = displayOf(window_.document().document().studio(kKey));
  recalling_ = true;
  window_.view().viewport().setGhost(nullptr);  // of the project before
  hidden_.clear();
  for (const description::Link& link : window_.description().links)
    if (std::find(state.hidden.begin(), state.hidden.end(), link.name) != state.hidden.end()) hidden_.insert(link.id);
  ghost_->setChecked(state.ghost);
  wireframe_->setChecked(state.edges);
  apply();
  recalling_ = false;
}

void ViewDisplay::remember() {
  if (recalling_ || !window_.document().isOpen()) return;
  DisplayState state{.hidden = {}, .ghost = ghost_->isChecked(), .edges = wireframe_->isChecked()};
  for (const description::Link& link : window_.description().links)
    if (hidden_.contains(link.id)) state.hidden.push_back(link.name);
  const QString text = displayText(state);
  if (text.toStdString() != window_.document().document().studio(kKey)) window_.document().setStudio(kKey, text);
}

// ---- the ghost

/// Of the model that is shown; that of a project that has just been opened comes later, with a call of its own.
void ViewDisplay::updateGhost() {
  const std::uint64_t number = ++wanted_;
  Viewport& viewport = window_.view().viewport();
  const std::shared_ptr<const Model> model = window_.player().snapshot().model;
  if (!ghost_->isChecked() || !model || recalling_) return viewport.setGhost(nullptr);
  worker_.clear();  // what waits is out of date
  worker_.start([this, model, hidden = hidden_, number] {
    std::shared_ptr<Ghost> ghost = initialGhost(model, hidden);
    QMetaObject::invokeMethod(
        this,
        [this, ghost = std::move(ghost), number] {
          if (number == wanted_) window_.view().viewport().setGhost(ghost);
        },
        Qt::QueuedConnection);
  });
}

}  // namespace tendril
