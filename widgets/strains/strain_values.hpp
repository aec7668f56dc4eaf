// SPDX-License-Identifier: GPL-3.0-or-later
// The strains of one division of a rod, as the strain-basis editor shows them.
#pragma once

#include <QString>
#include <QStringList>

#include <array>
#include <vector>

#include "core/description/description.hpp"

namespace tendril {

/// One of the six.
struct StrainValue {
  QString key;      ///< "bending_y"
  QString name;     ///< "bending y"
  QString symbol;   ///< "κy"
  QString unit;     ///< of its reference
  QString meaning;  ///< one line
  bool on = false;  ///< may vary; else fixed at its reference
  QString basis, order;
  bool hasOrder = false;  ///< neither constant nor custom
  QString orderName;      ///< what the order counts: "order", "elements"
  QStringList functions;  ///< of a custom basis
  QString reference;
  std::vector<std::vector<double>> curves;  ///< per function kCurvePoints values; empty where it has problems
  std::vector<double> knots;                ///< 0…1

  bool operator==(const StrainValue&) const = default;
};

struct StrainSet {
  std::array<StrainValue, 6> strains;
  int coordinates = 0;  ///< of all strains
  double length = 1;    ///< m
};

StrainSet strainSet(const Description& description, const description::RodDivision& division);

/// What the order of a family counts, for people.
QString orderName(const QString& basis);
/// A number, "=expression" or formula as a person types it.
QString typedText(const description::Number& number);
QString typedText(const description::Formula& formula);

}  // namespace tendril
