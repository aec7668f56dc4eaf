// SPDX-License-Identifier: BSD-3-Clause
// A screw: turns about its axis and advances by its pitch.
#include "core/math/so3.hpp"
#include "core/model/joint/joint_kind.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class HelicalJoint : public JointKind {
 public:
  std::string_view name() const override { return "helical"; }
  JointParameters parameters() const override { return {.axis = true, .pitch = true, .limits = true}; }
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
    X.p = joint.axis * (joint.pitch * q[0]);
    S.col(0) << joint.axis, joint.axis * joint.pitch;
  }
};

constinit const HelicalJoint kKind;

}  // namespace

constinit const JointType JointType::kHelical(kKind);

}  // namespace tendril
