// SPDX-License-Identifier: BSD-3-Clause
// Where every frame of the tree is and how it moves: poses, twists and Jacobian columns.
#pragma once

#include "core/model/data.hpp"

namespace tendril {

/// Poses, twists V and Jacobian columns J of all frames, and kinematics of the bodies. Sets data.q, data.v and
/// data.origin; leaves data.a alone. q: nq, v: nv. Phase K and the first half of F of engine.md §2.
void kinematics(const Model& model, Data& data, const VecXRef& q, const VecXRef& v);

/// BodyData::sections of all bodies, after kinematics. Nothing in dynamics reads them.
void sections(const Model& model, Data& data);

/// 6 × nv Jacobian of a frame fixed to `frame` by `offset`, body-frame twist of that fixed frame; after kinematics.
/// out is overwritten.
void frameJacobian(const Model& model, const Data& data, int frame, const Pose& offset, MatXMut out);

/// Transforms each column of `in` as a twist (wrench) from the inner to the outer frame of X. in and out may not
/// overlap.
template <class In, class Out>
void transformTwists(const Pose& X, const In& in, Out&& out) {
  for (Eigen::Index k = 0; k < in.cols(); ++k) out.col(k) = transformTwist<double>(X, in.col(k));
}
template <class In, class Out>
void transformWrenches(const Pose& X, const In& in, Out&& out) {
  for (Eigen::Index k = 0; k < in.cols(); ++k) out.col(k) = transformWrench<double>(X, in.col(k));
}

}  // namespace tendril
