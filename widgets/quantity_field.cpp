// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/quantity_field.hpp"

#include <QCoreApplication>

#include "core/text/units.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

std::optional<double> readQuantity(QLineEdit& field, const QuantityRule& rule) {
  const QuantityInput input =
      parseQuantity(field.text().toStdString(), rule.unit.toStdString(), rule.bareUnit.toStdString());
  QString why = QString::fromStdString(input.error);
  if (why.isEmpty() && !input.expression.empty())
    why = QCoreApplication::translate("QuantityField", "Type a number, not a formula");
  if (why.isEmpty() && rule.misfit) why = rule.misfit(input.value);
  const bool right = why.isEmpty();
  field.setStyleSheet(right ? QString() : "color: " + AppTheme::instance().color(Token::kError).name());
  field.setToolTip(right ? rule.tip : why);
  return right ? std::optional(input.value) : std::nullopt;
}

}  // namespace tendril
