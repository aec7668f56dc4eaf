// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/overlay_actions.hpp"

#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "studio/app/context/studio_context.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr auto kKey = "overlays";

struct Entry {
  const char* key;
  bool SceneOverlays::*member;
};
constexpr Entry kEntries[] = {{"loops", &SceneOverlays::loops},
                              {"loop_forces", &SceneOverlays::loopForces},
                              {"surfaces", &SceneOverlays::surfaces},
                              {"contacts", &SceneOverlays::contacts},
                              {"contact_forces", &SceneOverlays::contactForces},
                              {"tensions", &SceneOverlays::tensions},
                              {"lost_tensions", &SceneOverlays::lostTensions},
                              {"thrusts", &SceneOverlays::thrusts},
                              {"references", &SceneOverlays::references},
                              {"traces", &SceneOverlays::traces}};

/// Whether a controller demands what a tendon cannot give.
bool losesTension(const Snapshot& snapshot) {
  return std::ranges::any_of(snapshot.tendonLines, [&](const TendonLine& line) {
    const auto input = static_cast<std::size_t>(line.input);
    return input < snapshot.inputs.size() && snapshot.inputs[input].lost != 0;
  });
}

QColor screenColor(const Color& color) {
  return QColor::fromRgbF(static_cast<float>(color.r), static_cast<float>(color.g), static_cast<float>(color.b));
}

}  // namespace

QString overlaysText(const SceneOverlays& overlays) {
  const SceneOverlays usual;
  QJsonObject object;
  for (const Entry& entry : kEntries)
    if (overlays.*entry.member != usual.*entry.member) object.insert(QLatin1String(entry.key), overlays.*entry.member);
  return object.isEmpty() ? QString() : QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

SceneOverlays overlaysOf(const std::string& json) {
  const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
  SceneOverlays overlays;
  for (const Entry& entry : kEntries)
    overlays.*entry.member = object.value(QLatin1String(entry.key)).toBool(overlays.*entry.member);
  return overlays;
}

OverlayActions::OverlayActions(StudioContext& context) : QObject(&context.window()), context_(context) {
  add("loops", tr("Joints of loops"), {}, &SceneOverlays::loops);
  add("loop_forces", tr("Forces of loops"), QKeySequence(Qt::SHIFT | Qt::Key_F), &SceneOverlays::loopForces);
  add("surfaces", tr("Surfaces that bodies touch"), {}, &SceneOverlays::surfaces);
  add("contacts", tr("Points of contact"), {}, &SceneOverlays::contacts);
  add("contact_forces", tr("Forces of contacts"), QKeySequence(Qt::SHIFT | Qt::Key_C), &SceneOverlays::contactForces);
  add("tensions", tr("Tensions at the ends of tendons"), QKeySequence(Qt::SHIFT | Qt::Key_P), &SceneOverlays::tensions);
  add("lost_tensions", tr("Tensions demanded beyond ranges"), {}, &SceneOverlays::lostTensions);
  add("thrusts", tr("Thrusts of rotors"), {}, &SceneOverlays::thrusts);
  add("references", tr("Where controllers lead"), QKeySequence(Qt::SHIFT | Qt::Key_R), &SceneOverlays::references);
  add("traces", tr("Traces of what they lead"), QKeySequence(Qt::SHIFT | Qt::Key_T), &SceneOverlays::traces);
  auto* menu = new QMenu(&context.window());
  for (const Switch& each : switches_) menu->addAction(each.action);
  auto* open = new QAction(themeIcon("layers"), tr("What the view shows besides bodies"), &context.window());
  QToolButton* button = context.header().addTool(open);
  button->setObjectName(QStringLiteral("overlays"));
  button->setMenu(menu);
  button->setPopupMode(QToolButton::InstantPopup);
  connect(&context.document(), &DocumentHost::opened, this, &OverlayActions::recall);
  connect(&context.player(), &Player::frame, this, &OverlayActions::showScale);
  connect(&context.view().viewport(), &Viewport::cameraChanged, this,
          [this] { showScale(context_.player().snapshot()); });
}

void OverlayActions::add(const char* key, const QString& text, const QKeySequence& keys, bool SceneOverlays::*member) {
  QAction* action = context_.actions().add(text, {}, {keys}, [] {});
  action->setObjectName(QStringLiteral("overlay-") + QLatin1String(key));
  action->setCheckable(true);
  action->setChecked(SceneOverlays().*member);
  connect(action, &QAction::toggled, this, [this] {
    apply();
    remember();
  });
  switches_.push_back({action, key, member});
}

void OverlayActions::apply() {
  SceneOverlays overlays;
  for (const Switch& each : switches_) overlays.*each.member = each.action->isChecked();
  context_.view().viewport().setOverlays(overlays);
  showScale(context_.player().snapshot());
}

void OverlayActions::recall() {
  const SceneOverlays overlays = overlaysOf(context_.document().document().studio(kKey));
  recalling_ = true;
  for (const Switch& each : switches_) each.action->setChecked(overlays.*each.member);
  recalling_ = false;
}

void OverlayActions::remember() {
  if (recalling_ || !context_.document().isOpen()) return;
  SceneOverlays overlays;
  for (const Switch& each : switches_) overlays.*each.member = each.action->isChecked();
  const QString text = overlaysText(overlays);
  if (text.toStdString() != context_.document().document().studio(kKey)) context_.document().setStudio(kKey, text);
}

void OverlayActions::showScale(const Snapshot& snapshot) {
  Viewport& viewport = context_.view().viewport();
  ForceLegend& legend = context_.view().forceLegend();
  const auto& scene = viewport.scene();
  if (!scene || scene->model() != snapshot.model) return legend.setScale(0, {});
  std::vector<ForceLegend::Kind> kinds;
  if (viewport.overlays().loopForces && !snapshot.loops.empty())
    kinds.push_back({tr("loops"), screenColor(kLoopColor)});
  if (viewport.overlays().contactForces && !snapshot.contacts.empty())
    kinds.push_back({tr("contacts"), screenColor(kContactColor)});
  if (viewport.overlays().tensions && !snapshot.tendonLines.empty())
    kinds.push_back({tr("tendons"), screenColor(kTendonHighColor)});
  if (viewport.overlays().lostTensions && losesTension(snapshot))
    kinds.push_back({tr("beyond their ranges"), screenColor(kLostColor)});
  if (viewport.overlays().thrusts && !snapshot.rotors.empty())
    kinds.push_back({tr("thrusts"), screenColor(kThrustColor)});
  const ForceScale scale = scene->forceScale();
  const double metre = viewport.camera().metresPerPixel(viewport.height());
  legend.setScale(scale.force > 0 && metre > 0 ? scale.length / scale.force / metre : 0, std::move(kinds));
}

}  // namespace tendril
