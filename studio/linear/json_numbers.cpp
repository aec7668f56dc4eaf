// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/linear/json_numbers.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace tendril {

json::Node listNode(const VecXRef& values, std::string_view what) {
  json::Node list = json::Node::array();
  list.items.reserve(static_cast<std::size_t>(values.size()));
  for (const double value : values) {
    if (!std::isfinite(value))
      throw std::runtime_error(std::string(what) + " is not a finite number at this state; look for huge values");
    list.items.push_back(json::Node::ofNumber(value));
  }
  return list;
}

json::Node rowsNode(const Eigen::Ref<const MatX>& matrix, std::string_view what) {
  json::Node rows = json::Node::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    rows.items.push_back(listNode(VecX(matrix.row(i).transpose()), what));
  return rows;
}

}  // namespace tendril
