// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/description/rod.hpp"

#include "core/model/rod/basis.hpp"

namespace tendril::description {

std::span<const std::string_view> strainBasisOptions() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = strainBasisNames();
    all.emplace_back(kCustomBasis);
    return all;
  }();
  static const std::vector<std::string_view> views(names.begin(), names.end());
  return views;
}

}  // namespace tendril::description
