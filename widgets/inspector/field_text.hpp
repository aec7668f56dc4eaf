// SPDX-License-Identifier: GPL-3.0-or-later
// Between what a person types and reads in a field and the JSON of its value.
#pragma once

#include <QString>

#include "core/form/field_rows.hpp"

namespace tendril {

/// One editable number, formula or text of a row.
struct CellValue {
  QString path;
  QString label;  ///< "x"; may be empty
  QString unit;   ///< SI; may name two
  QString expression;
  QString json;
  std::optional<double> value;
  bool mixed = false;  ///< several objects, which differ here
};

/// Its value may change along a body, as a formula of X; so it may come from a table.
bool isAlongBody(const FieldRow& row);
/// The cells of a row: its parts, or the row itself as one.
std::vector<CellValue> cellsOf(const FieldRow& row);
/// The unit that the cells of a row are shown in together; bare numbers are read in it.
QString shownUnitOf(const std::vector<CellValue>& cells, std::size_t index, const QString& lengthUnit = {});

/// What a cell shows when it is not edited, and what stands there for editing.
struct CellText {
  QString shown, exact;
  QString unit;  ///< grey, behind: a unit, or "= 15 mm" of an expression
};
CellText cellText(const FieldRow& row, const CellValue& cell, const QString& shownUnit);

/// What was typed: JSON for setByPath, or a sentence that says what is wrong.
struct TypedValue {
  QString json, error;
};
/// Reads a text typed into a cell of a row.
TypedValue readTyped(const FieldRow& row, const CellValue& cell, const QString& text, const QString& shownUnit);

/// The value `steps` steps further, rounded to whole steps in the unit shown and kept in the row's range; JSON.
/// `start`: the value in SI. Empty: there is nothing to step.
QString stepped(const FieldRow& row, const CellValue& cell, const QString& shownUnit, double start, double steps);

/// JSON of a whole row whose cell `index` has another value.
QString wholeJson(const std::vector<CellValue>& cells, std::size_t index, const QString& json);
/// Roll, pitch, yaw as a quaternion w, x, y, z, or back; JSON. Empty if the numbers are no rotation.
QString rotationJson(bool fromAngles, const std::vector<double>& numbers);
QString jsonText(const QString& text);
/// The text of a JSON string; other JSON as it stands.
QString plainText(const std::string& json);
/// Tooltip of a row: meaning, symbol, range, usual values, default, source, path.
QString tooltipOf(const FieldRow& row);

}  // namespace tendril
