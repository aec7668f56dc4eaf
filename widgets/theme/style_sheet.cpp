// SPDX-License-Identifier: GPL-3.0-or-later
// The style sheet, written with @names that are replaced by the tokens of a scheme.
#include <utility>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr auto kTemplate = R"(
QWidget { color: @text; }
QMainWindow, QDialog { background: @window; }
QToolTip { background: @panel; color: @text; border: 1px solid @hairline; padding: 5px 8px; }

QToolButton, QPushButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 0 8px;
  min-height: 26px; }
QToolButton[role="icon"] { padding: 0; min-width: 30px; max-width: 30px; min-height: 30px; max-height: 30px; }
QToolButton[role="recording"] { padding: 0 6px; min-height: 30px; max-height: 30px; color: @error; background: transparent;
  border-color: @error; }
QToolButton[role="segment"] { min-height: 24px; padding: 0 12px; border-radius: 5px; color: @secondary; }
QToolButton[role="segment"]:checked { background: @panel; border-color: @hairline; color: @text; }
QToolButton[role="segment"]:focus { border-color: @accent; }
QToolButton[role="chip"] { color: @accent; border-color: @accent; }
QToolButton[role="cure"] { padding: 0 6px; min-height: 0; border-radius: 4px; border-color: @hairline; }
QToolButton[role="small"] { padding: 0; min-height: 0; border-radius: 4px; }
QToolButton:hover, QPushButton:hover { background: @hover; }
QToolButton:pressed, QPushButton:pressed, QToolButton:checked { background: @pressed; }
QToolButton:focus, QPushButton:focus { border-color: @accent; }
QToolButton:disabled, QPushButton:disabled { color: @faded; }
QToolButton::menu-indicator { image: none; width: 0; }
QPushButton[role="outlined"] { border: 1px solid @hairline; padding: 0 12px; }
QPushButton[role="outlined"]:focus { border-color: @accent; }

QLineEdit { background: @window; border: 1px solid @hairline; border-radius: 6px; padding: 0 6px; min-height: 24px;
  selection-background-color: @accent; }
QLineEdit:focus { border-color: @accent; }
QLineEdit > QToolButton { min-height: 0; padding: 0; border: none; background: transparent; }
QComboBox QLineEdit, QAbstractSpinBox QLineEdit { border: none; background: transparent; padding: 0; min-height: 0; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @hairline; outline: none; padding: 4px; }
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 8px; border-radius: 4px; }
QComboBox QAbstractItemView::item:selected { background: @hover; color: @text; }

QMenu { background: @panel; border: 1px solid @hairline; padding: 4px; }
QMenu::item { padding: 0 12px 0 8px; height: 28px; border-radius: 4px; background: transparent; }
QMenu::item:selected { background: @hover; }
QMenu::item:checked { background: @pressed; }
QMenu::item:disabled { color: @faded; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: @hairline; margin: 4px 8px; }

QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @hairline; }
QSlider::sub-page:horizontal { background: @secondary; border-radius: 2px; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -6px 0; border-radius: 8px; background: @panel;
  border: 1px solid @secondary; }
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus { border-color: @accent; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar::handle:vertical { background: @hairline; border-radius: 3px; min-height: 28px; }
QScrollBar::handle:vertical:hover { background: @faded; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 2px; }
QScrollBar::handle:horizontal { background: @hairline; border-radius: 3px; min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QTreeView { background: @panel; border: none; outline: none; show-decoration-selected: 1; }
QTreeView::item { height: 28px; border: none; padding: 0 4px; }
QTreeView::item:hover { background: @hover; }
QTreeView::item:selected { background: @selection; color: @text; }
QTreeView::branch { background: transparent; }
QTreeView::branch:hover { background: @hover; }
QTreeView::branch:selected { background: @selection; }

QHeaderView { background: @panel; border: none; }
QHeaderView::section { background: @panel; color: @secondary; border: none; border-bottom: 1px solid @hairline;
  padding: 0 8px; height: 26px; font-weight: 400; }

QMainWindow > QTabBar::tab { width: 0; height: 0; min-width: 0; padding: 0; margin: 0; border: none; }

QLabel { background: transparent; }
QLabel[role="secondary"] { color: @secondary; }
QLabel[role="heading"] { font-size: 15px; font-weight: 600; }
)";

}  // namespace

QString styleSheetOf(const Scheme& scheme) {
  QString sheet = QString::fromLatin1(kTemplate);
  const std::pair<const char*, QColor> names[] = {
      {"@window", scheme.window},
      {"@panel", scheme.panel},
      {"@hairline", scheme.hairline},
      {"@text", scheme.text},
      {"@secondary", scheme.secondary},
      {"@accent", scheme.accent},
      {"@hover", scheme.hover},
      {"@error", scheme.error},
      {"@pressed", scheme.pressed},
      {"@faded", mixed(scheme.panel, scheme.secondary, 0.5)},
      {"@selection", mixed(scheme.panel, scheme.accent, 0.18)},
  };
  for (const auto& [name, color] : names) sheet.replace(QLatin1String(name), color.name());
  return sheet;
}

}  // namespace tendril
