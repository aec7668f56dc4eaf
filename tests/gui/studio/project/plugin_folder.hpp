// SPDX-License-Identifier: GPL-3.0-or-later
// The user's folder of plugins, empty at first, for tests.
#pragma once

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QSettings>

#include <test_paths.hpp>
#include "studio/app/project/plugin_host.hpp"

namespace tendril {

class PluginFolder {
 public:
  PluginFolder() {
    clear();
    EXPECT_TRUE(QDir().mkpath(PluginHost::folder()));
  }
  ~PluginFolder() { clear(); }
  PluginFolder(const PluginFolder&) = delete;
  PluginFolder& operator=(const PluginFolder&) = delete;

  /// Copies what was built at `path` below the build folder; its path in the folder.
  QString add(const QString& path) const {
    const QString from = QStringLiteral(TENDRIL_BINARY_DIR "/") + path;
    const QString to = PluginHost::folder() + u'/' + QFileInfo(from).fileName();
    QFile::remove(to);
    EXPECT_TRUE(QFile::copy(from, to)) << from.toStdString();
    return to;
  }

 private:
  static void clear() {
    QDir(PluginHost::folder()).removeRecursively();
    QSettings().remove("plugins");
  }
};

}  // namespace tendril
