// SPDX-License-Identifier: BSD-3-Clause
// Moves as it likes: a position and a unit quaternion.
#include "core/model/joint/joint_of.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class FreeJoint : public JointOf<FreeJoint> {
 public:
  std::string_view name() const override { return "free"; }
  std::span<const ManifoldBlock> manifold() const override {
    static constexpr std::array kBlocks{poseBlock()};
    return kBlocks;
  }
  std::span<const CoordinateInfo> positionInfo() const override {
    static const std::array<CoordinateInfo, 7> kInfo{{{"position x", Quantity::kLength, "x"},
                                                      {"position y", Quantity::kLength, "y"},
                                                      {"position z", Quantity::kLength, "z"},
                                                      {"quaternion w", Quantity::kQuaternion, "qw"},
                                                      {"quaternion x", Quantity::kQuaternion, "qx"},
                                                      {"quaternion y", Quantity::kQuaternion, "qy"},
                                                      {"quaternion z", Quantity::kQuaternion, "qz"}}};
    return kInfo;
  }
  std::span<const CoordinateInfo> velocityInfo() const override {
    static const std::array<CoordinateInfo, 6> kInfo{{{"turning about x", Quantity::kAngle, "ωx"},
                                                      {"turning about y", Quantity::kAngle, "ωy"},
                                                      {"turning about z", Quantity::kAngle, "ωz"},
                                                      {"motion along x", Quantity::kLength, "vx"},
                                                      {"motion along y", Quantity::kLength, "vy"},
                                                      {"motion along z", Quantity::kLength, "vz"}}};
    return kInfo;
  }
  template <class T>
  void move(const Joint&, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const {
    X.R = rotationFromQuaternion<T>(Vec4T<T>(q[3], q[4], q[5], q[6]));
    X.p = Vec3T<T>(q[0], q[1], q[2]);
    S.diagonal().setOnes();
  }
};

constinit const FreeJoint kFreeJoint;

}  // namespace

constinit const JointType JointType::kFree(kFreeJoint);

}  // namespace tendril
