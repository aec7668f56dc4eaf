// SPDX-License-Identifier: BSD-3-Clause
// Turns about its axis.
#include "core/math/so3.hpp"
#include "core/model/joint/joint_kind.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class RevoluteJoint : public JointKind {
 public:
  std::string_view name() const override { return "revolute"; }
  JointParameters parameters() const override { return {.axis = true, .limits = true}; }
  std::span<const ManifoldBlock> manifold() const override {
    static constexpr std::array kBlocks{vectorBlock(1)};
    return kBlocks;
  }
  std::span<const CoordinateInfo> positionInfo() const override {
    static const std::array<CoordinateInfo, 1> kInfo{{{"angle", Quantity::kAngle}}};
    return kInfo;
  }
  void motion(const Joint& joint, const double* q, Pose& X, JointColumns& S) const override {
    X.R = expSO3<double>(joint.axis * q[0]);
    S.col(0) = turn(joint.axis);
  }
};

constinit const RevoluteJoint kKind;

}  // namespace

constinit const JointType JointType::kRevolute(kKind);

}  // namespace tendril
