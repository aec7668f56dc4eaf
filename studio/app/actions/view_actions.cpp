// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/view_actions.hpp"

#include <QMenu>
#include <QSettings>
#include <QToolButton>

#include <tuple>

#include "studio/app/actions/make_action.hpp"
#include "studio/app/follow_camera.hpp"
#include "studio/app/main_window.hpp"
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

}  // namespace

ViewActions::ViewActions(MainWindow& window) : QObject(&window), window_(window), modes_(new QActionGroup(this)) {
  addCamera();
  addTheme();
}

void ViewActions::addCamera() {
  Viewport& viewport = window_.view().viewport();
  QAction* frame = makeAction(window_, tr("Frame the robot, or what is selected"), "frame", {Qt::Key_F}, [this] {
    Viewport& view = window_.view().viewport();
    if (view.selectedLink() >= 0)
      view.frameLink(view.selectedLink());
    else
      view.frameAll();
  });
  window_.header().addTool(frame);
  const std::tuple<Qt::Key, StandardView, QString> views[] = {
      {Qt::Key_1, StandardView::kFront, tr("Look from the front")},
      {Qt::Key_3, StandardView::kRight, tr("Look from the right")},
      {Qt::Key_7, StandardView::kTop, tr("Look from the top")}};
  for (const auto& [key, view, text] : views)
    makeAction(window_, text, {}, {key}, [&viewport, view = view] { viewport.look(view); });
  QAction* follow = makeAction(window_, tr("Camera follows the robot, or what is selected"), {}, {Qt::Key_N}, [] {});
  follow->setCheckable(true);
  auto* camera = new FollowCamera(window_);
  connect(follow, &QAction::toggled, camera, &FollowCamera::setOn);
}

void ViewActions::addTheme() {
  auto* menu = new QMenu(&window_);
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
    makeAction(window_, title, iconOf(mode), {}, [this, mode = mode] { chooseTheme(mode); });
  }
  themeButton_ = window_.header().addTool(new QAction(tr("Light or dark"), &window_));
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
