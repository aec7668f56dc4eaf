// SPDX-License-Identifier: BSD-3-Clause
// Inputs within their ranges whose equilibrium comes nearer to an aim, step by step.
#pragma once

#include <vector>

#include "core/control/box_quadratic.hpp"
#include "core/control/inverse_statics/equilibrium_map.hpp"
#include "core/control/task.hpp"

namespace tendril {

/// Numbers that an equilibrium is to bring to zero.
class EquilibriumAim {
 public:
  virtual ~EquilibriumAim() = default;
  /// misses at q.
  virtual void evaluate(const VecX& q) = 0;
  /// Likewise, and out (misses × m) ← how motions of q along `columns` (nv × m) lessen them.
  virtual void project(const VecX& q, const MatX& columns, MatX& out) = 0;

  VecX misses;  ///< its size does not change
};

struct EquilibriumSearchSettings {
  double tolerance = 1e-9;  ///< of the misses: those below are none
  double relaxation = 0.5;  ///< EquilibriumTargetsOptions::relaxation
};

/// Gauss–Newton over equilibria (reachTargets says how), one step a call. `map` stands at the equilibrium reached.
class EquilibriumSearch {
 public:
  EquilibriumSearch(const Model& model, EquilibriumMap& map, EquilibriumAim& aim, EquilibriumSearchSettings settings);

  /// From the equilibrium at which the map stands, after balance(). Again whenever the aim has changed.
  void begin();
  /// One step; false: nothing comes nearer. std::runtime_error: what the quadratic program says.
  bool step();

  /// No miss is above the tolerance.
  bool reached() const;
  /// Not reached, and inputs within their ranges come no nearer, to first order. After step() was false.
  bool nearest() const;
  /// How far one more step would move, at the least of misses 0.
  double left() const { return left_; }
  int steps() const { return steps_; }  ///< since begin()
  std::vector<int> ended() const;       ///< inputs that stand at an end of their range

 private:
  void prepare();
  const VecX& program(double share);
  void adapt(double gained);
  bool advance();
  bool isNearer(const VecX& misses, double before, double wanted);

  EquilibriumMap& map_;
  EquilibriumAim& aim_;
  EquilibriumSearchSettings settings_;
  OutputRanges ranges_;
  TaskLeastSquares squares_;
  BoxQuadratic program_;
  MatX D_, metric_;
  VecX posture_, du_;
  double relaxation_ = 0, share_ = 1;
  double slack_ = 0, left_ = 0;
  int steps_ = 0;
};

}  // namespace tendril
