// SPDX-License-Identifier: BSD-3-Clause
// Cross-sections: outline, area and moments along a piece of a body (rods.md §3, project-format.md).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/types.hpp"

namespace tendril {

using Vec2 = Eigen::Matrix<double, 2, 1>;
/// A measure along a piece of a body, of s ∈ [0, 1].
using Measure = std::function<double(double)>;
/// A closed curve in the section, (y, z) in metres; the last vertex is joined to the first.
using Polygon = std::vector<Vec2>;

/// Moments of a section about its origin, in its y, z axes.
struct SectionProperties {
  double A = 0;                   ///< area, m²
  double Jx = 0, Jy = 0, Jz = 0;  ///< ∫y²+z², ∫z², ∫y², m⁴
  double Jyz = 0;                 ///< ∫yz, m⁴; 0 for shapes with an axis of symmetry
  double Sy = 0, Sz = 0;          ///< ∫y, ∫z, m³; 0 when the origin is the centroid
  double torsion = 0;             ///< torsion constant, m⁴; the polar moment Jx by default
  double shear = 1;               ///< shear correction factor
  double radius = 0;              ///< m, for contact, drag and r(X): outer radius; of other shapes that of equal area
};

/// Section per unit length for a material: energy ½ ξᵀ C ξ with `extension` for normal and `shear` for shear strains.
/// With E and G the stiffness, with 3η and η Kelvin–Voigt damping.
Mat6 sectionStiffness(const SectionProperties& section, double extension, double shear);

/// Section inertia per unit length about the section origin, 6×6, section axes, for twists [ω; v].
Mat6 sectionInertia(const SectionProperties& section, double density);

/// A kind of section with its measures in fixed order.
struct SectionShape {
  std::string_view name;
  std::vector<std::string_view> measures;
  SectionProperties (*properties)(std::span<const double> m);
  Vec2 (*outline)(std::span<const double> m, double u);               ///< outer curve, u ∈ [0, 1)
  double (*innerRadius)(std::span<const double> m);                   ///< of a round bore, null if there is none
  double (*reach)(std::span<const double> m, const Vec2& direction);  ///< SectionLaw::reach
};

/// Every shape given by measures: circle, tube, rectangle, ellipse.
std::span<const SectionShape> sectionShapes();

/// The section of a piece of a body as a function of s.
class SectionLaw {
 public:
  /// A shape of sectionShapes() with one law per measure, in the shape's order. Throws std::invalid_argument.
  static SectionLaw shape(std::string_view name, std::vector<Measure> measures);
  /// Closed polygons: the first is the outer boundary, others are holes; either sense. Throws std::invalid_argument.
  static SectionLaw profile(std::vector<Polygon> polygons);

  /// Optional laws that replace the polar moment and 1.
  SectionLaw& setTorsionConstant(Measure law);
  SectionLaw& setShearFactor(Measure law);

  std::string_view shapeName() const;
  /// Throws std::invalid_argument if a measure is negative or not finite, or the area not positive inside (0, 1).
  SectionProperties properties(double s) const;
  double radius(double s) const { return properties(s).radius; }
  /// The largest p·direction of all its points p (y, z): how far (m) it reaches that way, times the direction's length.
  double reach(double s, const Vec2& direction) const;
  /// Closed outer curve in (y, z), counter-clockwise about x: `count` points, or the vertices of a profile.
  Polygon outline(double s, int count) const;
  /// Curves of holes, empty if there are none.
  std::vector<Polygon> holes(double s, int count) const;

 private:
  std::vector<double> values(double s) const;
  const SectionShape* shape_ = nullptr;
  std::vector<Measure> measures_;
  std::vector<Polygon> polygons_;
  SectionProperties profile_;
  Measure torsion_, shear_;
};

/// Exact moments of a region bounded by polygons: the first outer, others holes.
SectionProperties polygonProperties(std::span<const Polygon> polygons);

}  // namespace tendril
