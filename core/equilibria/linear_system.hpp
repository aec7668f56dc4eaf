// SPDX-License-Identifier: BSD-3-Clause
// Linear systems x' = A x + B u, y = C x + D u: poles, and whether inputs move and outputs see them.
#pragma once

#include <complex>
#include <functional>
#include <string>
#include <vector>

#include "core/math/types.hpp"

namespace tendril {

/// What one entry of x, u or y is called.
struct NamedNumber {
  std::string name;
  std::string unit;  ///< SI; empty: none
};

struct LinearSystem {
  MatX A, B, C, D;                                   ///< n × n, n × m, p × n, p × m
  std::vector<NamedNumber> states, inputs, outputs;  ///< n, m, p
};

/// One pole with the test of Popov, Belevitch and Hautus.
struct Pole {
  std::complex<double> value;  ///< 1/s
  double frequency = 0;        ///< |value| / 2π, Hz
  double damping = 0;          ///< −Re / |value|, 1 = critical; 0 of a pole at zero
  /// Smallest singular value of [A − λ, B] and of [A − λ; C], relative to the largest of A, in balanced coordinates
  /// with columns of B and rows of C as large as A.
  double controllability = 0, observability = 0;
  bool controllable = false, observable = false;  ///< those are more than rounding
  bool decays = false;                            ///< the real part is negative beyond rounding
};

struct PoleAnalysis {
  std::vector<Pole> poles;  ///< n, slowest first; of a pair the one with positive imaginary part first
  Eigen::MatrixXcd shapes;  ///< n × n: eigenvectors of A, largest entry 1
  int controllableRank = 0, observableRank = 0;  ///< poles that are
  bool stable = false;                           ///< all real parts are negative beyond rounding
};

/// What one pole is: "-1.2 ± 3 i 1/s", with at most four digits.
std::string poleText(const std::complex<double>& pole);

/// Which poles are tested: all, or those that do not decay (the others count as controllable and observable).
enum class PoleTests { kAll, kNotDecaying };

/// Told the share of the poles that are tested, 0…1; false gives up.
using PoleProgress = std::function<bool(double share)>;

/// Poles of `system`; those of a matrix that is singular to rounding that lie within the rounding of a double pole are
/// zero. A, B, C must be finite (std::invalid_argument). O(n⁴). No poles where `progress` gave up.
PoleAnalysis analysePoles(const LinearSystem& system, PoleTests tests = PoleTests::kAll,
                          const PoleProgress& progress = {});

/// Scales (n, powers of 2) with which S⁻¹ A S has rows as large as its columns. Parlett and Reinsch.
VecX balancingScales(const MatX& A);

}  // namespace tendril
