// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/form/field_rows.hpp"

namespace tendril {

/// What a table of values along a body is as the value of a field.
struct TakenProfile {
  QString json;
  QString note;  ///< what was taken of the file and how well it is kept, a sentence
};

/// The column of a table (studio/import/tables) that is named as the field, else its first one, as a formula of X; of
/// several numbers side by side one column each. Numbers without a unit are as if they were typed: lengths in
/// `lengthUnit`. std::runtime_error that says what is wrong with the file and what to do.
TakenProfile profileOf(const FieldRow& row, const QString& file, const QString& lengthUnit);

}  // namespace tendril
