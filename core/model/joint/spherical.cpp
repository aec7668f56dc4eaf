// SPDX-License-Identifier: BSD-3-Clause
// Turns about every axis: a unit quaternion.
#include "core/math/so3.hpp"
#include "core/model/joint/joint_kind.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class SphericalJoint : public JointKind {
 public:
  std::string_view name() const override { return "spherical"; }
  std::span<const ManifoldBlock> manifold() const override {
    static constexpr std::array kBlocks{rotationBlock()};
    return kBlocks;
  }
  std::span<const CoordinateInfo> positionInfo() const override {
    static const std::array<CoordinateInfo, 4> kInfo{{{"quaternion w", Quantity::kQuaternion, "w"},
                                                      {"quaternion x", Quantity::kQuaternion, "x"},
                                                      {"quaternion y", Quantity::kQuaternion, "y"},
                                                      {"quaternion z", Quantity::kQuaternion, "z"}}};
    return kInfo;
  }
  std::span<const CoordinateInfo> velocityInfo() const override {
    static const std::array<CoordinateInfo, 3> kInfo{{{"turning about x", Quantity::kAngle, "ωx"},
                                                      {"turning about y", Quantity::kAngle, "ωy"},
                                                      {"turning about z", Quantity::kAngle, "ωz"}}};
    return kInfo;
  }
  void motion(const Joint&, const double* q, Pose& X, JointColumns& S) const override {
    X.R = rotationFromQuaternion<double>(Vec4(q[0], q[1], q[2], q[3]));
    S.topRows<3>().setIdentity();
  }
};

constinit const SphericalJoint kKind;

}  // namespace

constinit const JointType JointType::kSpherical(kKind);

}  // namespace tendril
