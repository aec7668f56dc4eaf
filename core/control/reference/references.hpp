// SPDX-License-Identifier: BSD-3-Clause
// The kinds of references. Lengths of vectors in one call agree; what cannot be is std::invalid_argument with a
// sentence.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/control/reference/reference.hpp"
#include "core/text/expression.hpp"

namespace tendril {

using ReferencePtr = std::shared_ptr<const Reference>;

ReferencePtr makeConstantReference(VecX values);

constexpr int kMostPolynomialDegree = 15;  // (degree − 1)/2 derivatives are continuous

/// From rest to rest within [start, start + duration] (s), held before and after: the polynomial of least degree with
/// so many continuous derivatives (3: velocity, 5: acceleration, 7: jerk, 9: snap; odd, ≤ kMostPolynomialDegree).
ReferencePtr makePolynomialReference(VecX from, VecX to, double start, double duration, int degree);
/// The same along half a period of a cosine.
ReferencePtr makeHalfCosineReference(VecX from, VecX to, double start, double duration);

/// center + amplitude sin(2π frequency t + phase), entry by entry; frequencies in Hz, phases in rad.
ReferencePtr makeLissajousReference(VecX center, VecX amplitude, VecX frequency, VecX phase);
/// Three numbers: once round in `period` (s) on a circle in the plane across `normal`, seen from its tip
/// counter-clockwise for a positive period, from the angle `phase` (rad) after the direction of world x in that plane
/// (y, where the normal is x); meanwhile by `pitch` (m) along the normal.
ReferencePtr makeHelixReference(const Vec3& center, double radius, const Vec3& normal, double period, double phase,
                                double pitch = 0);

enum class SplineEnd {
  kFree,      ///< third and fourth derivative zero at the ends; of two points a line
  kRest,      ///< first and second derivative zero at the ends
  kPeriodic,  ///< goes on with the first point, which must be the last one, too
};
/// Through points (a column each) at ascending times (s), by the spline of degree 5 with four continuous derivatives;
/// held before and after unless periodic.
ReferencePtr makeSplineReference(const std::vector<double>& times, const MatX& points, SplineEnd ends);

/// One formula of t per entry.
ReferencePtr makeExpressionReference(std::vector<Expression> formulas);
/// Value and three derivatives of each entry by a function of t; higher ones are zero.
ReferencePtr makeFunctionReference(std::vector<std::function<Vec4(double)>> entries);

}  // namespace tendril
