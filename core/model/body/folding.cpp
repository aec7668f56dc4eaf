// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/body/folding.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/model/body/admissible_set.hpp"

namespace tendril {
namespace {

/// The line of a body at one of its sections.
struct Bend {
  double at = 0;         ///< 0…1 over the body
  double curvature = 0;  ///< in the plane of the section, 1/m
  double reach = 0;      ///< of the section towards the inside of the bend, m
  double margin() const { return 1 - curvature * reach; }
};

/// Towards the centre of curvature of the line, in the section's axes (y, z), 1/m. For the strain [κ; ν] the line goes
/// along ν and turns by κ × ν.
Vec2 curvatureOf(const Vec6& strain) {
  const Vec3 w = strain.head<3>(), v = strain.tail<3>();
  return v.squaredNorm() > 0 ? Vec2(w.cross(v).tail<2>() / v.squaredNorm()) : Vec2(Vec2::Zero());
}

/// Calls each(Bend, whether it is the first of a piece) from base to tip.
template <class Each>
void eachBend(const Body& body, const VecXRef& q, Each&& each) {
  std::size_t count = 0;
  for (const SweptPiece& piece : body.sweptPieces()) count += piece.s.size();
  std::vector<SectionResponse> states(count);
  if (count == 0 || !body.sectionStates(q, states)) return;
  for (const SweptPiece& piece : body.sweptPieces())
    for (std::size_t i = 0; i < piece.s.size(); ++i) {
      const Vec2 towards = curvatureOf(states[static_cast<std::size_t>(piece.firstSection) + i].strain);
      Bend bend;
      bend.at = piece.from + piece.s[i] * (piece.to - piece.from);
      bend.curvature = towards.norm();
      if (bend.curvature > 0) bend.reach = piece.section.reach(piece.s[i], towards) / bend.curvature;
      each(bend, i == 0);
    }
}

/// "8.33 mm", "1.2 m"
std::string lengthText(double metres) {
  char text[40];
  const bool small = metres < 1;
  std::snprintf(text, sizeof text, "%.3g %s", small ? 1000 * metres : metres, small ? "mm" : "m");
  return text;
}

Bend tightestBend(const Body& body, const VecXRef& q) {
  Bend tightest;
  eachBend(body, q, [&](const Bend& bend, bool) {
    if (!(bend.margin() >= tightest.margin())) tightest = bend;
  });
  return tightest;
}

}  // namespace

Folding foldingOf(const Body& body, const VecXRef& q) {
  if (const auto* set = dynamic_cast<const AdmissibleSet*>(&body)) return {set->surfaceMargin(q), 0};
  const Bend tightest = tightestBend(body, q);
  return {tightest.margin(), tightest.at};
}

std::vector<double> foldingAlong(const Body& body, const VecXRef& q, int count) {
  std::vector<double> out(static_cast<std::size_t>(count), 1.0);
  Bend before;
  eachBend(body, q, [&](const Bend& bend, bool begins) {
    const int first = std::clamp(static_cast<int>((begins ? bend.at : before.at) * count), 0, count - 1);
    const int last = std::clamp(static_cast<int>(std::ceil(bend.at * count)) - 1, first, count - 1);
    const double margin = begins ? bend.margin() : std::min(before.margin(), bend.margin());
    for (int i = first; i <= last; ++i) {
      double& least = out[static_cast<std::size_t>(i)];
      least = std::min(least, margin);
    }
    before = bend;
  });
  return out;
}

std::string foldingText(const Body& body, const VecXRef& q) {
  if (const auto* set = dynamic_cast<const AdmissibleSet*>(&body)) return set->surfaceViolation(q);
  const Bend tightest = tightestBend(body, q);
  return std::string("its bending ") + (tightest.margin() > 0 ? "nearly folds" : "folds") +
         " a section over the centre of curvature at x = " + lengthText(tightest.at * body.length()) +
         ": the bend has a radius of " + lengthText(1 / tightest.curvature) + " there, and the section reaches " +
         lengthText(tightest.reach) + " towards its centre";
}

}  // namespace tendril
