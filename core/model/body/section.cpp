// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/body/section.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace tendril {
namespace {

using std::numbers::pi;

Vec2 onEllipse(double a, double b, double u) {
  return {a * std::cos(2 * pi * u), b * std::sin(2 * pi * u)};
}

Vec2 onRectangle(double height, double width, double u) {
  const double turns = 4 * u, y = height / 2, z = width / 2;
  const int side = static_cast<int>(turns);
  const double t = 2 * (turns - side) - 1;
  if (side == 0) return {y, t * z};
  if (side == 1) return {-t * y, z};
  return side == 2 ? Vec2(-y, -t * z) : Vec2(t * y, -z);
}

SectionProperties symmetric(double A, double Jy, double Jz, double radius) {
  SectionProperties p;
  p.A = A, p.Jy = Jy, p.Jz = Jz, p.Jx = Jy + Jz, p.radius = radius;
  return p;
}

SectionProperties circle(std::span<const double> m) {
  const double r = m[0], J = pi * r * r * r * r / 4;
  return symmetric(pi * r * r, J, J, r);
}

SectionProperties tube(std::span<const double> m) {
  const double r = m[0], i = m[1], J = pi * (r * r * r * r - i * i * i * i) / 4;
  return symmetric(pi * (r * r - i * i), J, J, r);
}

SectionProperties rectangle(std::span<const double> m) {
  const double h = m[0], w = m[1];
  return symmetric(h * w, h * w * w * w / 12, h * h * h * w / 12, std::sqrt(h * w / pi));
}

SectionProperties ellipse(std::span<const double> m) {
  const double a = m[0], b = m[1];
  return symmetric(pi * a * b, pi * a * b * b * b / 4, pi * a * a * a * b / 4, std::sqrt(a * b));
}

double reachOfEllipse(double a, double b, const Vec2& direction) {
  return std::hypot(a * direction.x(), b * direction.y());
}

const std::vector<SectionShape>& shapes() {
  using M = std::span<const double>;
  // One row per shape.
  static const std::vector<SectionShape> table = {
      {"circle",
       {"radius"},
       circle,
       [](M m, double u) { return onEllipse(m[0], m[0], u); },
       nullptr,
       [](M m, const Vec2& d) { return reachOfEllipse(m[0], m[0], d); }},
      {"tube",
       {"radius", "inner"},
       tube,
       [](M m, double u) { return onEllipse(m[0], m[0], u); },
       [](M m) { return m[1]; },
       [](M m, const Vec2& d) { return reachOfEllipse(m[0], m[0], d); }},
      {"rectangle",
       {"height", "width"},
       rectangle,
       [](M m, double u) { return onRectangle(m[0], m[1], u); },
       nullptr,
       [](M m, const Vec2& d) { return (m[0] * std::abs(d.x()) + m[1] * std::abs(d.y())) / 2; }},
      {"ellipse",
       {"a", "b"},
       ellipse,
       [](M m, double u) { return onEllipse(m[0], m[1], u); },
       nullptr,
       [](M m, const Vec2& d) { return reachOfEllipse(m[0], m[1], d); }},
  };
  return table;
}

// Signed moments of one closed polygon (Green's theorem), positive for counter-clockwise.
SectionProperties signedMoments(const Polygon& polygon) {
  SectionProperties p;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double cross = a.x() * b.y() - b.x() * a.y();
    p.A += cross / 2;
    p.Sy += cross * (a.x() + b.x()) / 6;
    p.Sz += cross * (a.y() + b.y()) / 6;
    p.Jz += cross * (a.x() * a.x() + a.x() * b.x() + b.x() * b.x()) / 12;
    p.Jy += cross * (a.y() * a.y() + a.y() * b.y() + b.y() * b.y()) / 12;
    p.Jyz += cross * (a.x() * b.y() + 2 * a.x() * a.y() + 2 * b.x() * b.y() + b.x() * a.y()) / 24;
  }
  return p;
}

double checkedValue(const Measure& law, double s, std::string_view name) {
  const double value = law(s);
  if (!(value >= 0) || !std::isfinite(value))
    throw std::invalid_argument("section " + std::string(name) + " must be a number ≥ 0, is " + std::to_string(value) +
                                " at X = " + std::to_string(s));
  return value;
}

}  // namespace

Mat6 sectionStiffness(const SectionProperties& p, double extension, double shear) {
  // Normal strain at (y, z): νx − 1 + κy z − κz y; shear strains νy − κx z, νz + κx y.
  Mat6 C = Mat6::Zero();
  Mat3 normal;
  normal << p.Jy, -p.Jyz, p.Sz, -p.Jyz, p.Jz, -p.Sy, p.Sz, -p.Sy, p.A;
  C.block<3, 3>(1, 1) = extension * normal;
  C(0, 0) = shear * p.torsion;
  C(4, 4) = C(5, 5) = shear * p.shear * p.A;
  C(0, 4) = C(4, 0) = -shear * p.shear * p.Sz;
  C(0, 5) = C(5, 0) = shear * p.shear * p.Sy;
  return C;
}

Mat6 sectionInertia(const SectionProperties& p, double density) {
  Mat6 I = Mat6::Zero();
  I.topLeftCorner<3, 3>() << p.Jx, 0, 0, 0, p.Jy, -p.Jyz, 0, -p.Jyz, p.Jz;
  Mat3 first;  // skew of (0, Sy, Sz)
  first << 0, -p.Sz, p.Sy, p.Sz, 0, 0, -p.Sy, 0, 0;
  I.topRightCorner<3, 3>() = first;
  I.bottomLeftCorner<3, 3>() = first.transpose();
  I.bottomRightCorner<3, 3>() = p.A * Mat3::Identity();
  return density * I;
}

std::span<const SectionShape> sectionShapes() {
  return shapes();
}

SectionProperties polygonProperties(std::span<const Polygon> polygons) {
  SectionProperties sum;
  for (std::size_t i = 0; i < polygons.size(); ++i) {
    const SectionProperties p = signedMoments(polygons[i]);
    const double sign = (p.A < 0 ? -1 : 1) * (i == 0 ? 1 : -1);
    sum.A += sign * p.A, sum.Sy += sign * p.Sy, sum.Sz += sign * p.Sz;
    sum.Jy += sign * p.Jy, sum.Jz += sign * p.Jz, sum.Jyz += sign * p.Jyz;
  }
  sum.Jx = sum.Jy + sum.Jz;
  sum.torsion = sum.Jx;
  sum.radius = std::sqrt(std::max(sum.A, 0.0) / pi);
  return sum;
}

SectionLaw SectionLaw::shape(std::string_view name, std::vector<Measure> measures) {
  SectionLaw law;
  std::string known;
  for (const SectionShape& shape : shapes()) {
    if (shape.name == name) law.shape_ = &shape;
    known += std::string(shape.name) + ", ";
  }
  if (!law.shape_)
    throw std::invalid_argument("unknown section shape \"" + std::string(name) + "\"; known are " + known + "profile");
  if (measures.size() != law.shape_->measures.size())
    throw std::invalid_argument("section \"" + std::string(name) + "\" needs " +
                                std::to_string(law.shape_->measures.size()) + " measures, not " +
                                std::to_string(measures.size()));
  law.measures_ = std::move(measures);
  return law;
}

SectionLaw SectionLaw::profile(std::vector<Polygon> polygons) {
  if (polygons.empty()) throw std::invalid_argument("a profile needs at least one polygon");
  for (const Polygon& polygon : polygons)
    if (polygon.size() < 3) throw std::invalid_argument("a polygon of a profile needs at least 3 vertices");
  SectionLaw law;
  law.profile_ = polygonProperties(polygons);
  if (!(law.profile_.A > 0) || !std::isfinite(law.profile_.A))
    throw std::invalid_argument("the area of a profile must be positive: holes may not be larger than the outline");
  for (std::size_t i = 0; i < polygons.size(); ++i)
    if ((signedMoments(polygons[i]).A < 0) == (i == 0)) std::reverse(polygons[i].begin(), polygons[i].end());
  law.polygons_ = std::move(polygons);
  return law;
}

SectionLaw& SectionLaw::setTorsionConstant(Measure law) {
  torsion_ = std::move(law);
  return *this;
}

SectionLaw& SectionLaw::setShearFactor(Measure law) {
  shear_ = std::move(law);
  return *this;
}

std::string_view SectionLaw::shapeName() const {
  return shape_ ? shape_->name : "profile";
}

std::vector<double> SectionLaw::values(double s) const {
  std::vector<double> result;
  for (std::size_t i = 0; i < measures_.size(); ++i)
    result.push_back(checkedValue(measures_[i], s, shape_->measures[i]));
  return result;
}

SectionProperties SectionLaw::properties(double s) const {
  SectionProperties p = shape_ ? shape_->properties(values(s)) : profile_;
  // A rod may taper to a point at its very end.
  if (p.A < 0 || (p.A == 0 && s > 0 && s < 1))
    throw std::invalid_argument("section area must be positive, is " + std::to_string(p.A) +
                                " m² at X = " + std::to_string(s));
  p.torsion = torsion_ ? checkedValue(torsion_, s, "torsion_constant") : p.Jx;
  p.shear = shear_ ? checkedValue(shear_, s, "shear_factor") : 1;
  return p;
}

double SectionLaw::reach(double s, const Vec2& direction) const {
  if (shape_) return shape_->reach(values(s), direction);
  double most = polygons_.front().front().dot(direction);
  for (const Vec2& corner : polygons_.front()) most = std::max(most, corner.dot(direction));
  return most;
}

Polygon SectionLaw::outline(double s, int count) const {
  if (!shape_) return polygons_.front();
  const std::vector<double> m = values(s);
  Polygon points;
  for (int i = 0; i < count; ++i) points.push_back(shape_->outline(m, static_cast<double>(i) / count));
  return points;
}

std::vector<Polygon> SectionLaw::holes(double s, int count) const {
  if (!shape_) return {polygons_.begin() + 1, polygons_.end()};
  if (!shape_->innerRadius) return {};
  const double r = shape_->innerRadius(values(s));
  Polygon points;
  for (int i = 0; i < count; ++i) points.push_back(onEllipse(r, r, -static_cast<double>(i) / count));
  return {points};
}

}  // namespace tendril
