// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QActionGroup>
#include <QObject>

#include "widgets/theme/tokens.hpp"

class QToolButton;

namespace tendril {

class MainWindow;
enum class ThemeMode;

/// Frame, standard views, panels, light and dark.
class ViewActions : public QObject {
  Q_OBJECT
 public:
  explicit ViewActions(MainWindow& window);

 private:
  void addCamera();
  void addTheme();
  void chooseTheme(ThemeMode mode);
  void showTheme();

  MainWindow& window_;
  QActionGroup* modes_;
  QToolButton* themeButton_ = nullptr;
};

}  // namespace tendril
