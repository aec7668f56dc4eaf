// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/parts/link_matrix.hpp"

namespace tendril {

std::optional<Mat6> linkMatrix(const std::vector<description::OneOrMany<description::Number>>& rows,
                               Evaluator& evaluator) {
  if (rows.size() != 6) return std::nullopt;
  Mat6 out = Mat6::Zero();
  for (std::size_t i = 0; i < 6; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    if (rows[i].list != rows[0].list || rows[i].values.size() != (rows[i].list ? 6 : 1)) return std::nullopt;
    for (std::size_t j = 0; j < rows[i].values.size(); ++j)
      out(row, rows[i].list ? static_cast<Eigen::Index>(j) : row) = evaluator.number(rows[i].values[j], {});
  }
  return out;
}

}  // namespace tendril
