// SPDX-License-Identifier: BSD-3-Clause
// Turns about its axis and slides along it.
#include "core/math/so3.hpp"
#include "core/model/joint/joint_kind.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class CylindricalJoint : public JointKind {
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
  void motion(const Joint& joint, const double* q, Pose& X, JointColumns& S) const override {
    X.R = expSO3<double>(joint.axis * q[0]);
    X.p = joint.axis * q[1];
    S.col(0) = turn(joint.axis);
    S.col(1) = slide(joint.axis);
  }
};

constinit const CylindricalJoint kKind;

}  // namespace

constinit const JointType JointType::kCylindrical(kKind);

}  // namespace tendril
