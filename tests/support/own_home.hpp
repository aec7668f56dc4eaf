// SPDX-License-Identifier: GPL-3.0-or-later
// A home of its own for each program that tests: settings, plugins and recovered files of the user stay as they are,
// and tests that run at the same time do not meet each other's.
#pragma once

#include <QDir>
#include <QTemporaryDir>

namespace tendril {

/// To be made before QApplication. The user's cache stays in use: fonts and shaders are alike for all.
class OwnHome {
 public:
  OwnHome() {
    if (qEnvironmentVariableIsEmpty("XDG_CACHE_HOME")) set("XDG_CACHE_HOME", QDir::homePath() + "/.cache");
    set("HOME", home_.path());
    set("XDG_CONFIG_HOME", home_.filePath("config"));
    set("XDG_DATA_HOME", home_.filePath("data"));
    set("XDG_STATE_HOME", home_.filePath("state"));
  }

 private:
  static void set(const char* name, const QString& path) { qputenv(name, QFile::encodeName(path)); }

  QTemporaryDir home_;
};

}  // namespace tendril
