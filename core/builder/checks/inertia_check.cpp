// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/checks/inertia_check.hpp"

#include <Eigen/Eigenvalues>

namespace tendril {

bool inertiaIsPossible(const Mat3& inertia, double& worst) {
  constexpr double kRounding = 1e-9;  // thin plates and sticks stand on the border, with numbers that were rounded
  const Mat3 sigma = 0.5 * inertia.trace() * Mat3::Identity() - inertia;
  const double scale = sigma.cwiseAbs().maxCoeff();
  worst = 0;
  if (scale == 0) return true;
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(Mat3(sigma / scale), Eigen::EigenvaluesOnly);
  worst = solver.eigenvalues().minCoeff();
  return worst >= -kRounding;
}

}  // namespace tendril
