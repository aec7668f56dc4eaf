// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/build/rod_size.hpp"

#include <stdexcept>

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

}  // namespace

StrainBasisPtr buildStrainBasis(const description::StrainMode& mode, double length, Evaluator& evaluator,
                                std::vector<Problem>& problems, const std::string& path) {
  const double order = mode.basis == "constant" ? 0 : evaluator.number(mode.order, path + ".order");
  if (!(order >= 0 && order <= 1000)) return nullptr;  // reported as out of range
  try {
    if (mode.basis == description::kCustomBasis) return customBasis(mode, length, evaluator, path);
    return makeStrainBasis(mode.basis, static_cast<int>(order));
  } catch (const std::invalid_argument& error) {
    problems.push_back({.path = path, .message = error.what(), .cure = ""});
    return nullptr;
  }
}

int divisionSize(const description::RodDivision& division, Evaluator& evaluator) {
  std::vector<Problem> ignored;
  int size = 0;
  for (const std::optional<description::StrainMode>* mode : division.strain.modes()) {
    if (!*mode) continue;
    const StrainBasisPtr basis = buildStrainBasis(**mode, 1, evaluator, ignored, {});
    if (!basis) return -1;
    size += basis->count();
  }
  return size;
}

}  // namespace tendril
