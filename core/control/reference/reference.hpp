// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/math/types.hpp"
namespace tendril {
class Reference {
 public:
  static constexpr int kMostDerivatives = 4;
  virtual ~Reference() = default;
  virtual int size() const = 0;
  virtual void evaluate(double t, int order, MatXMut out) const = 0;
};
}  // namespace tendril
