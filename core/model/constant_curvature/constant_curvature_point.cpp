// SPDX-License-Identifier: BSD-3-Clause
// A point of the arc that may be anywhere on it, unlike its stations.
#include <algorithm>

#include "core/model/body/body_point.hpp"
#include "core/model/constant_curvature/constant_curvature.hpp"

namespace tendril {

class ConstantCurvature::Point final : public BodyPoint {
 public:
  Point(const ConstantCurvature& body, double at) : body_(body), at_(at) {}

  void kinematics(BodyData& data, const BodyCoordinates&, StationKinematics& out) const override {
    out.J.resize(6, body_.size());
    auto& arc = static_cast<ConstantCurvatureData&>(data);
    body_.runStation(arc, at_, arc.pointTable, out);
  }

 protected:
  void turn(BodyData& bodyData, const BodyCoordinates&, const BaseMotion&, const StationKinematics& here, const Vec6& F,
            Mat6X& R) const override {
    auto& data = static_cast<ConstantCurvatureData&>(bodyData);
    body_.pointColumns(data, at_, here);
    R = data.pointColumns.R;
    for (int k = 0; k < body_.size(); ++k) {
      const Vec6 turned = crossForce<double>(Vec6(here.J.col(k)), F);
      data.Uq.col(k) += turned;
      for (int i = 0; i < body_.size(); ++i)
        data.Qq(i, k) += here.J.col(i).dot(turned) + data.pointSlopes.J[static_cast<std::size_t>(k)].col(i).dot(F);
    }
  }

 private:
  const ConstantCurvature& body_;
  double at_;
};

std::unique_ptr<BodyPoint> ConstantCurvature::makePoint(const BodyPlace& place) const {
  if (!place.at) return nullptr;
  return std::make_unique<Point>(*this, std::clamp(*place.at, 0.0, 1.0));
}

}  // namespace tendril
