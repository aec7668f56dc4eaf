// SPDX-License-Identifier: BSD-3-Clause
// What a type of joint is: all that the rest of the program knows of it. One file each (revolute.cpp …), listed in
// JointType::all(). trees.md §1, conventions.md
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/math/pose.hpp"
#include "core/model/coordinates/coordinate_info.hpp"
#include "core/model/coordinates/manifold.hpp"
#include "core/model/joint/joint.hpp"

namespace tendril {

template <int K>
struct Jet;

template <class T>
using JointColumnsT = Eigen::Matrix<T, 6, Eigen::Dynamic, 0, 6, 6>;
using JointColumns = JointColumnsT<double>;
using JointSquare = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;

struct ConstraintRow;

/// Which of a joint's numbers a type reads; files and forms offer no others.
struct JointParameters {
  bool axis = false, axis2 = false, pitch = false, limits = false;
};

/// The derivatives of the columns of S that are not zero.
struct SubspaceDerivatives {
  struct First {
    int column, by;
    Vec6 value;  ///< ∂S_column/∂q_by
  };
  struct Second {
    int column, by, by2;
    Vec6 value;  ///< ∂²S_column/∂q_by∂q_by2; of both orders of two different coordinates
  };
  void add(const First& term) { first[static_cast<std::size_t>(firstCount++)] = term; }
  void add(const Second& term) { second[static_cast<std::size_t>(secondCount++)] = term; }
  std::array<First, 15> first;    ///< of these firstCount
  std::array<Second, 30> second;  ///< of these secondCount
  int firstCount = 0, secondCount = 0;
};

/// How S changes with q, all in B. trees.md §1, §4
struct JointVariation {
  Vec6 bias = Vec6::Zero();       ///< S' v
  JointColumns dSv, dSa;          ///< columns k: (∂S/∂q_k) v, (∂S/∂q_k) a
  JointColumns dBias, dBiasRate;  ///< columns k: ∂(S' v)/∂q_k, ∂(S' v)/∂v_k
};

class JointKind {
 public:
  constexpr virtual ~JointKind() = default;

  /// In project files.
  virtual std::string_view name() const = 0;
  virtual JointParameters parameters() const { return {}; }

  /// Blocks of its coordinates, in order, without places.
  virtual std::span<const ManifoldBlock> manifold() const = 0;
  /// Per entry of q, and of v; they are the same where the manifold is a vector space.
  virtual std::span<const CoordinateInfo> positionInfo() const = 0;
  virtual std::span<const CoordinateInfo> velocityInfo() const { return positionInfo(); }

  /// Pose of B in the joint frame and S with [X⁻¹X'] = S v, in B; S comes as 6×nv zeros. trees.md §1
  virtual void motion(const Joint& joint, const double* q, Pose& X, JointColumns& S) const = 0;
  /// The same on series of time (trees.md §7). JointOf (joint_of.hpp) makes all five of one template.
  virtual void motion(const Joint& joint, const Jet<3>* q, PoseT<Jet<3>>& X, JointColumnsT<Jet<3>>& S) const = 0;
  virtual void motion(const Joint& joint, const Jet<7>* q, PoseT<Jet<7>>& X, JointColumnsT<Jet<7>>& S) const = 0;
  virtual void motion(const Joint& joint, const Jet<11>* q, PoseT<Jet<11>>& X, JointColumnsT<Jet<11>>& S) const = 0;
  virtual void motion(const Joint& joint, const Jet<15>* q, PoseT<Jet<15>>& X, JointColumnsT<Jet<15>>& S) const = 0;
  /// False: S is the same everywhere, and subspaceDerivatives() adds nothing.
  virtual bool subspaceVaries() const { return false; }
  virtual void subspaceDerivatives(const Joint&, const double* /*q*/, SubspaceDerivatives&) const {}

  /// What it holds where it closes a loop: by default the complement of S where q is zero. Rows have to be right at any
  /// q in the frame that it moves in (frame b); a joint whose rows are not can close no loop. rods.md §12
  virtual std::vector<ConstraintRow> constraintRows(const Joint& joint) const;

  // Made of the above.
  int positions() const { return static_cast<int>(positionInfo().size()); }
  int velocities() const { return static_cast<int>(velocityInfo().size()); }
  /// v = q̇, entry by entry.
  bool isVector() const;
  /// One block of SE(3): it holds nothing.
  bool isFree() const;
  /// Unit quaternions start at these places of its q.
  std::vector<int> quaternions() const;
  /// q of a joint without a given one: zero, unit quaternion. Size positions().
  VecX neutral() const;
};

/// JointKind::motion with S sized.
template <class T>
void jointMotion(const Joint& joint, const T* q, PoseT<T>& X, JointColumnsT<T>& S) {
  S.setZero(6, joint.type->velocities());
  X = PoseT<T>();
  joint.type->motion(joint, q, X, S);
}
void jointVariation(const Joint& joint, const double* q, const double* v, const double* a, JointVariation& out);
/// G(i, k) = (∂S_i/∂q_k)ᵀ F for a wrench F in B.
void jointForceVariation(const Joint& joint, const double* q, const Vec6& F, JointSquare& G);

/// What a joint lets go, as seen where q is zero: what loops, drawings and hands need to know of it.
struct JointFreedom {
  explicit JointFreedom(const Joint& joint);

  int turns = 0, slides = 0;                               ///< how many, screws among the turns
  Mat3 turnAxes = Mat3::Zero(), slideAxes = Mat3::Zero();  ///< first columns: orthonormal, in the joint frame
  bool screw = false;                                      ///< a turn advances along its axis …
  double pitch = 0;                                        ///< … by that, m/rad
  Mat3 slidePlane() const { return slideAxes * slideAxes.transpose(); }  ///< projects on what slides
};

namespace joint_columns {
template <class Axis>
Vec6T<typename Axis::Scalar> turn(const Axis& axis) {
  using T = typename Axis::Scalar;
  return (Vec6T<T>() << axis, Vec3T<T>::Zero()).finished();
}
template <class Axis>
Vec6T<typename Axis::Scalar> slide(const Axis& axis) {
  using T = typename Axis::Scalar;
  return (Vec6T<T>() << Vec3T<T>::Zero(), axis).finished();
}
}  // namespace joint_columns

}  // namespace tendril
