// SPDX-License-Identifier: BSD-3-Clause
// A chain of sections (core/model/body/section_chain.hpp) along a motion that is a series of time. Every quantity is
// in the frame of its section, where inertias do not change: trees.md §7.
//
// Twists ω + ε v and wrenches f + ε m are vectors over the dual numbers, ε² = 0 (core/model/rod/screw.hpp): ad is the
// cross product, exp Ω = 1 + c1 Ω~ + c2 Ω~² with c1, c2 at Ω·Ω, and the power of a wrench is the ε part of its dot
// product with a twist. The twist of a step is (1 − c2 Ω~ + c3 Ω~²) Ω'.
#pragma once

#include <vector>

#include "core/math/angle_functions.hpp"
#include "core/math/series.hpp"
#include "core/model/body/section_chain.hpp"

namespace tendril::series {

/// How a frame moves: its twist and γ = −Rᵀg, both in its own axes.
template <class T>
struct FrameSeries {
  Vec6T<T> V = Vec6T<T>::Zero();
  Vec3T<T> gamma = Vec3T<T>::Zero();
};

/// The derivative by time; the last coefficient is lost.
template <class T>
Vec6T<T> rateOf(const Vec6T<T>& x) {
  Vec6T<T> out;
  for (int i = 0; i < 6; ++i) out[i] = rateOf(x[i]);
  return out;
}

/// M x for a constant matrix.
template <class T, int N>
Eigen::Matrix<T, N, 1> timesConstant(const Eigen::Matrix<double, N, N>& M, const Eigen::Matrix<T, N, 1>& x) {
  Eigen::Matrix<T, N, 1> out = Eigen::Matrix<T, N, 1>::Zero();
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      if (M(i, j) != 0) out[i] += x[j] * M(i, j);
  return out;
}
template <class T>
PoseT<T> constantPose(const Pose& X) {
  return {X.R.cast<T>(), X.p.cast<T>()};
}

/// What inertia, added mass and weight of a rigid piece want, in its frame.
template <class T>
Vec6T<T> wrenchOfMass(const SectionMass& mass, const FrameSeries<T>& frame) {
  const Vec3T<T> w = frame.V.template head<3>(), v = frame.V.template tail<3>();
  const Vec3T<T> first = mass.first.cast<T>(), heavyFirst = mass.heavyFirst.cast<T>();
  Vec6T<T> momentum;
  momentum << timesConstant(mass.second, w) + first.cross(v), v * T(mass.mass) + w.cross(first);
  if (!mass.added.isZero(0)) momentum += timesConstant(mass.added, frame.V);
  Vec6T<T> out = rateOf(momentum) + crossForce<T>(frame.V, momentum);
  out.template head<3>() += heavyFirst.cross(frame.gamma);
  out.template tail<3>() += frame.gamma * T(mass.heavy);
  return out;
}

namespace dual {

template <class T>
struct Number {
  T a, b;
};
template <class T>
struct Vector {
  Vec3T<T> a = Vec3T<T>::Zero(), b = Vec3T<T>::Zero();

  static Vector twist(const Vec6T<T>& V) { return {V.template head<3>(), V.template tail<3>()}; }
  static Vector wrench(const Vec6T<T>& F) { return {F.template tail<3>(), F.template head<3>()}; }
  Vec6T<T> toTwist() const { return (Vec6T<T>() << a, b).finished(); }
  Vec6T<T> toWrench() const { return (Vec6T<T>() << b, a).finished(); }
  Vector& operator+=(const Vector& x) { return a += x.a, b += x.b, *this; }
};
template <class T>
Vector<T> operator+(Vector<T> x, const Vector<T>& y) {
  return x += y;
}
template <class T>
Vector<T> operator*(double k, Vector<T> x) {
  for (int i = 0; i < 3; ++i) x.a[i] *= k, x.b[i] *= k;
  return x;
}
template <class T>
Vector<T> operator*(const Number<T>& k, const Vector<T>& x) {
  return {x.a * k.a, x.b * k.a + x.a * k.b};
}
template <class T>
Vector<T> cross(const Vector<T>& x, const Vector<T>& y) {
  return {x.a.cross(y.a), x.a.cross(y.b) + x.b.cross(y.a)};
}

}  // namespace dual

/// One step at an instant: strains, Ω and its coefficients.
template <class T>
class StepSeries {
  using Vector = dual::Vector<T>;

 public:
  /// Moves from `near`, in front of step.before, to the far section.
  FrameSeries<T> move(const SectionStep& step, const T* q, const T* qd, const FrameSeries<T>& near) {
    Vector rates[2];
    readStrains(step, q, qd, rates);
    omega_ = (step.h / 2) * (xi_[0] + xi_[1]) + step.c * cross(xi_[0], xi_[1]);
    setCoefficients();
    const Vector rate =
        (step.h / 2) * (rates[0] + rates[1]) + step.c * (cross(xi_[0], rates[1]) + cross(rates[0], xi_[1]));
    const Vector p = cross(omega_, rate);
    const Vector own = rate + -1.0 * (c2_ * p) + c3_ * cross(omega_, p);
    const PoseT<T> before = constantPose<T>(step.before);
    const Vector V = inverseExp(Vector::twist(transformTwistInverse<T>(before, near.V)));
    const Vector gamma = inverseExp({before.R.transpose() * near.gamma, Vec3T<T>::Zero()});
    return {(V + own).toTwist(), gamma.a};
  }

  /// The wrench at the far section as one at the near one, in front of step.before; adds to the forces what it does on
  /// the coordinates.
  Vec6T<T> pull(const SectionStep& step, const Vec6T<T>& wrench, T* force) const {
    const Vector W = Vector::wrench(wrench), p = cross(omega_, W), pp = cross(omega_, p);
    const Vector g = W + c2_ * p + c3_ * pp;
    const Vector on[2] = {(step.h / 2) * g + step.c * cross(xi_[1], g), (step.h / 2) * g + step.c * cross(g, xi_[0])};
    for (const SectionStep::Column& column : step.columns)
      for (int i = 0; i < 2; ++i)
        force[column.coordinate] +=
            (column.strain < 3 ? on[i].b[column.strain] : on[i].a[column.strain - 3]) * column.phi[i];
    return transformWrench<T>(constantPose<T>(step.before), (W + c1_ * p + c2_ * pp).toWrench());
  }

 private:
  void readStrains(const SectionStep& step, const T* q, const T* qd, Vector (&rates)[2]) {
    for (int i = 0; i < 2; ++i) {
      xi_[i] = {step.reference[i].template head<3>().cast<T>(), step.reference[i].template tail<3>().cast<T>()};
      for (const SectionStep::Column& column : step.columns) {
        const int row = column.strain % 3;
        (column.strain < 3 ? xi_[i].a : xi_[i].b)[row] += q[column.coordinate] * column.phi[i];
        (column.strain < 3 ? rates[i].a : rates[i].b)[row] += qd[column.coordinate] * column.phi[i];
      }
    }
  }
  void setCoefficients() {
    const T s = omega_.a.dot(omega_.a), ds = omega_.a.dot(omega_.b) * 2.0;
    const angle::Rotation<T> c = angle::rotationCoefficients(s);
    const angle::Slope<T> f = angle::slopeCoefficients(s);
    c1_ = {c.c1, ds * (s * f.f4 - c.c3)};  // c1 = 1 − s c3
    c2_ = {c.c2, -(ds * f.f3)};
    c3_ = {c.c3, -(ds * f.f4)};
  }
  Vector inverseExp(const Vector& x) const {
    const Vector p = cross(omega_, x);
    return x + -1.0 * (c1_ * p) + c2_ * cross(omega_, p);
  }

  Vector xi_[2], omega_;
  dual::Number<T> c1_, c2_, c3_;
};

/// A whole body.
template <class T>
class SectionSeries {
 public:
  explicit SectionSeries(SectionChain chain)
      : chain_(std::move(chain)),
        steps_(chain_.steps.size()),
        sides_(chain_.stations.size()),
        sections_(chain_.steps.size()),
        stations_(chain_.stations.size()),
        wrenches_(chain_.steps.size()) {}

  const SectionChain& chain() const { return chain_; }
  const std::vector<FrameSeries<T>>& stations() const { return stations_; }

  /// Coordinates and rates, `size` each; how the base moves.
  void move(const T* q, const T* qd, const FrameSeries<T>& base) {
    for (std::size_t k = 0; k < steps_.size(); ++k)
      sections_[k] = steps_[k].move(chain_.steps[k], q, qd, k == 0 ? base : sections_[k - 1]);
    for (std::size_t s = 0; s < stations_.size(); ++s) {
      const SectionChain::Station& station = chain_.stations[s];
      FrameSeries<T> at = station.section < 0 ? base : sections_[static_cast<std::size_t>(station.section)];
      if (station.side) at = sides_[s].move(*station.side, q, qd, at);
      const PoseT<T> after = constantPose<T>(station.after);
      stations_[s] = {transformTwistInverse<T>(after, at.V), after.R.transpose() * at.gamma};
    }
  }

  /// The wrench that the base must exert, in its axes, and the forces on the coordinates, added to `force`: inertia,
  /// weight, and per station the wrench that is exerted there, in the station's axes.
  Vec6T<T> pull(const std::vector<Vec6T<T>>& attached, T* force) {
    Vec6T<T> base = Vec6T<T>::Zero();
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      const bool empty = chain_.masses[k].mass == 0;
      wrenches_[k] = empty ? Vec6T<T>(Vec6T<T>::Zero()) : wrenchOfMass(chain_.masses[k], sections_[k]);
    }
    for (std::size_t s = 0; s < stations_.size(); ++s) {
      const SectionChain::Station& station = chain_.stations[s];
      Vec6T<T> there = transformWrench<T>(constantPose<T>(station.after), attached[s]);
      if (station.side) there = sides_[s].pull(*station.side, there, force);
      (station.section < 0 ? base : wrenches_[static_cast<std::size_t>(station.section)]) += there;
    }
    for (std::size_t k = steps_.size(); k-- > 0;)
      (k == 0 ? base : wrenches_[k - 1]) += steps_[k].pull(chain_.steps[k], wrenches_[k], force);
    return base;
  }

 private:
  SectionChain chain_;
  std::vector<StepSeries<T>> steps_, sides_;
  std::vector<FrameSeries<T>> sections_, stations_;
  std::vector<Vec6T<T>> wrenches_;
};

}  // namespace tendril::series
