// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/field_text.hpp"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "core/project/json_tree.hpp"
#include "core/text/number_text.hpp"
#include "core/text/units.hpp"

namespace tendril {
namespace {

constexpr qsizetype kLongestFormula = 2000, kLongestText = 4000;

QString tr(const char* text) {
  return QCoreApplication::translate("Inspector", text);
}

QString q(const std::string& text) {
  return QString::fromStdString(text);
}

bool isText(const FieldRow& row) {
  return row.kind == FieldKind::kText || row.kind == FieldKind::kColor || row.kind == FieldKind::kRaw ||
         row.kind == FieldKind::kFile;
}
bool isFormula(const FieldRow& row, const CellValue& cell) {
  return row.kind == FieldKind::kFormula || (row.kind == FieldKind::kMeasure && row.parts.empty()) ||
         (row.kind == FieldKind::kVector && !row.variables.empty() && !cell.path.isEmpty());
}

QString boundOf(double bound, const FieldRow& row) {
  return q(fieldQuantity(bound, row.unit.find(", ") == std::string::npos ? row.unit : ""));
}

/// A sentence where a number is outside the row's range.
QString rangeError(const FieldRow& row, double value) {
  if (row.kind == FieldKind::kInteger && value != std::floor(value)) return tr("must be a whole number");
  const bool low = row.exclusive ? !(value > row.minimum) : value < row.minimum;
  const bool high = row.exclusive ? !(value < row.maximum) : value > row.maximum;
  if (low && row.exclusive) return tr("must be more than %1").arg(boundOf(row.minimum, row));
  if (low) return tr("must be at least %1").arg(boundOf(row.minimum, row));
  if (high && row.exclusive) return tr("must be less than %1").arg(boundOf(row.maximum, row));
  return high ? tr("must be at most %1").arg(boundOf(row.maximum, row)) : QString();
}

TypedValue numberTyped(const FieldRow& row, const CellValue& cell, const QString& text, const QString& shownUnit) {
  const QuantityInput input = parseQuantity(text.toStdString(), cell.unit.toStdString(), shownUnit.toStdString());
  if (!input.ok()) return {{}, q(input.error)};
  if (!input.expression.empty()) return {jsonText(u'=' + q(input.expression)), {}};
  if (const QString error = rangeError(row, input.value); !error.isEmpty()) return {{}, error};
  return {q(numberText(input.value)), {}};
}

/// A formula: a quantity where it is one, else the text, which the model checks. Of measures "=name" stays as it is.
TypedValue formulaTyped(const FieldRow& row, const CellValue& cell, QString text, const QString& shownUnit) {
  if (text.size() > kLongestFormula)
    return {{}, tr("a text of %1 characters is no formula; type a number or an expression").arg(text.size())};
  const QuantityInput input = parseQuantity(text.toStdString(), cell.unit.toStdString(), shownUnit.toStdString());
  if (input.ok() && input.expression.empty()) {
    if (const QString error = rangeError(row, input.value); !error.isEmpty()) return {{}, error};
    return {q(numberText(input.value)), {}};
  }
  if (text.isEmpty()) return {{}, tr("is empty; type a number or an expression of %1").arg(q(row.variables))};
  static const QRegularExpression quantity(QStringLiteral(R"(^[-+−]?[\d.,]+([eE][-+]?\d+)?\s*[^-+*/^()\d\s]*$)"));
  if (quantity.match(text).hasMatch()) return {{}, q(input.error)};  // meant as a number
  const bool measure = row.kind == FieldKind::kMeasure;
  if (text.startsWith(u'=') && !measure) text = text.mid(1).trimmed();
  return text.isEmpty() ? TypedValue{{}, tr("has nothing after “=”")} : TypedValue{jsonText(text), {}};
}

/// "0, 0.1 0.2" → [0, 0.1, 0.2]: rows that show many numbers in one field.
TypedValue listTyped(const QString& text) {
  static const QRegularExpression separators(QStringLiteral(R"([\s,;\[\]]+)"));
  QStringList numbers;
  for (const QString& part : text.split(separators, Qt::SkipEmptyParts)) {
    const QuantityInput input = parseQuantity(part.toStdString(), "");
    if (!input.ok()) return {{}, q(input.error)};
    numbers << (input.expression.empty() ? q(numberText(input.value)) : jsonText(u'=' + q(input.expression)));
  }
  return {u'[' + numbers.join(u',') + u']', {}};
}

TypedValue textTyped(const FieldRow& row, const QString& text) {
  if (text.size() > kLongestText)
    return {{}, tr("is too long: %1 characters of at most %2").arg(text.size()).arg(kLongestText)};
  if (row.kind == FieldKind::kRaw) return {text, {}};
  static const QRegularExpression color(QStringLiteral("^#[0-9a-fA-F]{6}$"));
  if (row.kind == FieldKind::kColor && !text.isEmpty() && !color.match(text).hasMatch())
    return {{}, tr("is no colour; type one such as #e58f65, or nothing")};
  return {jsonText(text), {}};
}

double stepOf(const FieldRow& row, double shown, const QString& shownUnit) {
  if (row.kind == FieldKind::kInteger) return 1;
  if (shown == 0) return shownUnit == u"m" ? 0.001 : shownUnit == u"°" ? 1 : 0.1;
  return std::pow(10.0, std::floor(std::log10(std::abs(shown))) - 1);
}

}  // namespace

QString rotationJson(bool fromAngles, const std::vector<double>& n) {
  std::vector<double> out;
  if (fromAngles && n.size() == 3) {
    const Eigen::Quaterniond r(Eigen::AngleAxisd(n[2], Eigen::Vector3d::UnitZ()) *
                               Eigen::AngleAxisd(n[1], Eigen::Vector3d::UnitY()) *
                               Eigen::AngleAxisd(n[0], Eigen::Vector3d::UnitX()));
    out = {r.w(), r.x(), r.y(), r.z()};
  } else if (!fromAngles && n.size() == 4) {
    const Eigen::Matrix3d r = Eigen::Quaterniond(n[0], n[1], n[2], n[3]).normalized().toRotationMatrix();
    const double pitch = std::atan2(-r(2, 0), std::hypot(r(0, 0), r(1, 0)));
    const bool upright = std::hypot(r(0, 0), r(1, 0)) < 1e-9;  // roll and yaw turn about the same axis: all in roll
    out = {upright ? std::atan2(-r(1, 2), r(1, 1)) : std::atan2(r(2, 1), r(2, 2)), pitch,
           upright ? 0 : std::atan2(r(1, 0), r(0, 0))};
  }
  QStringList parts;
  for (const double number : out) {
    if (!std::isfinite(number)) return {};
    parts << q(numberText(std::abs(number) < 1e-15 ? 0 : number));
  }
  return parts.isEmpty() ? QString() : u'[' + parts.join(u',') + u']';
}

QString jsonText(const QString& text) {
  return q(json::writeCompact(json::Node::ofText(text.toStdString())));
}

QString plainText(const std::string& text) {
  std::vector<Problem> problems;
  const json::Node node = json::parse(text, problems);
  return q(node.is(json::Node::Kind::kString) ? node.text : text);
}

bool isAlongBody(const FieldRow& row) {
  const bool formula =
      row.kind == FieldKind::kMeasure || row.kind == FieldKind::kFormula || row.kind == FieldKind::kVector;
  const QStringList variables = QString::fromStdString(row.variables).split(u',');
  return formula &&
         std::any_of(variables.begin(), variables.end(), [](const QString& name) { return name.trimmed() == u"X"; });
}

std::vector<CellValue> cellsOf(const FieldRow& row) {
  std::vector<CellValue> cells;
  for (const FieldPart& part : row.parts)
    cells.push_back(
        {q(part.path), q(part.label), q(part.unit), q(part.expression), q(part.text), part.value, part.mixed});
  if (cells.empty())
    cells.push_back({q(row.path), {}, q(row.unit), q(row.expression), q(row.text), row.value, row.mixed});
  return cells;
}

QString shownUnitOf(const std::vector<CellValue>& cells, std::size_t index, const QString& lengthUnit) {
  if (cells[index].unit == u"m" && !lengthUnit.isEmpty()) return lengthUnit;
  double most = 0;
  for (const CellValue& cell : cells)
    if (cell.unit == cells[index].unit && cell.value && std::isfinite(*cell.value))
      most = std::max(most, std::abs(*cell.value));
  const std::string unit = cells[index].unit.toStdString();
  return unit.find(", ") == std::string::npos ? q(displayUnit(most, unit).text) : q(unit);
}

CellText cellText(const FieldRow& row, const CellValue& cell, const QString& shownUnit) {
  if (isText(row)) return {plainText(row.text), plainText(row.text), {}};
  if (row.kind == FieldKind::kVector && row.parts.empty()) {
    QString list = q(row.text).remove(u'[').remove(u']').replace(QStringLiteral(","), QStringLiteral(", "));
    return {list, list, {}};
  }
  if (!cell.expression.isEmpty()) {
    const bool formula = isFormula(row, cell);
    const bool parameter = plainText(cell.json.toStdString()).startsWith(u'=');
    const QString text = formula && !parameter ? cell.expression : u'=' + cell.expression;
    const QString value =
        cell.value ? QStringLiteral("= ") + q(fieldQuantity(*cell.value, cell.unit.toStdString())) : QString();
    return {text, text, value};
  }
  if (!cell.value) return {{}, {}, shownUnit};
  const double factor = unitFactor(shownUnit.toStdString());
  const QString shown = q(fieldNumber(*cell.value / (factor > 0 ? factor : 1)));
  return {shown, q(exactNumber(*cell.value, factor > 0 ? shownUnit.toStdString() : "")), shownUnit};
}

TypedValue readTyped(const FieldRow& row, const CellValue& cell, const QString& typed, const QString& shownUnit) {
  if (isText(row)) return textTyped(row, typed);
  const QString text = typed.trimmed();
  if (row.kind == FieldKind::kVector && row.parts.empty()) return listTyped(text);
  if (cell.json == u"null" && text.isEmpty()) return {QStringLiteral("null"), {}};
  if (text.isEmpty() && row.optional && row.parts.empty()) return {QStringLiteral("null"), {}};
  if (row.key == "limits" || q(row.path).contains(u".limits["))
    if (text.isEmpty() || text == u"open" || text == u"∞" || text == u"−∞") return {QStringLiteral("null"), {}};
  return isFormula(row, cell) ? formulaTyped(row, cell, text, shownUnit) : numberTyped(row, cell, text, shownUnit);
}

QString stepped(const FieldRow& row, const CellValue& cell, const QString& shownUnit, double start, double steps) {
  if (!std::isfinite(start)) return {};
  const double known = unitFactor(shownUnit.toStdString()), factor = known > 0 ? known : 1;
  const double shown = start / factor;
  const double fine = row.kind == FieldKind::kInteger ? 1 : std::abs(steps) < 1 ? std::abs(steps) : 1;
  const double step = stepOf(row, shown, shownUnit), grain = step * fine;
  const double next = std::round((shown + steps * step) / grain) * grain;
  const std::string text = QString::number(next, 'g', 12).toStdString();
  const QuantityInput input = parseQuantity(text, cell.unit.toStdString(), known > 0 ? shownUnit.toStdString() : "");
  if (!input.ok()) return {};
  double value = std::clamp(input.value, row.minimum, row.maximum);
  if (row.exclusive && (value <= row.minimum || value >= row.maximum)) value = start;
  return q(numberText(value));
}

QString wholeJson(const std::vector<CellValue>& cells, std::size_t index, const QString& json) {
  QStringList parts;
  for (std::size_t i = 0; i < cells.size(); ++i) parts << (i == index ? json : cells[i].json);
  return u'[' + parts.join(u',') + u']';
}

QString tooltipOf(const FieldRow& row) {
  const auto line = [](const QString& name, const QString& text) {
    return text.isEmpty() ? QString()
                          : QStringLiteral("<br><span style='color:gray'>%1</span> %2").arg(name, text.toHtmlEscaped());
  };
  QString html = QStringLiteral("<b>%1</b>").arg(q(row.label).toHtmlEscaped());
  if (!row.symbol.empty()) html += QStringLiteral("&nbsp; <i>%1</i>").arg(q(row.symbol).toHtmlEscaped());
  if (!row.unit.empty() && row.unit != "–")
    html += QStringLiteral(" <span style='color:gray'>%1</span>").arg(q(row.unit));
  html += line({}, q(row.meaning)) + line({}, q(row.condition));
  if (row.mixed) html += line({}, tr("The selected objects differ here; what is set is set for all of them."));
  QStringList range;
  if (std::isfinite(row.minimum))
    range << (row.exclusive ? QStringLiteral("> ") : QStringLiteral("≥ ")) + q(fieldNumber(row.minimum));
  if (std::isfinite(row.maximum))
    range << (row.exclusive ? QStringLiteral("< ") : QStringLiteral("≤ ")) + q(fieldNumber(row.maximum));
  html += line(tr("range"), range.join(QStringLiteral(", "))) + line(tr("usual"), q(row.typical));
  if (!row.defaultText.empty() && row.kind != FieldKind::kGroup)
    html += line(tr("default"), plainText(row.defaultText).left(60));
  html += line(tr("source"), q(row.source)) + line(tr("this value"), q(row.origin)) + line(tr("path"), q(row.path));
  return QStringLiteral("<qt>%1</qt>").arg(html);
}

}  // namespace tendril
