// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/inspector/profile_fields.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStringList>

#include <algorithm>
#include <stdexcept>

#include "core/text/units.hpp"
#include "studio/document/tables/profile_table.hpp"

namespace tendril {
namespace {

QString text(const char* source) {
  return QCoreApplication::translate("tendril::InspectorPanel", source);
}

[[noreturn]] void fail(const QString& file, const QString& what) {
  throw std::runtime_error((QFileInfo(file).fileName() + QStringLiteral(": ") + what).toStdString());
}

/// What one of the column is in SI.
double factorOf(const ProfileColumn& column, const std::string& unit, const QString& lengthUnit, const QString& file) {
  const std::string bare = unit == "m" ? lengthUnit.toStdString() : std::string();
  const std::string plain = unit == "–" ? std::string() : unit;
  const QuantityInput one = parseQuantity(column.unit.empty() ? "1" : "1 " + column.unit, plain, bare);
  if (!one.ok())
    fail(file, text("the unit “%1” of a column does not fit; this field is in %2")
                   .arg(QString::fromStdString(column.unit),
                        plain.empty() ? text("plain numbers") : QString::fromStdString(unit)));
  return one.value;
}

const ProfileColumn& columnFor(const FieldRow& row, const ProfileTable& table) {
  const auto isNamed = [&](const ProfileColumn& column) {
    const QString name = QString::fromStdString(column.name);
    return name.compare(QString::fromStdString(row.key), Qt::CaseInsensitive) == 0 ||
           name.compare(QString::fromStdString(row.label), Qt::CaseInsensitive) == 0;
  };
  const auto found = std::find_if(table.columns.begin(), table.columns.end(), isNamed);
  return found == table.columns.end() ? table.columns.front() : *found;
}

/// A column as a formula; adds to the sentences what is told of it.
QString formulaOf(const ProfileTable& table, const ProfileColumn& column, const std::string& unit,
                  const QString& lengthUnit, const QString& file, QStringList& told) {
  const double factor = factorOf(column, unit, lengthUnit, file);
  std::vector<double> values = column.values;
  for (double& value : values) value *= factor;
  const ProfileFormula formula = profileFormula(table.places, values);
  const auto quantity = [&](double value) { return QString::fromStdString(fieldQuantity(value, unit, 3)); };
  QString line = text("from %1 at the base to %2 at the tip").arg(quantity(values.front()), quantity(values.back()));
  if (formula.kept < values.size() && formula.error > 0)
    line += text(", %1 of %2 rows kept, the others within %3")
                .arg(formula.kept)
                .arg(values.size())
                .arg(quantity(formula.error));
  told << line;
  return QString::fromStdString(formula.text);
}

QString jsonOf(const QStringList& formulas) {
  QJsonArray array;
  for (const QString& formula : formulas) {
    bool plain = false;
    const double value = formula.toDouble(&plain);
    array.append(plain ? QJsonValue(value) : QJsonValue(formula));
  }
  return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

}  // namespace

TakenProfile profileOf(const FieldRow& row, const QString& file, const QString& lengthUnit) {
  const ProfileTable table = readProfile(file.toStdString());
  QStringList formulas, told;
  const bool several = row.kind == FieldKind::kVector;
  if (several && table.columns.size() != row.parts.size())
    fail(file, text("it has %1 columns beside the places; this field has %2 numbers, one column each")
                   .arg(table.columns.size())
                   .arg(row.parts.size()));
  if (several) {
    for (std::size_t i = 0; i < row.parts.size(); ++i)
      formulas << formulaOf(table, table.columns[i], row.parts[i].unit, lengthUnit, file, told);
    return {jsonOf(formulas), text("%1 rows of %2 columns.").arg(table.places.size()).arg(table.columns.size())};
  }
  const ProfileColumn& column = columnFor(row, table);
  formulas << formulaOf(table, column, row.unit, lengthUnit, file, told);
  QString note = told.join(u' ') + u'.';
  note[0] = note[0].toUpper();
  if (table.columns.size() > 1 && !column.name.empty())
    note +=
        u' ' + text("Of %1 columns “%2” was taken.").arg(table.columns.size()).arg(QString::fromStdString(column.name));
  if (column.unit.empty() && row.unit == "m")
    note += u' ' + text("The file names no unit, so its numbers are %1.").arg(lengthUnit);
  const QString list = jsonOf(formulas);
  return {list.mid(1, list.size() - 2), note};
}

}  // namespace tendril
