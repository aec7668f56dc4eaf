// SPDX-License-Identifier: BSD-3-Clause
// A volume in a fluid (rods.md §9). What it displaces takes away a share of its weight, the same at every point; added
// mass is an inertia that hangs on stations along the axis, and does not weigh.
#include <algorithm>
#include <limits>

#include "core/math/se3.hpp"
#include "core/model/quadrature/quadrature.hpp"
#include "core/model/volume/mesh/mesh_section.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_data.hpp"

namespace tendril {
namespace {

constexpr int kSlices = 10;  // points of Gauss along the axis

}  // namespace

/// Calls each(slice, section) along the axis; not where the body has no section.
template <class Each>
void Volume::eachSlice(Each&& each) const {
  if (!spec_.mesh) return;
  const double length = map().length();
  for (const QuadraturePoint& point : gaussLegendre(kSlices)) {
    const MeshSection section = sectionAt(surface_.vertices, surface_.triangles, point.s * length);
    if (section.area > 0) each(BodySlice{point.s, point.weight * length, section.radius}, section);
  }
}

std::vector<BodySlice> Volume::slices() const {
  std::vector<BodySlice> all;
  eachSlice([&](const BodySlice& slice, const MeshSection&) { all.push_back(slice); });
  return all;
}

std::vector<BodySlice> Volume::core() const {
  double from = std::numeric_limits<double>::infinity(), to = -from;
  for (const Vec3& vertex : surface_.vertices) from = std::min(from, vertex.x()), to = std::max(to, vertex.x());
  std::vector<BodySlice> all;
  eachSlice([&](BodySlice slice, const MeshSection& section) {
    const double x = slice.at * map().length();
    slice.radius = std::min({section.inner, x - from, to - x});
    if (slice.radius > 0) all.push_back(slice);
  });
  return all;
}

bool Volume::immerse(const BodyFluid& fluid) {
  const bool carries = !fluid.added.isZero(0);
  if (carries && !spec_.mesh) return false;
  lift_ = fluid.buoyancy ? fluid.density / spec_.density : 0;
  wet_.clear();
  if (carries)
    eachSlice([&](const BodySlice& slice, const MeshSection& section) {
      wet_.push_back({addStation(slice.at), fluid.density * section.area * slice.length * fluid.added});
    });
  return true;
}

Mat3 Volume::rotationalInertia(const BodyData& data) const {
  return static_cast<const VolumeData&>(data).dry.I.topLeftCorner<3, 3>();
}

Mat6 Volume::addedInertia(const VolumeData& data, const AddedMassSection& section) const {
  const Mat6 toSection = adjointMatrix<double>(data.stations[static_cast<std::size_t>(section.station)].X.inverse());
  return toSection.transpose() * section.added * toSection;
}

void Volume::addFluidInertia(VolumeData& data) const {
  data.displaced = lift_ * data.mass, data.displacedMoment = lift_ * data.firstMoment;
  for (const AddedMassSection& section : wet_) {
    const Mat6X& J = data.stations[static_cast<std::size_t>(section.station)].J;
    const Mat6 I = addedInertia(data, section);
    data.I += I;
    data.force = I.lazyProduct(J);
    data.H += data.force;
    data.M += J.transpose().lazyProduct(data.force);
  }
}

Vec6 Volume::fluidForce(const VolumeData& data, const AddedMassSection& section, const Mat6& I,
                        const BodyCoordinates& c, const BaseMotion& motion) const {
  const StationKinematics& station = data.stations[static_cast<std::size_t>(section.station)];
  const Vec6 V = motion.V + station.V;
  return I * accelerationOf(station, c, motion) + crossForce<double>(V, Vec6(I * V));
}

void Volume::addFluidForces(VolumeData& data, const BodyCoordinates& c, const BaseMotion& motion) const {
  for (const AddedMassSection& section : wet_) {
    const Vec6 force = fluidForce(data, section, addedInertia(data, section), c, motion);
    data.F += force;
    data.Q += data.stations[static_cast<std::size_t>(section.station)].J.transpose().lazyProduct(force);
  }
}

void Volume::fluidComposites(VolumeData& data, const BodyCoordinates& c, const BaseMotion& motion) const {
  for (std::size_t k = 0; k < wet_.size(); ++k) {
    Composite& wet = data.wet[k];
    wet.I = addedInertia(data, wet_[k]);
    wet.F = fluidForce(data, wet_[k], wet.I, c, motion);
    const Vec6 V = motion.V + data.stations[static_cast<std::size_t>(wet_[k].station)].V;
    const Mat6 ad = crossMotionMatrix<double>(V);
    wet.N = crossForceBar<double>(Vec6(wet.I * V)) - ad.transpose() * wet.I - wet.I * ad;
  }
}

}  // namespace tendril
