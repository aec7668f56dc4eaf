// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QActionGroup>
#include <QObject>

#include "widgets/theme/tokens.hpp"

class QToolButton;

namespace tendril {

class StudioContext;
class Viewport;
enum class ThemeMode;

/// Frame, standard views, what is shown and how, light and dark.
class ViewActions : public QObject {
  Q_OBJECT
 public:
  explicit ViewActions(StudioContext& context);

 private:
  void addCamera();
  void addProjection(Viewport& viewport);
  void addDisplay();
  void addTheme();
  void plotSelected();
  void chooseTheme(ThemeMode mode);
  void showTheme();

  StudioContext& context_;
  QActionGroup* modes_;
  QToolButton* themeButton_ = nullptr;
};

}  // namespace tendril
