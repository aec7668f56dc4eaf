// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/inverse_statics/led_point.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/dynamics/perturbations.hpp"

namespace tendril {
namespace {

const Link& linkOf(const Model& model, int link) {
  if (link < 0 || link >= static_cast<int>(model.links.size()))
    throw std::invalid_argument("leads no link: the world does not move");
  return model.links[static_cast<std::size_t>(link)];
}

}  // namespace

LedPoint::LedPoint(const Model& model, int link, const BodyPlace& place)
    : model_(model), rest_(VecX::Zero(model.nv)), twists_(MatX::Zero(6, model.nv)) {
  const Link& of = linkOf(model, link);
  held_.spec.place = place;
  held_.link = link;
  if (of.body) held_.point = of.body->makePoint(place);
  if (held_.point && place.material) held_.spec.place.offset.setZero();
}

Vec3 LedPoint::position(Data& data, const VecX& q) {
  kinematics(model_, data, q, rest_);
  return heldFrame(model_, data, held_) * held_.spec.place.offset;
}

void LedPoint::jacobian(Data& data, MatX& out) {
  heldJacobian(model_, data, held_, twists_);
  out.noalias() = heldFrame(model_, data, held_).R * twists_.bottomRows<3>();
}

BodyPlace placeAlong(const Model& model, int link, double at) {
  const Link& of = linkOf(model, link);
  const double share = std::clamp(at, 0.0, 1.0);
  BodyPlace place;
  if (of.body) {
    place.at = share;
  } else {
    place.offset = share * of.rigidTip.p;
  }
  return place;
}

}  // namespace tendril
