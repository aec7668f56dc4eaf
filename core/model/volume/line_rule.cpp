// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/line_rule.hpp"

#include <algorithm>
#include <random>

namespace tendril {
namespace {

constexpr int kShapes = 6;
constexpr double kMargin = 0.6;  // of the admissible set, that the shapes leave
constexpr int kDoublings = 6, kReductions = 200;

}  // namespace

std::vector<VecX> triedShapes(const PointMap& map, std::span<const EvaluationPoints* const> points) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<VecX> out;
  for (int k = 0; k < kShapes; ++k) {
    VecX q(map.size());
    for (double& x : q) x = normal(random);
    const auto bent = [&](double scale) {
      double margin = 1;
      for (const EvaluationPoints* each : points) margin = std::min(margin, map.margin(*each, scale * q).first);
      return !(margin > kMargin);
    };
    double scale = 1;
    for (int i = 0; i < kDoublings && !bent(scale); ++i) scale *= 2;
    for (int i = 0; i < kReductions && bent(scale); ++i) scale *= 0.8;
    out.push_back(scale * q);
  }
  return out;
}

}  // namespace tendril
