// SPDX-License-Identifier: BSD-3-Clause
// What the algorithms throw when a robot cannot be computed. Programs catch EngineError at one place.
#pragma once

#include <stdexcept>
#include <string>

namespace tendril {

struct Model;

/// The robot has no answer at this state. what() is for the user: what is wrong, at which link or loop, what to try.
class EngineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A mass matrix that cannot be inverted: `link` is the first link whose pivot fails.
class SingularMassMatrix : public EngineError {
 public:
  SingularMassMatrix(const Model& model, int link);
  int link;
};

/// Prescribed accelerations that the loops do not allow: `row` is the first row of λ that stays open.
class OverconstrainedMotion : public EngineError {
 public:
  OverconstrainedMotion(const Model& model, int row);
  int row;
};

}  // namespace tendril
