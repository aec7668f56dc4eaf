// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tendril {

/// A word of a command line for a shell: as it is, or in single quotes.
QString shellWord(const QString& word);

}  // namespace tendril
