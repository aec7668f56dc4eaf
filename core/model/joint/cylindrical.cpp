// SPDX-License-Identifier: BSD-3-Clause
// Turns about its axis and slides along it.
#include "core/model/joint/joint_of.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class CylindricalJoint : public JointOf<CylindricalJoint> {
 public:
  std::string_view name() const override { return "cylindrical"; }
  JointParameters parameters() const override { return {.axis = true, .limits = true}; }
  std::span<const ManifoldBlock> manifold() const override {
    static constexpr std::array kBlocks{vectorBlock(2)};
    return kBlocks;
  }
  std::span<const CoordinateInfo> positionInfo() const override {
    static const std::array<CoordinateInfo, 2> kInfo{
        {{"angle", Quantity::kAngle, "turn"}, {"displacement", Quantity::kLength, "shift"}}};
    return kInfo;
  }
  template <class T>
  void move(const Joint& joint, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const {
    X.R = rotationAbout<T>(joint.axis, q[0]);
    X.p = joint.axis.cast<T>() * q[1];
    S.col(0) = turn(joint.axis.cast<T>());
    S.col(1) = slide(joint.axis.cast<T>());
  }
};

constinit const CylindricalJoint kCylindricalJoint;

}  // namespace

constinit const JointType JointType::kCylindrical(kCylindricalJoint);

}  // namespace tendril
