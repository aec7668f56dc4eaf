// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/rod/basis/plugin_basis.hpp"

#include <limits>
#include <stdexcept>

#include "core/model/quadrature/quadrature.hpp"

namespace tendril {
namespace {

class PluginFamilyBasis final : public StrainBasis {
 public:
  PluginFamilyBasis(std::shared_ptr<const PluginBasis> family, int order)
      : family_(std::move(family)),
        order_(order),
        count_(family_->count(order)),
        gaussPoints_(family_->gaussPoints(order)),
        breakpoints_(family_->breakpoints(order)) {
    family_->evaluate(order_, count_, places());
  }

  int count() const override { return count_; }
  /// NaN where the plugin fails: who asks in a run must not be thrown at.
  double value(int k, double s) const override {
    try {
      return family_->evaluate(order_, count_, {&s, 1})[static_cast<std::size_t>(k)];
    } catch (const std::invalid_argument&) {
      return std::numeric_limits<double>::quiet_NaN();
    }
  }
  std::vector<double> breakpoints() const override { return breakpoints_; }
  int gaussPoints() const override { return gaussPoints_; }

 private:
  /// Where a rod is likely to ask: the Gauss points of all elements, and evenly.
  std::vector<double> places() const {
    constexpr int kSamples = 101;
    std::vector<double> s;
    for (int i = 0; i < kSamples; ++i) s.push_back(static_cast<double>(i) / (kSamples - 1));
    const std::vector<QuadraturePoint> rule = gaussLegendre(gaussPoints_);
    double start = 0;
    std::vector<double> ends = breakpoints_;
    ends.push_back(1);
    for (const double end : ends) {
      for (const QuadraturePoint& g : rule) s.push_back(start + (end - start) * g.s);
      start = end;
    }
    return s;
  }

  std::shared_ptr<const PluginBasis> family_;
  int order_, count_, gaussPoints_;
  std::vector<double> breakpoints_;
};

}  // namespace

StrainBasisPtr makePluginBasis(std::shared_ptr<const PluginBasis> family, int order) {
  if (order < family->smallestOrder() || order > family->largestOrder())
    throw std::invalid_argument("order of basis \"" + family->name() + "\" of the plugin " + family->plugin() +
                                " must be from " + std::to_string(family->smallestOrder()) + " to " +
                                std::to_string(family->largestOrder()) + ", not " + std::to_string(order));
  return std::make_shared<PluginFamilyBasis>(std::move(family), order);
}

}  // namespace tendril
