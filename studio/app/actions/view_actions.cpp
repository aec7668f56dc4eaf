// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/view_actions.hpp"

#include <QMenu>
#include <QSettings>
#include <QToolButton>

#include "studio/app/actions/make_action.hpp"
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
  QAction* frame =
      makeAction(window_, tr("Frame the robot"), "frame", {Qt::Key_F}, [&viewport] { viewport.frameAll(); });
  QAction* panels = makeAction(window_, tr("Show or hide panels"), "panel-left", {Qt::Key_Tab},
                               [this] { window_.setPanelsShown(!window_.panelsShown()); });
  window_.header().addTool(panels);
  window_.header().addTool(frame);
  const std::pair<Qt::Key, StandardView> views[] = {
      {Qt::Key_1, StandardView::kFront}, {Qt::Key_3, StandardView::kRight}, {Qt::Key_7, StandardView::kTop}};
  for (const auto& [key, view] : views)
    makeAction(window_, tr("Standard view"), {}, {key}, [&viewport, view = view] { viewport.look(view); });
}

void ViewActions::addTheme() {
  auto* menu = new QMenu(&window_);
  const std::pair<ThemeMode, QString> modes[] = {
      {ThemeMode::kSystem, tr("Follow the system")}, {ThemeMode::kLight, tr("Light")}, {ThemeMode::kDark, tr("Dark")}};
  for (const auto& [mode, text] : modes) {
    QAction* action = menu->addAction(themeIcon(iconOf(mode)), text);
    action->setData(static_cast<int>(mode));
    action->setCheckable(true);
    modes_->addAction(action);
    connect(action, &QAction::triggered, this, [this, mode = mode] { chooseTheme(mode); });
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
