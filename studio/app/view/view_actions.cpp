// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/view_actions.hpp"

#include <QMenu>
#include <QSettings>
#include <QToolButton>

#include <algorithm>
#include <tuple>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/view/follow_camera.hpp"
#include "studio/app/view/view_display.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

QString iconOf(ThemeMode mode) {
  switch (mode) {
    case ThemeMode::kLight:
      return "sun";
    case ThemeMode::kDark:
      return "moon";
    case ThemeMode::kSystem:
      break;
  }
  return "system";
}

QString quoted(const std::string& name) {
  const QString text = QString::fromStdString(name);
  return text.contains(u' ') || text.contains(u'-') ? u'\'' + text + u'\'' : text;
}

/// What a loop holds with, along the axes of its side b.
QStringList signalsOfLoop(const std::string& name, const Model& model) {
  const auto loop = std::find_if(model.loops.begin(), model.loops.end(), [&](const Loop& l) { return l.name == name; });
  if (loop == model.loops.end()) return {};
  QStringList names;
  for (int k = 0; k < static_cast<int>(loop->rows.size()) && names.size() < 3; ++k)
    if (loop->rows[static_cast<std::size_t>(k)].component >= 3)
      names << QStringLiteral("%1.force.%2")
                   .arg(quoted(name))
                   .arg(QChar("xyz"[loop->rows[static_cast<std::size_t>(k)].component - 3]));
  return names.isEmpty() ? QStringList{quoted(name) + QStringLiteral(".torque.norm")} : names;
}

/// What a person wants to see of a target: the coordinates of a joint of up to three, else where the tip goes; what an
/// actuator does; what a loop holds with.
QStringList signalsOf(const Description& description, const Model& model, const Target& target) {
  if (target.kind == TargetKind::kActuator)
    for (const auto& actuator : description.actuators)
      if (actuator.id == target.id) return {quoted(actuator.name) + QStringLiteral(".u")};
  if (target.kind == TargetKind::kLoop)
    for (const auto& loop : description.loops)
      if (loop.id == target.id) return signalsOfLoop(loop.name, model);
  const int index = target.kind == TargetKind::kLink ? linkIndexOf(model, target.id) : -1;
  if (index < 0) return {};
  const Link& link = model.links[static_cast<std::size_t>(index)];
  const bool body = target.part == TargetPart::kBody || target.part == TargetPart::kStation || link.body;
  QStringList names;
  if (target.part == TargetPart::kJoint || (!body && link.nvJoint > 0 && link.nqJoint <= 3))
    for (int k = 0; k < link.nqJoint; ++k) names << QStringLiteral("%1.q[%2]").arg(quoted(link.name)).arg(k);
  if (names.isEmpty())
    for (const char* axis : {"x", "y", "z"}) names << quoted(link.name) + QStringLiteral(".tip.") + axis;
  return names;
}

}  // namespace

ViewActions::ViewActions(StudioContext& context)
    : QObject(&context.window()), context_(context), modes_(new QActionGroup(this)) {
  addCamera();
  addDisplay();
  addTheme();
}

void ViewActions::addCamera() {
  Viewport& viewport = context_.view().viewport();
  QAction* frame = context_.actions().add(tr("Frame the robot, or what is selected"), "frame", {Qt::Key_F}, [this] {
    Viewport& view = context_.view().viewport();
    if (view.selectedLink() >= 0)
      view.frameLink(view.selectedLink());
    else
      view.frameAll();
  });
  context_.header().addTool(frame);
  const std::tuple<Qt::Key, StandardView, QString> views[] = {
      {Qt::Key_1, StandardView::kFront, tr("Look from the front")},
      {Qt::Key_3, StandardView::kRight, tr("Look from the right")},
      {Qt::Key_7, StandardView::kTop, tr("Look from the top")}};
  for (const auto& [key, view, text] : views)
    context_.actions().add(text, {}, {key}, [&viewport, view = view] { viewport.look(view); });
  addProjection(viewport);
  QAction* follow = context_.actions().add(tr("Camera follows the robot, or what is selected"), {}, {Qt::Key_N}, [] {});
  follow->setCheckable(true);
  auto* camera = new FollowCamera(context_);
  connect(follow, &QAction::toggled, camera, &FollowCamera::setOn);
}

/// Parallel rays or perspective; what is drawn in the pivot's plane keeps its size. Shows what the camera has, whoever
/// set it.
void ViewActions::addProjection(Viewport& viewport) {
  QAction* parallel = context_.actions().add(tr("Parallel projection"), {}, {Qt::Key_5}, [] {});
  parallel->setCheckable(true);
  connect(parallel, &QAction::toggled, &viewport, [&viewport](bool on) {
    CameraView camera = viewport.camera();
    if (camera.orthographic == on) return;
    camera.orthographic = on;
    viewport.setCamera(camera);
  });
  connect(&viewport, &Viewport::cameraChanged, parallel,
          [&viewport, parallel] { parallel->setChecked(viewport.camera().orthographic); });
}

void ViewActions::addDisplay() {
  QAction* ghost = context_.actions().add(tr("Ghost of the undeformed robot"), "ghost", {Qt::Key_G}, [] {});
  QAction* wireframe = context_.actions().add(tr("Mesh on the surfaces"), "wireframe", {Qt::Key_W}, [] {});
  for (QAction* action : {ghost, wireframe}) action->setCheckable(true);
  auto* display = new ViewDisplay(context_, ghost, wireframe);
  QAction* hide = context_.actions().add(tr("Hide what is selected, or show it again"), "eye-off", {Qt::Key_H},
                                         [display] { display->toggleSelected(); });
  QAction* isolate = context_.actions().add(tr("Show only what is selected, or all again"), "eye", {Qt::Key_Slash},
                                            [display] { display->isolateSelected(); });
  QAction* showAll = context_.actions().add(tr("Show all that is hidden"), "eye",
                                            {QKeySequence(Qt::SHIFT | Qt::Key_H), QKeySequence(Qt::ALT | Qt::Key_H)},
                                            [display] { display->showAll(); });
  QAction* plot =
      context_.actions().add(tr("Plot what is selected"), "plot-signals", {Qt::Key_P}, [this] { plotSelected(); });
  for (QAction* action : {hide, isolate, plot, showAll}) action->setProperty(kInObjectMenu, true);
  const auto enable = [this, hide, isolate, plot] {
    const Selection& selection = context_.selection();
    const bool link = !selection.ids(TargetKind::kLink).empty();
    const bool loop = !selection.ids(TargetKind::kLoop).empty();
    const bool other = !selection.ids(TargetKind::kObject).empty() || !selection.ids(TargetKind::kLoad).empty();
    for (QAction* action : {hide, isolate}) action->setEnabled(link || loop || other);
    plot->setEnabled(link || loop || !selection.ids(TargetKind::kActuator).empty());
  };
  connect(&context_.selection(), &Selection::changed, this, enable);
  enable();
}

void ViewActions::plotSelected() {
  const auto& model = context_.player().snapshot().model;
  if (!model) return;
  for (const Target& target : context_.selection().targets())
    for (const QString& signal : signalsOf(context_.description(), *model, target)) context_.plot(signal);
}

void ViewActions::addTheme() {
  auto* menu = new QMenu(&context_.window());
  const std::tuple<ThemeMode, QString, QString> modes[] = {
      {ThemeMode::kSystem, tr("Follow the system"), tr("Light or dark as the system")},
      {ThemeMode::kLight, tr("Light"), tr("Light theme")},
      {ThemeMode::kDark, tr("Dark"), tr("Dark theme")}};
  for (const auto& [mode, text, title] : modes) {
    QAction* action = menu->addAction(themeIcon(iconOf(mode)), text);
    action->setData(static_cast<int>(mode));
    action->setCheckable(true);
    modes_->addAction(action);
    connect(action, &QAction::triggered, this, [this, mode = mode] { chooseTheme(mode); });
    context_.actions().add(title, iconOf(mode), {}, [this, mode = mode] { chooseTheme(mode); });
  }
  themeButton_ = context_.header().addTool(new QAction(tr("Light or dark"), &context_.window()));
  themeButton_->setMenu(menu);
  themeButton_->setPopupMode(QToolButton::InstantPopup);
  connect(&AppTheme::instance(), &AppTheme::changed, this, &ViewActions::showTheme);
  showTheme();
}

void ViewActions::chooseTheme(ThemeMode mode) {
  AppTheme::instance().setMode(mode);
  QSettings().setValue("theme", static_cast<int>(mode));
  showTheme();
}

void ViewActions::showTheme() {
  const ThemeMode mode = AppTheme::instance().mode();
  for (QAction* action : modes_->actions()) action->setChecked(action->data().toInt() == static_cast<int>(mode));
  themeButton_->defaultAction()->setIcon(themeIcon(iconOf(mode)));
}

}  // namespace tendril
