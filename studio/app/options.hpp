// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

#include "widgets/theme/theme.hpp"

namespace tendril {

/// What the command line of tendril-studio asks for.
struct StudioOptions {
  QString project;                 ///< file to open; empty: the first example, playing
  QString screenshot;              ///< PNG to write, then quit; empty: stay open
  double after = 2;                ///< s between the first picture and the screenshot
  std::optional<QSize> size;       ///< of the window, logical pixels
  std::optional<ThemeMode> theme;  ///< instead of the stored one
  bool paused = false;             ///< do not start playing
};

/// What a command line means. `message` is set when the program should print it and stop with `exitCode` (help,
/// version, a wrong option).
struct ParsedOptions {
  StudioOptions options;
  QString message;
  int exitCode = 0;
};

/// `arguments` begins with the program's name.
ParsedOptions parseOptions(const QStringList& arguments);

}  // namespace tendril
