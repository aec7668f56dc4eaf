// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/parts/rod_size.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/model/rod/basis/plugin_basis.hpp"

namespace tendril {
namespace {

StrainBasisPtr customBasis(const description::StrainMode& mode, double length, Evaluator& evaluator,
                           const std::string& path) {
  std::vector<std::function<double(double)>> functions;
  for (std::size_t i = 0; i < mode.functions.size(); ++i) {
    const std::string place = path + ".functions[" + std::to_string(i) + ']';
    const Curve curve = evaluator.curve(mode.functions[i], length, {}, place);
    functions.emplace_back([curve](double s) { return curve.value(s); });
  }
  return makeCustomBasis(std::move(functions));
}

/// The bases of a division; empty if one of them has problems.
std::vector<StrainBasisPtr> basesOf(const description::RodDivision& division, const Catalogue& catalogue,
                                    Evaluator& evaluator, bool& good) {
  std::vector<Problem> ignored;
  std::vector<StrainBasisPtr> bases;
  good = true;
  for (const std::optional<description::StrainMode>* mode : division.strain.modes()) {
    if (!*mode) continue;
    bases.push_back(buildStrainBasis(**mode, 1, catalogue, evaluator, ignored, {}));
    good &= bases.back() != nullptr;
  }
  return bases;
}

}  // namespace

StrainBasisPtr namedStrainBasis(const std::string& name, int order, const Catalogue& catalogue) {
  if (std::shared_ptr<const PluginBasis> plugin = catalogue.basis(name))
    return makePluginBasis(std::move(plugin), order);
  const std::span<const std::string_view> names = catalogue.names(OfferKind::kStrainBasis);
  if (std::ranges::find(names, name) != names.end()) return makeStrainBasis(name, order);
  std::string known;
  for (const std::string_view each : names) known += (known.empty() ? "" : ", ") + std::string(each);
  throw std::invalid_argument("unknown basis \"" + name + "\"; known are " + known +
                              "; a plugin that adds it may not be loaded");
}

StrainBasisPtr buildStrainBasis(const description::StrainMode& mode, double length, const Catalogue& catalogue,
                                Evaluator& evaluator, std::vector<Problem>& problems, const std::string& path) {
  const double order = mode.basis == "constant" ? 0 : evaluator.number(mode.order, path + ".order");
  if (!(order >= 0 && order <= 1000)) return nullptr;  // reported as out of range
  try {
    if (mode.basis == description::kCustomBasis) return customBasis(mode, length, evaluator, path);
    return namedStrainBasis(mode.basis, static_cast<int>(order), catalogue);
  } catch (const std::invalid_argument& error) {
    problems.push_back({.path = path, .message = error.what(), .cure = ""});
    return nullptr;
  }
}

int divisionSize(const description::RodDivision& division, const Catalogue& catalogue, Evaluator& evaluator) {
  bool good = true;
  int size = 0;
  for (const StrainBasisPtr& basis : basesOf(division, catalogue, evaluator, good)) size += basis ? basis->count() : 0;
  return good ? size : -1;
}

double divisionEntries(const description::RodDivision& division, const Catalogue& catalogue, Evaluator& evaluator) {
  bool good = true;
  double size = 0, elements = 1, points = division.quadrature ? evaluator.number(*division.quadrature, {}) : 0;
  for (const StrainBasisPtr& basis : basesOf(division, catalogue, evaluator, good)) {
    if (!basis) return 0;
    size += basis->count();
    elements += static_cast<double>(basis->breakpoints().size());
    if (!division.quadrature) points = std::max(points, double(basis->gaussPoints()));
  }
  return size * elements * points;
}

}  // namespace tendril
