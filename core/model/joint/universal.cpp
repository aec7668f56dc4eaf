// SPDX-License-Identifier: BSD-3-Clause
// Turns about its axis, then about the second one, which the first turn carries.
#include "core/model/joint/constraint_row.hpp"
#include "core/model/joint/joint_of.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class UniversalJoint : public JointOf<UniversalJoint> {
 public:
  std::string_view name() const override { return "universal"; }
  JointParameters parameters() const override { return {.axis = true, .axis2 = true}; }
  std::span<const ManifoldBlock> manifold() const override {
    static constexpr std::array kBlocks{vectorBlock(2)};
    return kBlocks;
  }
  std::span<const CoordinateInfo> positionInfo() const override {
    static const std::array<CoordinateInfo, 2> kInfo{
        {{"first angle", Quantity::kAngle}, {"second angle", Quantity::kAngle}}};
    return kInfo;
  }
  template <class T>
  void move(const Joint& joint, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const {
    const Mat3T<T> second = rotationAbout<T>(joint.axis2, q[1]);
    X.R = rotationAbout<T>(joint.axis, q[0]) * second;
    S.col(0) = turn(Vec3T<T>(second.transpose() * joint.axis.cast<T>()));
    S.col(1) = turn(joint.axis2.cast<T>());
  }
  bool subspaceVaries() const override { return true; }
  void subspaceDerivatives(const Joint& joint, const double* q, SubspaceDerivatives& out) const override {
    const Vec3 u = expSO3<double>(joint.axis2 * -q[1]) * joint.axis, du = -joint.axis2.cross(u);
    out.add({0, 1, turn(du)});
    out.add({0, 1, 1, turn(-joint.axis2.cross(du))});
  }
  /// The axes stay at a right angle, which the second turn takes out of the complement of S.
  std::vector<ConstraintRow> constraintRows(const Joint& joint) const override {
    std::vector<ConstraintRow> rows = {perpendicularRow(joint.axis, joint.axis2)};
    appendRows(rows, complement({}), false);
    return rows;
  }
};

constinit const UniversalJoint kUniversalJoint;

}  // namespace

constinit const JointType JointType::kUniversal(kUniversalJoint);

}  // namespace tendril
