// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPixmap>
#include <QString>

#include "widgets/theme/tokens.hpp"

namespace tendril {

/// The icon assets/icons/<name>.svg in the theme's colours: `token` normally, faded when disabled. Drawn from the
/// vector at whatever size and scale is asked, and follows a change of theme by itself.
QIcon themeIcon(const QString& name, Token token = Token::kText);

/// The same as a pixmap of `size` logical pixels at `scale`, in any colour. Null when there is no such icon.
QPixmap iconPixmap(const QString& name, int size, double scale, const QColor& color);

}  // namespace tendril
