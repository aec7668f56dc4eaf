// SPDX-License-Identifier: BSD-3-Clause
// A frame that sits on the surface of a body and moves with the face that it sits on.
#pragma once

#include <array>

#include "core/math/pose.hpp"
#include "core/model/body/surface_carrier.hpp"

namespace tendril {

/// A point of a triangle of material points, with axes that turn as the triangle does. At rest x points outwards and y
/// along the body's x, as far as the face allows (else along its y).
struct FaceFrame {
  std::array<int, 3> vertices;  ///< of the surface: the triangle's corners
  Vec3 shares;                  ///< of the corners: the origin
  Mat3 turn;                    ///< from the triangle's own axes to those of the frame
  double distance = 0;          ///< from the point that was asked for, m

  /// The frame for where its corners are.
  Pose at(const std::array<Vec3, 3>& corners) const;
};

/// The frame at the point of a surface that is nearest to `x` (undeformed, m, in B). At an edge or a vertex x is normal
/// to the mean of the faces there. Throws std::invalid_argument for a surface without faces.
FaceFrame faceFrameAt(const SurfaceMesh& surface, const Vec3& x);

/// Axes of a moving triangle, and how fast they turn: the first along the first edge, the third normal to both.
/// With a, b the edges and N = a × b: ω = −(e₂·Ṅ/|N|) e₁ − (e₃·ȧ/|a|) e₂ + (e₂·ȧ/|a|) e₃.
template <class S>
class TriangleAxes {
 public:
  TriangleAxes(const Vec3T<S>& a, const Vec3T<S>& b) : a_(a), b_(b), N_(cross(a, b)) {
    using std::sqrt;
    lengthA_ = sqrt(S(a_.dot(a_))), lengthN_ = sqrt(S(N_.dot(N_)));
    e1_ = a_ / lengthA_, e3_ = N_ / lengthN_, e2_ = cross(e3_, e1_);
  }

  Mat3T<S> rotation() const {
    Mat3T<S> R;
    R.col(0) = e1_, R.col(1) = e2_, R.col(2) = e3_;
    return R;
  }
  /// ω for velocities of the edges.
  Vec3T<S> angularVelocity(const Vec3T<S>& da, const Vec3T<S>& db) const {
    return along(-(e2_.dot(rateOfN(da, db)) / lengthN_), -(e3_.dot(da) / lengthA_), e2_.dot(da) / lengthA_);
  }
  /// ω̇ for velocities and accelerations of the edges.
  Vec3T<S> angularAcceleration(const Vec3T<S>& da, const Vec3T<S>& db, const Vec3T<S>& dda, const Vec3T<S>& ddb) const {
    const Vec3T<S> w = angularVelocity(da, db), dN = rateOfN(da, db);
    const Vec3T<S> ddN = rateOfN(dda, ddb) + cross(da, db) * S(2.0);
    const S growthA = a_.dot(da) / (lengthA_ * lengthA_), growthN = N_.dot(dN) / (lengthN_ * lengthN_);
    // The components change; what the axes themselves turn is ω × ω.
    const auto change = [&](const Vec3T<S>& e, const Vec3T<S>& v, const Vec3T<S>& dv, const S& growth, const S& size) {
      return S((cross(w, e).dot(v) + e.dot(dv) - e.dot(v) * growth) / size);
    };
    return along(-change(e2_, dN, ddN, growthN, lengthN_), -change(e3_, da, dda, growthA, lengthA_),
                 change(e2_, da, dda, growthA, lengthA_));
  }

 private:
  static Vec3T<S> cross(const Vec3T<S>& x, const Vec3T<S>& y) {
    return {S(x[1] * y[2] - x[2] * y[1]), S(x[2] * y[0] - x[0] * y[2]), S(x[0] * y[1] - x[1] * y[0])};
  }
  Vec3T<S> rateOfN(const Vec3T<S>& da, const Vec3T<S>& db) const { return cross(da, b_) + cross(a_, db); }
  Vec3T<S> along(const S& c1, const S& c2, const S& c3) const { return e1_ * c1 + e2_ * c2 + e3_ * c3; }

  Vec3T<S> a_, b_, N_, e1_, e2_, e3_;
  S lengthA_, lengthN_;
};

}  // namespace tendril
