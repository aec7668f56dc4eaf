// SPDX-License-Identifier: BSD-3-Clause
// Slides along its axis.
#include "core/model/joint/joint_kind.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class PrismaticJoint : public JointKind {
 public:
  std::string_view name() const override { return "prismatic"; }
  JointParameters parameters() const override { return {.axis = true, .limits = true}; }
  std::span<const ManifoldBlock> manifold() const override {
    static constexpr std::array kBlocks{vectorBlock(1)};
    return kBlocks;
  }
  std::span<const CoordinateInfo> positionInfo() const override {
    static const std::array<CoordinateInfo, 1> kInfo{{{"displacement", Quantity::kLength}}};
    return kInfo;
  }
  void motion(const Joint& joint, const double* q, Pose& X, JointColumns& S) const override {
    X.p = joint.axis * q[0];
    S.col(0) = slide(joint.axis);
  }
};

constinit const PrismaticJoint kKind;

}  // namespace

constinit const JointType JointType::kPrismatic(kKind);

}  // namespace tendril
