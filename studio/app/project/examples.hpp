// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace tendril {

struct Example {
  QString title;  ///< "Soft manipulator", from the file's name; of a robot from the README beside it
  QString path;   ///< absolute
};

/// The folder assets/ in `start` or above it: of a checkout (assets) or an installation (share/tendril/assets). Empty
/// if there is none.
QString assetsAbove(const QString& start);

/// The folder assets/ that belongs to this program: found beside or above the executable, else where it was built
/// from. Empty if there is none.
QString assetsFolder();

/// Every assets/examples/*/*.tendril.json, the soft manipulator first, then by name.
std::vector<Example> findExamples();

/// Robots of other programs that come along: every assets/robots/<name>/<name>.urdf, by title.
std::vector<Example> findRobots();

}  // namespace tendril
