// SPDX-License-Identifier: BSD-3-Clause
#include "tests/core/model/joint/ball_in_slot.hpp"

#include "core/model/joint/joint_of.hpp"

namespace tendril::tests {
namespace {

using namespace joint_columns;

class BallInSlotJoint : public JointOf<BallInSlotJoint> {
 public:
  std::string_view name() const override { return "ball_in_slot"; }
  JointParameters parameters() const override { return {.axis = true}; }
  std::span<const ManifoldBlock> manifold() const override {
    static constexpr std::array kBlocks{vectorBlock(1), rotationBlock()};
    return kBlocks;
  }
  std::span<const CoordinateInfo> positionInfo() const override {
    static const std::array<CoordinateInfo, 5> kInfo{{{"displacement", Quantity::kLength, "s"},
                                                      {"quaternion w", Quantity::kQuaternion, "w"},
                                                      {"quaternion x", Quantity::kQuaternion, "x"},
                                                      {"quaternion y", Quantity::kQuaternion, "y"},
                                                      {"quaternion z", Quantity::kQuaternion, "z"}}};
    return kInfo;
  }
  std::span<const CoordinateInfo> velocityInfo() const override {
    static const std::array<CoordinateInfo, 4> kInfo{{{"displacement", Quantity::kLength, "s"},
                                                      {"turning about x", Quantity::kAngle, "ωx"},
                                                      {"turning about y", Quantity::kAngle, "ωy"},
                                                      {"turning about z", Quantity::kAngle, "ωz"}}};
    return kInfo;
  }
  template <class T>
  void move(const Joint& joint, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const {
    X.R = rotation(q);
    X.p = joint.axis.cast<T>() * q[0];
    S.col(0) = slide(Vec3T<T>(X.R.transpose() * joint.axis.cast<T>()));
    for (int k = 0; k < 3; ++k) S.col(1 + k) = turn(Vec3T<T>::Unit(k));
  }
  bool subspaceVaries() const override { return true; }
  /// The slot as B sees it turns against B.
  void subspaceDerivatives(const Joint& joint, const double* q, SubspaceDerivatives& out) const override {
    const Vec3 slot = rotation(q).transpose() * joint.axis;
    for (int k = 0; k < 3; ++k) {
      out.add({0, 1 + k, slide(-Vec3::Unit(k).cross(slot))});
      for (int l = 0; l < 3; ++l) out.add({0, 1 + k, 1 + l, slide(Vec3::Unit(k).cross(Vec3::Unit(l).cross(slot)))});
    }
  }

 private:
  template <class T>
  static Mat3T<T> rotation(const T* q) {
    return rotationFromQuaternion<T>(Vec4T<T>(q[1], q[2], q[3], q[4]));
  }
};

constinit const BallInSlotJoint kKind;

}  // namespace

JointType ballInSlot() {
  return JointType(kKind);
}

std::vector<JointType> allJoints() {
  const auto own = JointType::all();
  std::vector<JointType> out(own.begin(), own.end());
  out.push_back(ballInSlot());
  return out;
}

}  // namespace tendril::tests
