// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/time_derivatives/actuation.hpp"

#include <algorithm>

#include "core/dynamics/time_derivatives/loads.hpp"
#include "core/math/series.hpp"
#include "core/model/joint/joint_series.hpp"

namespace tendril::series {
namespace {

using S = LoadSeries;
using Vec3S = Vec3T<S>;

/// Coefficients from derivatives.
S inputSeries(const MatX& u, int input) {
  S out;
  double factorial = 1;
  for (int k = 0; k < std::min<int>(static_cast<int>(u.cols()), static_cast<int>(out.c.size())); ++k) {
    if (k > 1) factorial *= k;
    out[k] = u(input, k) / factorial;
  }
  return out;
}

void subtractWrench(const Vec3S& moment, const Vec3S& force, Mat6X& from) {
  for (int a = 0; a < 3; ++a) {
    addSeries(-moment[a], from, a);
    addSeries(-force[a], from, 3 + a);
  }
}

}  // namespace

std::string whyNoActuationSeries(const Model& model) {
  for (const auto& actuator : model.actuators)
    if (!actuator->pull()) return "actuator '" + actuator->name + "' pulls in a way that has none";
  return {};
}

ActuationSeries::ActuationSeries(const Model& model, int count)
    : model_(model), count_(count), B_(MatX::Zero(model.nv, model.nu)) {
  const Data data(model);
  for (std::size_t i = 0; i < model.actuators.size(); ++i) {
    const Actuator& actuator = *model.actuators[i];
    const Pull pull{&actuator, model.inputOffset[i], actuator.pull().value_or(ActuatorPull{})};
    if (pull.how.kind != ActuatorPull::Kind::kConstant) {
      changing_.push_back(pull);
    } else {
      actuator.actuationMatrix(model, data, B_.middleCols(pull.input, actuator.inputs()));
    }
  }
}

/// A cable on a spool may pull whatever its input.
bool ActuationSeries::isIdle(const Pull& pull, const MatX& u) {
  return !pull.how.spool && u.middleRows(pull.input, pull.actuator->inputs()).isZero(0);
}

bool ActuationSeries::isConstant(const MatX& u) const {
  return std::ranges::all_of(changing_, [&](const Pull& pull) { return isIdle(pull, u); });
}

void ActuationSeries::addConstant(const MatX& u, double sign, MatX& out) const {
  const Eigen::Index count = std::min(u.cols(), out.cols());
  out.leftCols(count).noalias() += sign * B_ * u.leftCols(count);
}

void ActuationSeries::subtract(const Data& data, const TreeMotion& motion, const MatX& u, MatX& force,
                               std::vector<Mat6X>& wrenches) {
  for (const Pull& pull : changing_) {
    if (isIdle(pull, u)) continue;
    if (pull.how.kind == ActuatorPull::Kind::kWay) {
      subtractWay(data, motion, pull, inputSeries(u, pull.input), force, wrenches);
    } else {
      subtractFixed(data, pull, u, wrenches);
    }
  }
}

/// Forces that turn with their links: in the axes of these nothing changes but the inputs.
void ActuationSeries::subtractFixed(const Data& data, const Pull& pull, const MatX& u,
                                    std::vector<Mat6X>& wrenches) const {
  std::vector<PointForce> forces;
  double factorial = 1;
  for (int k = 0; k < std::min(count_, static_cast<int>(u.cols())); ++k) {
    if (k > 1) factorial *= k;
    forces.clear();
    pull.actuator->pointForces(data, u.col(k).segment(pull.input, pull.actuator->inputs()), forces);
    for (const PointForce& each : forces) {
      const Pose& X = data.frames[static_cast<std::size_t>(each.frame)].X;
      const Vec3 f = X.R.transpose() * each.force, r = X.R.transpose() * (each.point - X.p);
      auto to = wrenches[static_cast<std::size_t>(each.frame)].col(k);
      to.head<3>() -= (r.cross(f) + X.R.transpose() * each.couple) / factorial;
      to.tail<3>() -= f / factorial;
    }
  }
}

ActuationSeries::PointMotion ActuationSeries::pointMotion(const Data& data, const TreeMotion& motion,
                                                          const LinkPoint& point) const {
  const auto frame = static_cast<std::size_t>(1 + point.link);
  StationSeries at;
  for (int a = 0; a < 6; ++a) at.V[a] = seriesOf<S>(motion.V[frame], a);
  at.R = data.frames[frame].X.R.cast<S>();
  turnAxes(at, count_);
  const Vec3S r = point.position.cast<S>();
  PointMotion out;
  out.R = at.R;
  out.rate = at.R * Vec3S(at.V.tail<3>() + Vec3S(at.V.head<3>()).cross(r));
  const Vec3 start = data.frames[frame].X * point.position;
  for (int a = 0; a < 3; ++a) out.p[a] = integral(start[a], out.rate[a]);
  return out;
}

/// The tension that a spool gives: Tendon::effort.
LoadSeries ActuationSeries::effort(const Data& data, const Pull& pull, const S& u, const S& lengthRate) const {
  if (!pull.how.spool) return u;
  VecX start(1);
  pull.actuator->coordinates(model_, data, start);
  const S rate = -lengthRate, y = integral(start[0], rate);
  return max(S(0.0), (u - y) * pull.how.spool->stiffness + pull.how.spool->pretension - rate * pull.how.spool->damping);
}

void ActuationSeries::subtractWay(const Data& data, const TreeMotion& motion, const Pull& pull, const S& u, MatX& force,
                                  std::vector<Mat6X>& wrenches) {
  const ActuatorPull& how = pull.how;
  S rate;  // of the length
  gradients_.resize(how.pieces.size());
  for (std::size_t k = 0; k < how.pieces.size(); ++k) {
    const Link& link = model_.links[static_cast<std::size_t>(how.pieces[k].link)];
    gradients_[k].setZero(link.nBody, motion.q.cols());
    how.pieces[k].piece->addGradientSeries(motion.q.middleRows(link.qBody, link.nBody), gradients_[k]);
    for (int j = 0; j < link.nBody; ++j) rate += seriesOf<S>(gradients_[k], j) * seriesOf<S>(motion.v, link.vBody + j);
  }
  struct Straight {
    PointMotion a, b;
    Vec3S along;
  };
  std::vector<Straight> straight;
  for (const WaySegment& segment : how.segments) {
    Straight s{pointMotion(data, motion, segment.a), pointMotion(data, motion, segment.b), {}};
    const Vec3S way = s.b.p - s.a.p;
    s.along = way * S(1.0 / sqrt(way.dot(way)));
    rate += s.along.dot(Vec3S(s.b.rate - s.a.rate));
    straight.push_back(s);
  }
  const S pulled = effort(data, pull, u, rate) * how.sign;  // along the gradient of the length
  for (std::size_t k = 0; k < how.pieces.size(); ++k) {
    const Link& link = model_.links[static_cast<std::size_t>(how.pieces[k].link)];
    for (int j = 0; j < link.nBody; ++j) addSeries(-(pulled * seriesOf<S>(gradients_[k], j)), force, link.vBody + j);
  }
  for (std::size_t k = 0; k < straight.size(); ++k)
    for (const bool far : {false, true}) {
      const LinkPoint& point = far ? how.segments[k].b : how.segments[k].a;
      const PointMotion& at = far ? straight[k].b : straight[k].a;
      const Vec3S f = at.R.transpose() * Vec3S(straight[k].along * (far ? pulled : -pulled));
      const Vec3S r = point.position.cast<S>();
      subtractWrench(r.cross(f), f, wrenches[static_cast<std::size_t>(1 + point.link)]);
    }
}

}  // namespace tendril::series
