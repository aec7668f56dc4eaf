// SPDX-License-Identifier: BSD-3-Clause
// Allows no motion.
#include "core/model/joint/joint_of.hpp"

namespace tendril {
namespace {

class FixedJoint : public JointOf<FixedJoint> {
 public:
  std::string_view name() const override { return "fixed"; }
  std::span<const ManifoldBlock> manifold() const override { return {}; }
  std::span<const CoordinateInfo> positionInfo() const override { return {}; }
  template <class T>
  void move(const Joint&, const T*, PoseT<T>&, JointColumnsT<T>&) const {}
};

constinit const FixedJoint kFixedJoint;

}  // namespace

constinit const JointType JointType::kFixed(kFixedJoint);

}  // namespace tendril
