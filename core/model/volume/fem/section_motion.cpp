// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/fem/section_motion.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace tendril {
namespace {

constexpr double kInward = 1e-7;  // of the extent: how far from its ends a mesh is cut

/// Sums of least squares over the area of a section.
class Fit {
 public:
  Fit(const ModeFields& fields, double x) : fields_(fields), x_(x), right_(MatX::Zero(3, 3 * fields.size())) {}

  /// The part of a tetrahedron in the plane x = cut; the fields are taken at x.
  void add(int tetrahedron, double cut) {
    const TenNodes& own = fields_.mesh().tetrahedra[static_cast<std::size_t>(tetrahedron)];
    const auto corner = [&](std::size_t k) -> const Vec3& {
      return fields_.mesh().nodes[static_cast<std::size_t>(own[k])];
    };
    int below = 0;
    for (std::size_t k = 0; k < 4; ++k) below += corner(k).x() < cut;
    if (below == 0 || below == 4) return;
    std::vector<Vec3> low, high;  // corners on either side
    for (std::size_t k = 0; k < 4; ++k) (corner(k).x() < cut ? low : high).push_back(corner(k));
    std::vector<Vec3> corners;
    for (const Vec3& a : low)
      for (const Vec3& b : high) corners.push_back(a + (cut - a.x()) / (b.x() - a.x()) * (b - a));
    addTriangle(tetrahedron, corners[0], corners[1], corners[2]);
    if (corners.size() == 4) addTriangle(tetrahedron, corners[1], corners[2], corners[3]);
  }

  /// Empty where the section is no more than a line.
  std::optional<SectionMotion> solve() const {
    const Mat3 inverse = left_.inverse();
    const double area = left_(0, 0);
    const Eigen::Vector2d centre = left_.block<1, 2>(0, 1).transpose() / area;
    const Eigen::Matrix2d spread = left_.bottomRightCorner<2, 2>() / area - centre * centre.transpose();
    const Eigen::Vector2d squares = Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(spread).eigenvalues();
    if (!(area > 0) || !(squares[0] > 1e-6 * squares[1])) return std::nullopt;
    const MatX solution = inverse * right_;  // rows: on the axis, ∂/∂y, ∂/∂z
    SectionMotion out;
    const auto row = [&](int k) { return solution.row(k).reshaped(3, fields_.size()).eval(); };
    out.shift = row(0), out.alongY = row(1), out.alongZ = row(2);
    return out;
  }

 private:
  void addTriangle(int tetrahedron, const Vec3& a, const Vec3& b, const Vec3& c) {
    const double area = (b - a).cross(c - a).norm() / 2;
    for (const Vec3& middle : {Vec3(0.5 * (a + b)), Vec3(0.5 * (b + c)), Vec3(0.5 * (c + a))}) {
      const ModeFields::Sample sample = fields_.in(tetrahedron, Vec3(x_, middle.y(), middle.z()));
      const Vec3 basis(1, middle.y(), middle.z());
      left_ += area / 3 * basis * basis.transpose();
      right_ += area / 3 * basis * sample.u.reshaped().transpose();
    }
  }

  const ModeFields& fields_;
  double x_;
  Mat3 left_ = Mat3::Zero();
  MatX right_;
};

std::optional<SectionMotion> sectionAt(const ModeFields& fields, double x, double cut) {
  Fit fit(fields, x);
  for (std::size_t t = 0; t < fields.mesh().tetrahedra.size(); ++t) fit.add(static_cast<int>(t), cut);
  return fit.solve();
}

/// Sections that are none take the motion of the nearest one.
std::vector<SectionMotion> filled(const std::vector<std::optional<SectionMotion>>& sections) {
  std::vector<SectionMotion> out;
  const auto count = static_cast<int>(sections.size());
  for (int i = 0; i < count; ++i) {
    int best = -1;
    for (int k = 0; k < count; ++k)
      if (sections[static_cast<std::size_t>(k)] && (best < 0 || std::abs(k - i) < std::abs(best - i))) best = k;
    if (best < 0) throw std::invalid_argument("has no section with an area: its mesh is flat");
    out.push_back(*sections[static_cast<std::size_t>(best)]);
  }
  return out;
}

}  // namespace

SectionMotions::SectionMotions(const ModeFields& fields) : from_(HUGE_VAL), to_(-HUGE_VAL) {
  for (const Vec3& x : fields.mesh().nodes) from_ = std::min(from_, x.x()), to_ = std::max(to_, x.x());
  const double inward = kInward * (to_ - from_);
  std::vector<std::optional<SectionMotion>> sections;
  for (int i = 0; i < kSections; ++i) {
    const double x = from_ + (to_ - from_) * i / (kSections - 1);
    sections.push_back(sectionAt(fields, x, std::clamp(x, from_ + inward, to_ - inward)));
  }
  sections_ = filled(sections);
}

SectionMotions::Weights SectionMotions::weightsAt(double x) const {
  const double place = std::clamp((x - from_) / (to_ - from_), 0.0, 1.0) * (kSections - 1);
  const int first = std::clamp(static_cast<int>(place) - 1, 0, kSections - 4);
  Weights out{static_cast<std::size_t>(first), {1, 1, 1, 1}};
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k)
      if (k != i) out.weight[static_cast<std::size_t>(i)] *= (place - first - k) / (i - k);  // Lagrange
  return out;
}

}  // namespace tendril
