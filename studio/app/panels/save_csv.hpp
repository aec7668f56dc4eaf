// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QObject;

namespace tendril {

class StudioContext;

/// Asks for a file and writes it; a notice tells where it could not be written.
/// `owner`: without it nothing is written any more; `write`: false where it fails.
void saveCsv(StudioContext& context, const QString& title, QObject* owner, std::function<bool(const QString&)> write);

}  // namespace tendril
