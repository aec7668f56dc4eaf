// SPDX-License-Identifier: BSD-3-Clause
// How near soft bodies are to folding over themselves.
#pragma once

#include <string>
#include <vector>

#include "core/model/body/body.hpp"

namespace tendril {

/// Where a body is nearest to folding.
struct Folding {
  double margin = 1;  ///< 1: nothing is bent, 0: it folds, less: beyond; NaN: what deforms it gives no number
  double at = 0;      ///< 0…1 from base to tip: where on a body that is swept along a line; 0 of others
};

/// From this margin on people are told of it.
inline constexpr double kFoldingEdge = 0.05;

/// At coordinates q of the body. Of a section that is swept along a line (Body::sweptPieces, Body::sectionStates) the
/// least of 1 − κ h over BodyData::sections: κ is the curvature of the line, h how far the section reaches towards the
/// inside of the bend (of a round one its radius), and so this is what is left of the innermost fibres. Of an
/// AdmissibleSet its surfaceMargin. 1 of all others.
Folding foldingOf(const Body& body, const VecXRef& q);

/// The same of a body that is swept along a line for each of `count` equal lengths of it, from base to tip: the lesser
/// of the margins beside it.
std::vector<double> foldingAlong(const Body& body, const VecXRef& q, int count);

/// What folds, or nearly does, and where, for people: "its bending folds a section over the centre of curvature at …".
std::string foldingText(const Body& body, const VecXRef& q);

}  // namespace tendril
