// SPDX-License-Identifier: BSD-3-Clause
// A point of a volume that may be anywhere: a section of its axis, or a material point with the axes of B.
#include <algorithm>

#include "core/model/body/body_point.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_data.hpp"

namespace tendril {

class Volume::Point final : public BodyPoint {
 public:
  Point(const Volume& volume, Station station) : volume_(volume), station_(std::move(station)) {}

  void kinematics(BodyData& bodyData, const BodyCoordinates&, StationKinematics& out) const override {
    auto& data = static_cast<VolumeData&>(bodyData);
    if (station_.isPoint()) {
      data.map->motion(*station_.points, data.point);
      out.X = {Mat3::Identity(), vectorAt(data.point.p, 0, 0)};
      out.J.setZero(6, volume_.size());  // nothing turns but B
      for (int j = 0; j < volume_.size(); ++j) out.J.col(j).tail<3>() = vectorAt(data.point.J, 0, 3 * j);
    } else {
      data.map->frame(station_.at, data.frame);
      out.X = data.frame.X;
      out.J = data.frame.J;
    }
    out.V.noalias() = out.J.lazyProduct(data.qd);
  }

 protected:
  void turn(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion& motion, const StationKinematics& here,
            const Vec6& F, Mat6X& R) const override {
    auto& data = static_cast<VolumeData&>(bodyData);
    FrameChange& change = data.pointChange;
    const int n = volume_.size();
    if (station_.isPoint()) {
      for (Mat6X& J : change.J) J.topRows<3>().setZero();  // what a frame left
      for (int first = 0; first < n; first += kDirections) {
        volume_.differentiate(data, first);
        volume_.surfaceChange(data, station_, first, change);
      }
    } else {
      data.derivatives->frame(station_.at, here.X, change);
    }
    const Vec6 V = motion.V + here.V;
    for (int k = 0; k < n; ++k) {
      const Mat6X& Jk = change.J[static_cast<std::size_t>(k)];
      const Vec6 J = here.J.col(k), turned = crossForce<double>(J, F);
      R.col(k) = Jk.lazyProduct(c.qd) - crossMotion<double>(J, V);
      data.Uq.col(k) += turned;
      data.Qq.col(k) += here.J.transpose().lazyProduct(turned);
      data.Qq.col(k) += Jk.transpose().lazyProduct(F);
    }
  }

 private:
  const Volume& volume_;
  Station station_;
};

std::unique_ptr<BodyPoint> Volume::makePoint(const BodyPlace& place) const {
  if (place.material)
    return std::make_unique<Point>(*this, Station{0, map().makeEvaluationPoints(std::span(&*place.material, 1))});
  if (!place.at) return nullptr;
  return std::make_unique<Point>(*this, Station{std::clamp(*place.at, 0.0, 1.0), nullptr});
}

}  // namespace tendril
