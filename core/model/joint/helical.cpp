// SPDX-License-Identifier: BSD-3-Clause
// A screw: turns about its axis and advances by its pitch.
#include "core/model/joint/joint_of.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class HelicalJoint : public JointOf<HelicalJoint> {
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
  template <class T>
  void move(const Joint& joint, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const {
    X.R = rotationAbout<T>(joint.axis, q[0]);
    X.p = joint.axis.cast<T>() * (q[0] * joint.pitch);
    S.col(0) << joint.axis.cast<T>(), (joint.axis * joint.pitch).cast<T>();
  }
};

constinit const HelicalJoint kHelicalJoint;

}  // namespace

constinit const JointType JointType::kHelical(kHelicalJoint);

}  // namespace tendril
