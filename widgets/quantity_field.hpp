// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include <functional>
#include <optional>

namespace tendril {

/// How a field with a quantity is read.
struct QuantityRule {
  QString unit;                                     ///< SI, of the result
  QString bareUnit = {};                            ///< of a number without unit; empty: `unit`
  QString tip = {};                                 ///< of the field while it is right
  std::function<QString(double)> misfit = nullptr;  ///< why a number cannot be; empty text: it can
};

/// The quantity in a field; nothing where it is none: then the text turns red, with the reason as the tooltip.
std::optional<double> readQuantity(QLineEdit& field, const QuantityRule& rule);

}  // namespace tendril
