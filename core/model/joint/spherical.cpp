// SPDX-License-Identifier: BSD-3-Clause
// Turns about every axis: a unit quaternion.
#include "core/model/joint/joint_of.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class SphericalJoint : public JointOf<SphericalJoint> {
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
  template <class T>
  void move(const Joint&, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const {
    X.R = rotationFromQuaternion<T>(Vec4T<T>(q[0], q[1], q[2], q[3]));
    S.template topRows<3>().diagonal().setOnes();
  }
};

constinit const SphericalJoint kSphericalJoint;

}  // namespace

constinit const JointType JointType::kSpherical(kSphericalJoint);

}  // namespace tendril
