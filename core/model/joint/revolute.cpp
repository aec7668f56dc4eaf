// SPDX-License-Identifier: BSD-3-Clause
// Turns about its axis.
#include "core/model/joint/joint_of.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class RevoluteJoint : public JointOf<RevoluteJoint> {
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
  template <class T>
  void move(const Joint& joint, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const {
    X.R = rotationAbout<T>(joint.axis, q[0]);
    S.col(0) = turn(joint.axis.cast<T>());
  }
};

constinit const RevoluteJoint kRevoluteJoint;

}  // namespace

constinit const JointType JointType::kRevolute(kRevoluteJoint);

}  // namespace tendril
