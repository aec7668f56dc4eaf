// SPDX-License-Identifier: BSD-3-Clause
// A body that can take over the shape of another one.
#pragma once

#include "core/model/body/body.hpp"

namespace tendril {

/// Bodies whose coordinates are weights of functions implement this beside Body, so that an edit of the functions keeps
/// the shape. Whoever edits a model while it moves asks for it by dynamic_cast.
class ShapeCarrier {
 public:
  virtual ~ShapeCarrier() = default;
  /// Coordinates q, v (n of `from`) → newQ, newV (n of this body): exact if this body's functions contain the shape,
  /// the nearest one otherwise. False, and nothing is written, if `from` is a body of another kind.
  virtual bool carryShape(const Body& from, const VecXRef& q, const VecXRef& v, VecXMut newQ, VecXMut newV) const = 0;
};

}  // namespace tendril
