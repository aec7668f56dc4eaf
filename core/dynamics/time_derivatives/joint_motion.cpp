// SPDX-License-Identifier: BSD-3-Clause
// Coefficients of the joints' own motions, and of the forces that act in joints. trees.md §7
#include <algorithm>
#include <cmath>

#include "core/dynamics/time_derivatives/workspace.hpp"
#include "core/math/jet.hpp"
#include "core/model/joint/joint_forces.hpp"
#include "core/model/joint/joint_series.hpp"

namespace tendril::series {
namespace {

using Path = LinkConstants::Path;

constexpr std::array<double, 17> kInverse = [] {
  std::array<double, 17> out{};
  for (std::size_t k = 1; k < out.size(); ++k) out[k] = 1.0 / static_cast<double>(k);
  return out;
}();

/// Coordinates and velocities of one joint.
template <class T>
struct JointState {
  std::array<T, 12> q;
  std::array<T, 6> v;

  JointState(const Workspace& w, int i, int last) {
    const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
    for (int j = 0; j < link.nv; ++j)
      for (int k = 0; k <= last; ++k)
        v[static_cast<std::size_t>(j)][k] = w.rate[static_cast<std::size_t>((link.v + j) * w.K + k)];
    jointPositions(w.model.links[static_cast<std::size_t>(i)].joint, w.q.data() + link.q, v.data(), q.data());
  }
};

template <class T>
void evaluateGeneral(Workspace& w, int i, int first, int last) {
  GeneralJoint& out = w.general[static_cast<std::size_t>(w.links[static_cast<std::size_t>(i)].general)];
  const JointState<T> state(w, i, last);
  PoseT<T> X;
  JointColumnsT<T> S;
  jointMotion(w.model.links[static_cast<std::size_t>(i)].joint, state.q.data(), X, S);
  for (int k = first; k <= last; ++k) {
    const auto at = static_cast<std::size_t>(k);
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) out.R[at][static_cast<std::size_t>(3 * a + b)] = X.R(a, b)[k];
      out.p[at][static_cast<std::size_t>(a)] = X.p[a][k];
    }
    if (!out.varies && k > 0) continue;
    for (int j = 0; j < out.nv; ++j)
      for (int a = 0; a < 6; ++a) out.S[at][static_cast<std::size_t>(6 * j + a)] = S(a, j)[k];
  }
}

template <class T>
void addForces(Workspace& w, int i, int first, int last) {
  const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
  const Joint& joint = w.model.links[static_cast<std::size_t>(i)].joint;
  const JointState<T> state(w, i, last);
  std::array<T, 6> sum;
  Eigen::Map<VecXT<T>> force(sum.data(), link.nv);
  addJointElasticForce(joint, state.q.data(), force);
  addJointDampingForce(joint, state.q.data(), state.v.data(), force);
  for (int j = 0; j < link.nv; ++j)
    for (int k = first; k <= last; ++k) w.forceOf(link.v + j)[k] += sum[static_cast<std::size_t>(j)][k];
}

}  // namespace

void startSeries(Workspace& w, const VecXRef& q) {
  w.q = q;
  for (std::size_t i = 0; i < w.links.size(); ++i) {
    const LinkConstants& link = w.links[i];
    const std::size_t at = i * static_cast<std::size_t>(w.K);
    if (link.path == Path::kTurn) {
      const double angle = q[link.q], c = std::cos(angle), s = std::sin(angle);
      w.cosine[at] = c, w.sine[at] = s, w.shift[at] = link.pitch * angle;
    } else if (link.path == Path::kSlide) {
      w.shift[at] = q[link.q];
    }
  }
  w.world[0].x[3] = -w.model.gravity.x(), w.world[0].y[3] = -w.model.gravity.y();
  w.world[0].z[3] = -w.model.gravity.z();
}

namespace {

/// Coefficient k ≥ 1 of sine and cosine of an angle whose rate is v.
inline void extendTurn(double* c, double* s, const double* v, int k) {
  double ds = 0, dc = 0;
  for (int l = 0; l < k; ++l) ds += v[l] * c[k - 1 - l], dc -= v[l] * s[k - 1 - l];
  s[k] = ds * kInverse[static_cast<std::size_t>(k)], c[k] = dc * kInverse[static_cast<std::size_t>(k)];
}

inline void extendShift(double* shift, double by, const double* v, int k) {
  shift[k] = by * v[k - 1] * kInverse[static_cast<std::size_t>(k)];
}

}  // namespace

void extendSeries(Workspace& w, int i, int k) {
  const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
  if (link.path == Path::kFixed) return;
  if (link.path == Path::kGeneral) {
    const int first = k == 1 ? 0 : k;
    return withSeries(k, [&](auto scalar) { evaluateGeneral<decltype(scalar)>(w, i, first, k); });
  }
  const double* v = w.rate.data() + link.v * w.K;
  const int at = i * w.K;
  if (link.path == Path::kSlide) return extendShift(w.shift.data() + at, 1, v, k);
  if (link.screw) extendShift(w.shift.data() + at, link.pitch, v, k);
  extendTurn(w.cosine.data() + at, w.sine.data() + at, v, k);
}

namespace {

constexpr int kTogether = 4;

/// Sines and cosines of four links side by side: a recurrence alone would wait for itself.
void extendTurns(Workspace& w, const int* which, int count) {
  std::array<Packet4, 16> v, c, s;
  std::array<int, kTogether> rate, at;
  for (std::size_t j = 0; j < kTogether; ++j) {
    const int i = which[std::min(static_cast<int>(j), count - 1)];
    at[j] = i * w.K, rate[j] = w.links[static_cast<std::size_t>(i)].v * w.K;
  }
  const auto gather = [](const double* from, const std::array<int, kTogether>& start, int k) {
    return Packet4{from[start[0] + k], from[start[1] + k], from[start[2] + k], from[start[3] + k]};
  };
  c[0] = gather(w.cosine.data(), at, 0), s[0] = gather(w.sine.data(), at, 0);
  for (int k = 1; k < w.K; ++k) {
    v[static_cast<std::size_t>(k - 1)] = gather(w.rate.data(), rate, k - 1);
    Packet4 ds{}, dc{};
    for (int l = 0; l < k; ++l) {
      const Packet4 by = v[static_cast<std::size_t>(l)];
      const auto other = static_cast<std::size_t>(k - 1 - l);
      ds += by * c[other], dc -= by * s[other];
    }
    const auto to = static_cast<std::size_t>(k);
    s[to] = ds * all(kInverse[to]), c[to] = dc * all(kInverse[to]);
    for (int j = 0; j < count; ++j) {
      const int place = at[static_cast<std::size_t>(j)] + k;
      w.cosine[static_cast<std::size_t>(place)] = c[to][j], w.sine[static_cast<std::size_t>(place)] = s[to][j];
    }
  }
}

}  // namespace

void extendAll(Workspace& w) {
  for (int i = 0; i < static_cast<int>(w.links.size()); ++i) {
    const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
    const double* v = w.rate.data() + link.v * w.K;
    double* shift = w.shift.data() + i * w.K;
    if (link.path == Path::kGeneral)
      withSeries(w.K - 1, [&](auto scalar) { evaluateGeneral<decltype(scalar)>(w, i, 0, w.K - 1); });
    if (link.path != Path::kSlide && !link.screw) continue;
    for (int k = 1; k < w.K; ++k) extendShift(shift, link.screw ? link.pitch : 1, v, k);
  }
  const int count = static_cast<int>(w.turning.size());
  for (int first = 0; first < count; first += kTogether)
    extendTurns(w, w.turning.data() + first, std::min(kTogether, count - first));
}

namespace {

/// Spring between a motor and its joint.
void addSpring(Workspace& w, const DriveSpring& spring, int first, int last) {
  std::array<double, SpringLaw::kMostOrder + 1> phi, torque;
  const double *motor = w.rate.data() + spring.motorV * w.K, *joint = w.rate.data() + spring.jointV * w.K;
  phi[0] = w.q[spring.motorQ] - w.q[spring.jointQ];
  for (int k = 1; k <= last; ++k) phi[static_cast<std::size_t>(k)] = (motor[k - 1] - joint[k - 1]) / k;
  spring.law->series(phi.data(), last, torque.data());
  for (int k = first; k <= last; ++k) {
    w.forceOf(spring.motorV)[k] += torque[static_cast<std::size_t>(k)];
    w.forceOf(spring.jointV)[k] -= torque[static_cast<std::size_t>(k)];
  }
}

}  // namespace

void addInternalForces(Workspace& w, int first, int last) {
  for (const int i : w.internalLinks)
    withSeries(last, [&](auto scalar) { addForces<decltype(scalar)>(w, i, first, last); });
  for (const DriveSpring& spring : w.model.driveSprings) addSpring(w, spring, first, last);
}

}  // namespace tendril::series
