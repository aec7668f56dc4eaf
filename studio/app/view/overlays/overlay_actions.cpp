// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/overlays/overlay_actions.hpp"

#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QToolButton>

#include "studio/app/context/studio_context.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr auto kKey = "overlays";

/// Those that have a key.
QKeySequence keysOf(std::string_view key) {
  if (key == "loop_forces") return {Qt::SHIFT | Qt::Key_F};
  if (key == "contact_forces") return {Qt::SHIFT | Qt::Key_C};
  if (key == "tensions") return {Qt::SHIFT | Qt::Key_P};
  if (key == "references") return {Qt::SHIFT | Qt::Key_R};
  if (key == "traces") return {Qt::SHIFT | Qt::Key_T};
  if (key == "mass_centres") return {Qt::SHIFT | Qt::Key_M};
  return {};
}

QString wordsOf(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QColor screenColor(const Color& color) {
  return QColor::fromRgbF(static_cast<float>(color.r), static_cast<float>(color.g), static_cast<float>(color.b));
}

}  // namespace

QString overlaysText(const SceneOverlays& overlays) {
  const SceneOverlays usual;
  QJsonObject object;
  for (const SceneOverlayInfo& info : sceneOverlays())
    if (overlays.*info.member != usual.*info.member) object.insert(wordsOf(info.key), overlays.*info.member);
  return object.isEmpty() ? QString() : QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

SceneOverlays overlaysOf(const std::string& json) {
  const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
  SceneOverlays overlays;
  for (const SceneOverlayInfo& info : sceneOverlays())
    overlays.*info.member = object.value(wordsOf(info.key)).toBool(overlays.*info.member);
  return overlays;
}

OverlayActions::OverlayActions(StudioContext& context) : QObject(&context.window()), context_(context) {
  for (const SceneOverlayInfo& info : sceneOverlays()) add(info);
  auto* menu = new QMenu(&context.window());
  for (const Switch& each : switches_) menu->addAction(each.action);
  auto* open = new QAction(themeIcon("layers"), tr("What the view shows besides bodies"), &context.window());
  QToolButton* button = context.header().addTool(open);
  button->setObjectName(QStringLiteral("overlays"));
  button->setMenu(menu);
  button->setPopupMode(QToolButton::InstantPopup);
  connect(&context.document(), &DocumentHost::opened, this, &OverlayActions::recall);
  connect(&context.player(), &Player::frame, this, &OverlayActions::showScale);
  // What is selected while time stands still has its scale with its first picture.
  connect(&context.view().viewport(), &Viewport::pictureShown, this, [this] {
    const auto& scene = context_.view().viewport().scene();
    if (scene && !scene->selection().empty()) showScale(context_.player().snapshot());
  });
  connect(&context.view().viewport(), &Viewport::cameraChanged, this,
          [this] { showScale(context_.player().snapshot()); });
}

void OverlayActions::add(const SceneOverlayInfo& info) {
  QAction* action = context_.actions().add(tr(info.name.data()), {}, {keysOf(info.key)}, [] {});
  action->setObjectName(QStringLiteral("overlay-") + wordsOf(info.key));
  action->setCheckable(true);
  action->setChecked(SceneOverlays().*info.member);
  connect(action, &QAction::toggled, this, [this] {
    apply();
    remember();
  });
  switches_.push_back({action, info.member});
}

void OverlayActions::apply() {
  SceneOverlays overlays;
  for (const Switch& each : switches_) overlays.*each.member = each.action->isChecked();
  context_.view().viewport().setOverlays(overlays);
  context_.player().showMasses(overlays.weigh());
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
  if (!scene || scene->model() != snapshot.model) return legend.setScale({}, 0, {});
  std::vector<ForceLegend::Kind> kinds;
  for (const ArrowKind& kind : scene->arrows().kinds())
    kinds.push_back({tr(kind.name.data()), screenColor(kind.color), kind.torque});
  const ForceScale scale = scene->forceScale();
  const double metre = viewport.camera().metresPerPixel(viewport.height());
  legend.setScale(scale, metre > 0 ? 1 / metre : 0, std::move(kinds));
}

}  // namespace tendril
