// SPDX-License-Identifier: GPL-3.0-or-later
// What the desktop says about light and dark. Qt 6.4 has no question for it, so we ask the freedesktop portal and,
// where there is none, look at the palette the platform came with.
#pragma once

#include <QObject>

#include <functional>

namespace tendril {

/// True when the application's palette has text lighter than its window; ask before any palette of ours is set.
bool paletteIsDark();

/// Calls `report` with the desktop's scheme when it is known and whenever it changes, as long as `owner` lives.
/// Never blocks; does nothing on a machine without a session bus.
void followSystemScheme(QObject* owner, std::function<void(bool dark)> report);

}  // namespace tendril
