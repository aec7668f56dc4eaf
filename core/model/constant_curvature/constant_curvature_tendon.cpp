// SPDX-License-Identifier: BSD-3-Clause
// Tendons and chambers in bodies of constant curvature. At X the material line at (y, z) has the tangent
// (ε, y', z') per reference length with ε = 1 + (elongation + turn_y z − turn_z y)/L: linear in the coordinates.
#include <array>
#include <cmath>
#include <stdexcept>

#include "core/math/series.hpp"
#include "core/model/constant_curvature/constant_curvature.hpp"

namespace tendril {
namespace {

using Route = std::function<RoutePoint(double)>;

struct LinePoint {
  double weight;  ///< m, or m³ of a chamber
  Vec3 slope;     ///< ∂ε/∂(turn_y, turn_z, elongation)
  double across;  ///< y'² + z'²
};
struct PathPoint {
  double at;
  Vec3 offset;
};

class ArcTendonPiece final : public TendonPiece {
 public:
  ArcTendonPiece(const ConstantCurvature& body, const Route& route, double from, double to) : body_(body) {
    constexpr int kGauss = 24, kPieces = 40;  // a helix of two turns still looks round
    const double L = body.length();
    for (const QuadraturePoint& g : gaussLegendre(kGauss)) {
      const double X = from + (to - from) * g.s;
      const RoutePoint r = route(X);
      if (!std::isfinite(r.y + r.z + r.dy + r.dz + r.weight))
        throw std::invalid_argument("a tendon's route is not finite at X = " + std::to_string(X) +
                                    " of a constant-curvature body");
      points_.push_back(
          {g.weight * (to - from) * L * r.weight, Vec3(r.z, -r.y, 1) / L, (r.dy * r.dy + r.dz * r.dz) / (L * L)});
    }
    for (int i = 0; i <= kPieces; ++i) {
      const double X = from + (to - from) * i / kPieces;
      const RoutePoint r = route(X);
      path_.push_back({X, Vec3(0, r.y, r.z)});
    }
  }

  double length(const VecXRef& q) const override {
    double sum = 0;
    const Vec3 x = body_.arcCoordinates(q, 0);
    for (const LinePoint& p : points_) sum += p.weight * std::hypot(stretch(p, x), std::sqrt(p.across));
    return sum;
  }
  void addGradient(const VecXRef& q, VecXMut gradient) const override {
    const Vec3 x = body_.arcCoordinates(q, 0);
    Vec3 sum = Vec3::Zero();
    for (const LinePoint& p : points_) {
      const double e = stretch(p, x), norm = std::hypot(e, std::sqrt(p.across));
      if (norm > 0) sum += p.weight * e / norm * p.slope;
    }
    for (int i = 0; i < body_.size(); ++i) gradient[i] += sum[body_.slot(i)];
  }
  void addGradientSeries(const MatX& q, MatX& gradient) const override {
    withSeries(static_cast<int>(q.cols()) - 1, [&]<class T>(T) {
      std::array<T, 3> x{}, sum{};
      for (int i = 0; i < body_.size(); ++i) x[static_cast<std::size_t>(body_.slot(i))] = seriesOf<T>(q, i);
      for (const LinePoint& p : points_) {
        const T e = 1.0 + x[0] * p.slope[0] + x[1] * p.slope[1] + x[2] * p.slope[2];
        const T share =
            p.across == 0 ? T(plainValue(e) < 0 ? -p.weight : p.weight) : e / sqrt(e * e + p.across) * p.weight;
        for (std::size_t a = 0; a < 3; ++a) sum[a] += share * p.slope[static_cast<int>(a)];
      }
      for (int i = 0; i < body_.size(); ++i) addSeries(sum[static_cast<std::size_t>(body_.slot(i))], gradient, i);
    });
  }
  void addHessian(const VecXRef& q, double tension, MatXMut hessian) const override {
    const Vec3 x = body_.arcCoordinates(q, 0);
    Mat3 sum = Mat3::Zero();
    for (const LinePoint& p : points_) {
      const double norm = std::hypot(stretch(p, x), std::sqrt(p.across));
      if (norm > 0) sum += p.weight * p.across / (norm * norm * norm) * p.slope * p.slope.transpose();
    }
    for (int i = 0; i < body_.size(); ++i)
      for (int j = 0; j < body_.size(); ++j) hessian(i, j) += tension * sum(body_.slot(i), body_.slot(j));
  }
  void path(const BodyData& data, std::vector<Vec3>& points) const override {
    points.clear();
    for (const PathPoint& p : path_) points.push_back(body_.poseAt(data, p.at) * p.offset);
  }

 private:
  static double stretch(const LinePoint& p, const Vec3& x) { return 1 + p.slope.dot(x); }

  const ConstantCurvature& body_;
  std::vector<LinePoint> points_;
  std::vector<PathPoint> path_;
};

}  // namespace

std::unique_ptr<TendonPiece> ConstantCurvature::makeTendonPiece(const std::function<RoutePoint(double)>& route,
                                                                double from, double to) const {
  return std::make_unique<ArcTendonPiece>(*this, route, from, to);
}

}  // namespace tendril
