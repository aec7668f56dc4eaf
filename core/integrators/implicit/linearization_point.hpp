// SPDX-License-Identifier: BSD-3-Clause
// Where an implicit method built the matrix that it uses over several steps. It is all that State::z has to hold of it:
// the same matrix can be built there again, to the last digit.
#pragma once

#include "core/model/model.hpp"

namespace tendril {

class LinearizationPoint {
 public:
  void resize(const Model& model) {
    nq_ = model.nq, nv_ = model.nv, nu_ = model.nu;
    numbers_.setZero(2 + nq_ + 4 * nv_ + nu_);
  }
  void forget() { numbers_.setZero(); }

  const VecX& numbers() const { return numbers_; }  ///< [h t q v acceleration increment tau u]
  VecX& numbers() { return numbers_; }

  bool isKnown() const { return numbers_[0] > 0; }
  double& step() { return numbers_[0]; }  ///< s; 0 if there is none
  double step() const { return numbers_[0]; }
  double& time() { return numbers_[1]; }
  auto q() { return numbers_.segment(2, nq_); }
  auto v() { return numbers_.segment(2 + nq_, nv_); }
  auto acceleration() { return numbers_.segment(2 + nq_ + nv_, nv_); }
  auto increment() { return numbers_.segment(2 + nq_ + 2 * nv_, nv_); }  ///< that led to q
  auto tau() { return numbers_.segment(2 + nq_ + 3 * nv_, nv_); }
  auto u() { return numbers_.tail(nu_); }

 private:
  VecX numbers_;
  Eigen::Index nq_ = 0, nv_ = 0, nu_ = 0;
};

}  // namespace tendril
