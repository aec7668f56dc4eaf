// SPDX-License-Identifier: BSD-3-Clause
// Everything that must be kept to resume a motion exactly.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/types.hpp"

namespace tendril {

struct Model;

/// A named run of entries of z, such as the last acceleration that an integrator remembers.
struct StateBlock {
  std::string name;
  int offset = 0, size = 0;
};

/// Which blocks z holds, in order.
struct StateLayout {
  std::vector<StateBlock> blocks;
  int size = 0;

  /// Appends a block and returns its offset.
  int add(std::string name, int size);
  /// The block of that name, null if there is none.
  const StateBlock* find(std::string_view name) const;
};

/// Time (s), positions q (nq), velocities v (nv) and the memory z of whatever declared blocks in the layout.
struct State {
  double t = 0;
  VecX q, v, z;
  std::shared_ptr<const StateLayout> layout;  ///< of z; null: no blocks

  /// The entries of a block of z; empty if there is no such block.
  Eigen::Map<const VecX> block(std::string_view name) const;
};

/// The state in which the model starts: t = 0, its q0 and v0, no blocks.
State initialState(const Model& model);

}  // namespace tendril
