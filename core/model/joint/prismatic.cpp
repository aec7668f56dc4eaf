// SPDX-License-Identifier: BSD-3-Clause
// Slides along its axis.
#include "core/model/joint/joint_of.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class PrismaticJoint : public JointOf<PrismaticJoint> {
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
  template <class T>
  void move(const Joint& joint, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const {
    X.p = joint.axis.cast<T>() * q[0];
    S.col(0) = slide(joint.axis.cast<T>());
  }
};

constinit const PrismaticJoint kPrismaticJoint;

}  // namespace

constinit const JointType JointType::kPrismatic(kPrismaticJoint);

}  // namespace tendril
