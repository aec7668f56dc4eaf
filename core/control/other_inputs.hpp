// SPDX-License-Identifier: BSD-3-Clause
// What acts on a robot beside the outputs of one controller, for laws that use it (Controller::usesInputs()).
#pragma once

#include <vector>

#include "core/dynamics/dynamics.hpp"
#include "core/model/controller.hpp"

namespace tendril {

class OtherInputs {
 public:
  /// Of a controller with these outputs.
  OtherInputs(const Model& model, std::vector<int> outputs);

  /// u ← what the others give (Measurement::u), the outputs themselves zero.
  void read(const Measurement& measured);
  /// u with the outputs as given.
  void set(const VecXRef& outputs);
  /// u at t, with what joints do that positions drive. As long as this object lives. Leaves data.B as it was where no
  /// input acts.
  Inputs at(double t);
  /// out (nv × nu) ← ∂q̈/∂u at (q, v), of the outputs zero. Overwrites what `data` holds.
  void accelerations(Data& data, double t, const VecXRef& q, const VecXRef& v, MatX& out);

 private:
  const Model& model_;
  std::vector<int> outputs_;
  VecX u_, rate_, acceleration_;  ///< all inputs; of those that are positions
  VecX motion_;                   ///< accelerations of the joints that they are of
  MatX columns_;
};

}  // namespace tendril
