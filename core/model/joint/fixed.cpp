// SPDX-License-Identifier: BSD-3-Clause
// Holds everything.
#include "core/model/joint/joint_kind.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class FixedJoint : public JointKind {
 public:
  std::string_view name() const override { return "fixed"; }
  std::span<const ManifoldBlock> manifold() const override { return {}; }
  std::span<const CoordinateInfo> positionInfo() const override { return {}; }
  void motion(const Joint&, const double*, Pose&, JointColumns&) const override {}
};

constinit const FixedJoint kKind;

}  // namespace

constinit const JointType JointType::kFixed(kKind);

}  // namespace tendril
