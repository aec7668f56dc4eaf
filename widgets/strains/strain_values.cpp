// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/strains/strain_values.hpp"

#include <QCoreApplication>

#include "core/builder/parts/rod_size.hpp"
#include "core/model/rod/basis/basis.hpp"
#include "core/text/number_text.hpp"
#include "widgets/functions/function_check.hpp"

namespace tendril {
namespace {

namespace desc = description;

QString q(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Takes down what the description says of its strains.
struct Names {
  std::vector<desc::FieldInfo> infos;
  template <class T>
  void field(const T&, const desc::FieldInfo& info) {
    infos.push_back(info);
  }
};

void fillCurves(const StrainBasis& basis, StrainValue& value) {
  value.knots = basis.breakpoints();
  for (int k = 0; k < basis.count(); ++k) {
    std::vector<double>& curve = value.curves.emplace_back();
    for (int i = 0; i < kCurvePoints; ++i) curve.push_back(basis.value(k, curvePlace(i)));
  }
}

void fillMode(const desc::StrainMode& mode, double length, Evaluator& evaluator, StrainValue& value) {
  value.on = true;
  value.basis = QString::fromStdString(mode.basis);
  const bool custom = mode.basis == desc::kCustomBasis;
  value.hasOrder = !custom && mode.basis != "constant";
  if (value.hasOrder) value.order = typedText(mode.order), value.orderName = orderName(value.basis);
  if (custom)
    for (const desc::Formula& function : mode.functions) value.functions << typedText(function);
  std::vector<Problem> problems;
  const StrainBasisPtr basis = buildStrainBasis(mode, length, Catalogue::ofProcess(), evaluator, problems, {});
  if (basis) fillCurves(*basis, value);
}

}  // namespace

QString orderName(const QString& basis) {
  const auto tr = [](const char* text) { return QCoreApplication::translate("tendril::StrainEditor", text); };
  if (basis == u"piecewise_constant") return tr("pieces");
  if (basis.startsWith(u"fem_") || basis == u"hermite") return tr("elements");
  if (basis == u"gaussian" || basis == u"inverse_multiquadric") return tr("intervals");
  return basis == u"fourier" ? tr("harmonics") : tr("order");
}

QString typedText(const desc::Number& number) {
  return number.expression.empty() ? QString::fromStdString(numberText(number.value))
                                   : u'=' + QString::fromStdString(number.expression);
}

QString typedText(const desc::Formula& formula) {
  return QString::fromStdString(formula.text.empty() ? numberText(formula.value) : formula.text);
}

StrainSet strainSet(const Description& description, const desc::RodDivision& division) {
  StrainSet set;
  std::vector<Problem> ignored;
  Evaluator evaluator(description, ignored);
  set.length = evaluator.number(division.length, {});
  Names names;
  desc::Strain::describe(division.strain, names);
  const auto modes = division.strain.modes();
  for (std::size_t i = 0; i < set.strains.size(); ++i) {
    StrainValue& value = set.strains[i];
    value.key = q(names.infos[i].key);
    value.name = q(names.infos[i].key).replace(u'_', u' ');
    value.symbol = q(names.infos[i].symbol).section(u' ', 0, 0);
    value.meaning = q(names.infos[i].meaning);
    value.unit = i < 3 ? QStringLiteral("1/m") : QString();
    value.reference = typedText(division.referenceStrain[i]);
    if (*modes[i]) fillMode(**modes[i], set.length, evaluator, value);
    set.coordinates += static_cast<int>(value.curves.size());
  }
  return set;
}

}  // namespace tendril
