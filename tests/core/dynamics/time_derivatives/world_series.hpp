// SPDX-License-Identifier: BSD-3-Clause
// Inverse dynamics in time by another way: poses of all links in the world as series, momenta of bodies as plain
// products of them, forces as their derivatives, and virtual work. No twists of links, no recursion of wrenches, no
// frames that move.
#pragma once

#include <gtest/gtest.h>

#include "core/dynamics/time_derivatives/time_derivatives.hpp"
#include "core/math/series.hpp"
#include "core/model/joint/joint_series.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril::tests {

using Series = Jet<15>;

inline Vec3T<Series> rateOf(const Vec3T<Series>& x) {
  return {rateOf(x[0]), rateOf(x[1]), rateOf(x[2])};
}

/// A motion of all coordinates: v is the polynomial of the derivatives in the columns of `v`.
struct Motion {
  std::vector<Series> q, v;

  Motion(const Model& model, const VecX& q0, const MatX& derivatives)
      : q(static_cast<std::size_t>(model.nq)), v(static_cast<std::size_t>(model.nv)) {
    for (int i = 0; i < model.nv; ++i) {
      double by = 1;
      for (int k = 0; k < derivatives.cols(); ++k) {
        if (k > 1) by /= k;
        v[static_cast<std::size_t>(i)][k] = derivatives(i, k) * by;
      }
    }
    for (const Link& link : model.links) {
      jointPositions<15>(link.joint, q0.data() + link.qJoint, v.data() + link.vJoint, q.data() + link.qJoint);
      for (int j = 0; j < link.nBody; ++j)
        q[static_cast<std::size_t>(link.qBody + j)] =
            integral(q0[link.qBody + j], v[static_cast<std::size_t>(link.vBody + j)]);
    }
  }
  static VecX at(const std::vector<Series>& series, double t, int rates = 0) {
    VecX out(static_cast<Eigen::Index>(series.size()));
    for (std::size_t i = 0; i < series.size(); ++i) {
      Series x = series[i];
      for (int n = 0; n < rates; ++n) x = rateOf(x);
      double sum = 0;
      for (int k = 15; k >= 0; --k) sum = sum * t + x[k];
      out[static_cast<Eigen::Index>(i)] = sum;
    }
    return out;
  }
};

/// Trees of rigid links without loads: forces (nv × orders + 1), and the wrench of all weight and inertia about the
/// world's origin, [m; f] (6 × orders + 1).
struct WorldForces {
  MatX tau, total;
};

inline WorldForces worldForces(const Model& model, const Motion& motion, int order) {
  std::vector<PoseT<Series>> poses;
  std::vector<std::vector<std::pair<int, Vec6T<Series>>>> columns;  // of the coordinates that move a link
  std::vector<Series> tau(static_cast<std::size_t>(model.nv));
  Vec6T<Series> total = Vec6T<Series>::Zero();
  for (const Link& link : model.links) {
    PoseT<Series> X;
    JointColumnsT<Series> S;
    jointMotion(link.joint, motion.q.data() + link.qJoint, X, S);
    const PoseT<Series> fixed{link.jointPose.R.cast<Series>(), link.jointPose.p.cast<Series>()};
    PoseT<Series> W = fixed * X;
    std::vector<std::pair<int, Vec6T<Series>>> own;
    if (link.parentFrame > 0) {
      W = poses[static_cast<std::size_t>(link.parentFrame - 1)] * W;
      own = columns[static_cast<std::size_t>(link.parentFrame - 1)];
    }
    for (int k = 0; k < link.nvJoint; ++k)
      own.emplace_back(link.vJoint + k, transformTwist<Series>(W, Vec6T<Series>(S.col(k))));
    // momentum
    const Series mass(link.rigid.mass);
    const Vec3T<Series> c = W * Vec3T<Series>(link.rigid.com.cast<Series>());
    const Vec3T<Series> p = rateOf(c) * mass;
    Mat3T<Series> turning;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) turning(a, b) = rateOf(W.R(a, b));
    const Mat3T<Series> W_omega = turning * W.R.transpose();
    const Vec3T<Series> omega(W_omega(2, 1), W_omega(0, 2), W_omega(1, 0));
    const Mat3T<Series> I = W.R * link.rigid.inertia.cast<Series>() * W.R.transpose();
    const Vec3T<Series> h = c.cross(p) + I * omega;
    Vec6T<Series> F;
    const Vec3T<Series> weight = model.gravity.cast<Series>() * mass;
    F << rateOf(h) - c.cross(weight), rateOf(p) - weight;
    total += F;
    for (const auto& [index, column] : own) tau[static_cast<std::size_t>(index)] += column.dot(F);
    for (int k = 0; k < link.joint.driveInertia.size(); ++k) {
      const auto at = static_cast<std::size_t>(link.vJoint + k);
      tau[at] += rateOf(motion.v[at]) * link.joint.driveInertia[k];
    }
    poses.push_back(W);
    columns.push_back(std::move(own));
  }
  WorldForces out{MatX(model.nv, order + 1), MatX(6, order + 1)};
  for (int k = 0; k <= order; ++k) {
    for (int i = 0; i < model.nv; ++i) out.tau(i, k) = tau[static_cast<std::size_t>(i)].derivative(k);
    for (int i = 0; i < 6; ++i) out.total(i, k) = total[i].derivative(k);
  }
  return out;
}

/// Largest difference of a column against the largest number of the column.
inline double worstColumn(const MatX& got, const MatX& want) {
  double worst = 0;
  for (Eigen::Index k = 0; k < want.cols(); ++k) worst = std::max(worst, relativeError(got.col(k), want.col(k)));
  return worst;
}

/// v and the accelerations found.
inline MatX motionOf(const VecX& v, const MatX& acceleration) {
  MatX out(acceleration.rows(), acceleration.cols() + 1);
  out << v, acceleration;
  return out;
}

/// Backward error of forces, order by order, relative to the largest term: M·a and its derivatives.
inline void expectForces(const MatX& found, const MatX& wanted, const MatX& acceleration) {
  for (Eigen::Index k = 0; k < wanted.cols(); ++k) {
    const double scale = std::max(wanted.col(k).cwiseAbs().maxCoeff(), acceleration.col(k).cwiseAbs().maxCoeff());
    EXPECT_LE((found.col(k) - wanted.col(k)).cwiseAbs().maxCoeff(), 1e-12 * scale) << "order " << k;
  }
}

/// Derivatives of v that a motion with features of about `rate` 1/s has: column k about rateᵏ.
inline MatX randomDerivatives(Random& random, int nv, int count, double rate = 1) {
  MatX out(nv, count);
  for (int k = 0; k < count; ++k) out.col(k) = randomVector(random, nv, std::pow(rate, k));
  return out;
}

/// Every joint, several times, in random order.
inline std::vector<JointType> mixedJoints(Random& random, int rounds) {
  std::vector<JointType> out;
  for (int k = 0; k < rounds; ++k)
    for (const JointType type : allJoints()) out.push_back(type);
  std::shuffle(out.begin(), out.end(), random);
  return out;
}

}  // namespace tendril::tests
