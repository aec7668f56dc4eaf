// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/singular_parts.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/constraints/step_result.hpp"

namespace tendril {
namespace {

constexpr std::size_t kMostNames = 3;
constexpr double kShare = 0.1;  // of the largest one: smaller shares are not named

/// Names by their share, the largest first: "a, b and c".
std::string largest(const VecX& shares, const std::vector<std::string>& names) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), 0U);
  // Those that are equal but for rounding keep their order.
  const auto share = [&](std::size_t i) { return std::round(1e6 * std::abs(shares[static_cast<Eigen::Index>(i)])); };
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return share(a) > share(b); });
  std::size_t count = 0;
  while (count < std::min(kMostNames, order.size()) && share(order[count]) > kShare * share(order[0])) ++count;
  std::string text;
  for (std::size_t k = 0; k < count; ++k) {
    if (k > 0) text += k + 1 == count ? " and " : ", ";
    text += names[order[k]];
  }
  return text;
}

/// Unit vector that the matrix takes nearest to zero.
VecX nullDirection(const MatX& matrix) {
  return Eigen::JacobiSVD<MatX>(matrix, Eigen::ComputeFullV).matrixV().rightCols<1>();
}

}  // namespace

std::vector<std::string> inputNames(const Model& model, std::span<const int> inputs) {
  std::vector<std::string> names;
  for (const int input : inputs) names.push_back(model.inputName(input));
  return names;
}

std::string dependentColumns(const MatX& matrix, const std::vector<std::string>& names) {
  if (names.empty() || !matrix.allFinite()) return "the outputs";
  return largest(nullDirection(matrix), names);
}

std::string unmovedLinks(const Model& model, const MatX& matrix) {
  if (matrix.rows() == 0 || !matrix.allFinite()) return "the robot";
  const VecX direction = nullDirection(matrix.transpose());
  VecX shares = VecX::Zero(static_cast<Eigen::Index>(model.links.size()));
  for (int v = 0; v < model.nv; ++v)
    if (const int link = linkOfVelocity(model, v); link >= 0)
      shares[link] = std::max(shares[link], std::abs(direction[v]));
  std::vector<std::string> names;
  for (const Link& link : model.links) names.push_back(link.name);
  return names.empty() ? "the robot" : largest(shares, names);
}

}  // namespace tendril
