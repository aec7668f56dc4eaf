// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QActionGroup>
#include <QObject>

#include "widgets/theme/tokens.hpp"

class QToolButton;

namespace tendril {

class MainWindow;
enum class ThemeMode;

/// Frame, standard views, what is shown and how, light and dark.
class ViewActions : public QObject {
  Q_OBJECT
 public:
  explicit ViewActions(MainWindow& window);

 private:
  void addCamera();
  void addDisplay();
  void addTheme();
  void plotSelected();
  void chooseTheme(ThemeMode mode);
  void showTheme();

  MainWindow& window_;
  QActionGroup* modes_;
  QToolButton* themeButton_ = nullptr;
};

}  // namespace tendril
