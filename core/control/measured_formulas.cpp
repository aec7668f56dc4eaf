// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/measured_formulas.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tendril {

MeasuredFormulas::MeasuredFormulas(SignalProgram program) : program_(std::move(program)) {
  for (std::size_t k = 0; k < program_.columns().size(); ++k) {
    const std::vector<int> used = program_.sourcesOf(k);
    const auto known = [&](int source) {
      return hasKnownRate(program_.sources()[static_cast<std::size_t>(source)].kind);
    };
    knowsRate_.push_back(std::all_of(used.begin(), used.end(), known) ? 1 : 0);
  }
}

MeasuredValues::MeasuredValues(const Model& plant, const MeasuredFormulas& formulas)
    : values(VecX::Zero(formulas.size())),
      rates(values),
      program_(formulas.program()),
      reader_(plant, program_.sources()),
      numbers_(program_.sources().size()),
      numberRates_(numbers_.size()) {}

SignalInstant MeasuredValues::instant(double t, const VecXRef& q, const VecXRef& v) const {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  return {t, q, v, none_, none_, kNone, kNone, kNone, kNone};
}

void MeasuredValues::evaluate(double t, const VecXRef& q, const VecXRef& v, Eigen::Map<const VecX> anchors) {
  if (anchors.size() > 0) reader_.data().anchors = anchors;
  reader_.read(instant(t, q, v), nullptr, numbers_);
  program_.evaluate(t, numbers_, memory_, {values.data(), static_cast<std::size_t>(values.size())});
}

void MeasuredValues::evaluateRates(double t, const VecXRef& q, const VecXRef& v) {
  reader_.rates(instant(t, q, v), numberRates_);
  program_.evaluateRates(numbers_, numberRates_, memory_, {rates.data(), static_cast<std::size_t>(rates.size())});
}

}  // namespace tendril
