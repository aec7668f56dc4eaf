// SPDX-License-Identifier: BSD-3-Clause
// Slides along x and y of the joint frame, then turns about z.
#include "core/model/joint/joint_of.hpp"

namespace tendril {
namespace {

using namespace joint_columns;

class PlanarJoint : public JointOf<PlanarJoint> {
 public:
  std::string_view name() const override { return "planar"; }
  std::span<const ManifoldBlock> manifold() const override {
    static constexpr std::array kBlocks{vectorBlock(3)};
    return kBlocks;
  }
  std::span<const CoordinateInfo> positionInfo() const override {
    static const std::array<CoordinateInfo, 3> kInfo{{{"position x", Quantity::kLength, "x"},
                                                      {"position y", Quantity::kLength, "y"},
                                                      {"angle", Quantity::kAngle, "θ"}}};
    return kInfo;
  }
  template <class T>
  void move(const Joint&, const T* q, PoseT<T>& X, JointColumnsT<T>& S) const {
    using std::cos, std::sin;
    const T c = cos(q[2]), s = sin(q[2]), zero(0.0), one(1.0);
    X.R << c, -s, zero, s, c, zero, zero, zero, one;
    X.p = Vec3T<T>(q[0], q[1], zero);
    S.col(0) = slide(Vec3T<T>(c, -s, zero));
    S.col(1) = slide(Vec3T<T>(s, c, zero));
    S.col(2) = turn(Vec3T<T>::UnitZ());
  }
  bool subspaceVaries() const override { return true; }
  void subspaceDerivatives(const Joint&, const double* q, SubspaceDerivatives& out) const override {
    const double c = std::cos(q[2]), s = std::sin(q[2]);
    out.add({0, 2, slide(Vec3(-s, -c, 0))});
    out.add({1, 2, slide(Vec3(c, -s, 0))});
    out.add({0, 2, 2, slide(Vec3(-c, s, 0))});
    out.add({1, 2, 2, slide(Vec3(-s, -c, 0))});
  }
};

constinit const PlanarJoint kPlanarJoint;

}  // namespace

constinit const JointType JointType::kPlanar(kPlanarJoint);

}  // namespace tendril
