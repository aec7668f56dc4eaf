// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tendril {

/// What is made of a project just now as the name of a file, without ending: "Tendon arm 2026-11-27 10.31.05". Signs
/// that file systems do not like become hyphens; `fallback`: for a project whose name is no name of a file.
QString stampedFileName(const QString& project, const QString& fallback);

/// Whether a file is a table of numbers, by its ending: csv, tsv.
bool isTableName(const QString& file);

}  // namespace tendril
