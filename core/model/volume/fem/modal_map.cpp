// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/fem/modal_map.hpp"

#include <Eigen/LU>
#include <algorithm>

#include "core/model/volume/map/axis_frame.hpp"
#include "core/model/volume/map/motion_derivatives.hpp"

namespace tendril {
namespace {

constexpr std::size_t kBlock = 64;

class ModalPoints final : public EvaluationPoints {
 public:
  ModalPoints(const ModeFields& fields, std::span<const Vec3> points)
      : x(static_cast<Eigen::Index>(points.size()), 3),
        u(x.rows(), 3 * fields.size()),
        gradient(x.rows(), 9 * fields.size()) {
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
      const Vec3& point = points[static_cast<std::size_t>(i)];
      const ModeFields::Sample sample = fields.at(point);
      x.row(i) = point.transpose();
      u.row(i) = sample.u.reshaped().transpose();
      gradient.row(i) = sample.gradient.reshaped().transpose();
    }
  }
  int count() const override { return static_cast<int>(x.rows()); }

  Columns<double> x, u, gradient;
};

const ModalPoints& modal(const EvaluationPoints& points) {
  return static_cast<const ModalPoints&>(points);
}

/// out = base + Σ columns of coordinate j × q_j.
template <class S>
void combine(const Columns<double>& columns, const VecXT<S>& q, Eigen::Index width, Columns<S>& out) {
  for (Eigen::Index j = 0; j < q.size(); ++j)
    for (Eigen::Index k = 0; k < width; ++k)
      for (Eigen::Index i = 0; i < columns.rows(); ++i) out(i, k) += q[j] * columns(i, width * j + k);
}

/// Constants.
template <class S>
void copy(const Columns<double>& from, Columns<S>& to) {
  if constexpr (std::is_same_v<S, double>) {
    to.topLeftCorner(from.rows(), from.cols()) = from;
  } else {
    for (Eigen::Index i = 0; i < from.rows(); ++i)
      for (Eigen::Index k = 0; k < from.cols(); ++k) to(i, k) = S(from(i, k));
  }
}

template <class S>
class ModalEvaluator final : public MapEvaluator<S> {
 public:
  explicit ModalEvaluator(const ModalMap& map) : map_(map), seeds_(map.size()) {}

  void setState(const VecXT<S>& q, const VecXT<S>& qd) override { seeds_.set(q, qd); }
  void setStrains(const VecXT<S>& q) override { seeds_.set(q); }
  void motion(const EvaluationPoints& points, PointMotion<S>& out) const override {
    positions(points, out.p);
    copy<S>(modal(points).u, out.J);
    out.b.topRows(points.count()).setConstant(S(0.0));
  }
  void positions(const EvaluationPoints& points, Columns<S>& out) const override {
    copy<S>(modal(points).x, out);
    combine<S>(modal(points).u, seeds_.q(), 3, out);
  }
  void strain(const EvaluationPoints& points, bool, PointStrain<S>& out) const override {
    gradient(points, out.G);
    copy<S>(modal(points).gradient, out.Gq);
  }
  void gradient(const EvaluationPoints& points, Columns<S>& out) const override {
    for (Eigen::Index k = 0; k < 9; ++k) out.col(k).head(points.count()).setConstant(S(k % 4 == 0 ? 1.0 : 0.0));
    combine<S>(modal(points).gradient, seeds_.q(), 9, out);
  }
  // F is linear in q.
  bool strainChange(const EvaluationPoints& points, const VecXRef&, Columns<double>& out) override {
    out.topRows(points.count()).setZero();
    return true;
  }
  bool addStrainCurvature(const EvaluationPoints&, const Columns<double>&, MatXMut) override { return true; }
  PoseT<S> pose(double at) const override { return frameOf<S>(at * map_.length(), seeds_.q()); }
  void frame(double at, FrameMotion<S>& out) const override {
    frameMotion(
        seeds_, [&]<class T>(const VecXT<T>& q) { return frameOf<T>(at * map_.length(), q); }, out);
  }

 private:
  /// Beyond the ends of the mesh the frame goes on straight.
  template <class T>
  PoseT<T> frameOf(double x, const VecXT<T>& q) const {
    const SectionMotions& sections = map_.sections();
    const double inside = std::clamp(x, sections.from(), sections.to());
    const auto [first, weight] = sections.weightsAt(inside);
    Vec3T<T> p(T(inside), T(0.0), T(0.0)), y(T(0.0), T(1.0), T(0.0)), z(T(0.0), T(0.0), T(1.0));
    for (std::size_t i = 0; i < weight.size(); ++i) {
      const SectionMotion& section = sections.section(first + i);
      for (Eigen::Index j = 0; j < q.size(); ++j)
        for (int a = 0; a < 3; ++a) {
          p[a] += q[j] * (weight[i] * section.shift(a, j));
          y[a] += q[j] * (weight[i] * section.alongY(a, j));
          z[a] += q[j] * (weight[i] * section.alongZ(a, j));
        }
    }
    PoseT<T> X = sectionFrame<T>(p, y, z);
    if (x != inside) X.p += X.R.col(0) * T(x - inside);
    return X;
  }

  const ModalMap& map_;
  SeededCoordinates<S> seeds_;
};

/// Points are linear in q; frames are not.
class ModalMotionDerivatives final : public DualMotionDerivatives {
 public:
  using DualMotionDerivatives::DualMotionDerivatives;
  void evaluate(const EvaluationPoints& points, const Columns<double>&, MotionChange& out) const override {
    out.rate.topRows(points.count()).setZero(), out.acceleration.topRows(points.count()).setZero();
    out.curvature.setZero();
  }
};

}  // namespace

ModalMap::ModalMap(double length, std::shared_ptr<const ModeFields> fields)
    : length_(length), fields_(std::move(fields)), sections_(*fields_) {}

std::unique_ptr<EvaluationPoints> ModalMap::makeEvaluationPoints(std::span<const Vec3> points) const {
  return std::make_unique<ModalPoints>(*fields_, points);
}

std::vector<std::vector<int>> ModalMap::blocks(std::span<const Vec3> points) const {
  return consecutiveBlocks(points.size(), kBlock);
}

std::unique_ptr<MapEvaluator<double>> ModalMap::makeEvaluator() const {
  return std::make_unique<ModalEvaluator<double>>(*this);
}

std::unique_ptr<MapEvaluator<Directions>> ModalMap::makeDualEvaluator() const {
  return std::make_unique<ModalEvaluator<Directions>>(*this);
}

std::unique_ptr<MotionDerivatives> ModalMap::makeMotionDerivatives() const {
  return std::make_unique<ModalMotionDerivatives>(*this);
}

std::unique_ptr<MapEvaluator<MotionSeries>> ModalMap::makeSeriesEvaluator() const {
  return std::make_unique<ModalEvaluator<MotionSeries>>(*this);
}

std::pair<double, int> ModalMap::margin(const EvaluationPoints& points, const VecXRef& q) const {
  const Columns<double>& gradient = modal(points).gradient;
  std::pair<double, int> worst(1, 0);
  for (int i = 0; i < points.count(); ++i) {
    Mat3 F = Mat3::Identity();
    for (Eigen::Index j = 0; j < q.size(); ++j)
      for (int k = 0; k < 9; ++k) F(k % 3, k / 3) += q[j] * gradient(i, 9 * j + k);
    const double det = F.determinant(), margin = std::isnan(det) ? -1 : det;
    if (margin < worst.first) worst = {margin, i};
  }
  return worst;
}

std::string ModalMap::violation(const Vec3&, const VecXRef&) const {
  return "its modes fold the material over itself (det F falls to 0)";
}

}  // namespace tendril
