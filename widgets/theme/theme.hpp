// SPDX-License-Identifier: GPL-3.0-or-later
// The look of the whole program: one object that owns the scheme in force and applies it to the application.
#pragma once

#include <QFont>
#include <QObject>
#include <QPalette>
#include <QString>

#include "widgets/theme/tokens.hpp"

namespace tendril {

/// Which scheme the user asked for.
enum class ThemeMode { kSystem, kLight, kDark };

class AppTheme : public QObject {
  Q_OBJECT
 public:
  /// The only theme; lives as long as the QApplication. GUI thread.
  static AppTheme& instance();

  /// Loads the fonts, sets style, palette, style sheet and font of the application. Once, after QApplication exists.
  void install();

  ThemeMode mode() const { return mode_; }
  void setMode(ThemeMode mode);
  /// The scheme of the desktop; kept by SystemScheme. Only matters in mode kSystem.
  void setSystemDark(bool dark);

  bool isDark() const;
  const Scheme& scheme() const { return isDark() ? darkScheme() : lightScheme(); }
  QColor color(Token token) const { return scheme().color(token); }

  static QFont font();
  static QFont secondaryFont();
  static QFont headingFont();
  /// JetBrains Mono with Inter behind it for the glyphs it lacks (thin space).
  static QFont numberFont();

 Q_SIGNALS:
  /// After palette and style sheet have changed.
  void changed();

 private:
  AppTheme() = default;
  void apply();

  ThemeMode mode_ = ThemeMode::kSystem;
  bool systemDark_ = false;
  bool installed_ = false;
};

/// Palette of a scheme.
QPalette paletteOf(const Scheme& scheme);
/// Style sheet of a scheme, from the tokens alone.
QString styleSheetOf(const Scheme& scheme);

}  // namespace tendril
