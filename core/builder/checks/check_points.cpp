// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/checks/check_parts.hpp"

#include <array>
#include <cstdio>

#include "core/builder/checks/points_estimate.hpp"
#include "core/builder/parts/evaluator.hpp"
#include "core/description/bodies.hpp"
#include "core/model/model.hpp"
#include "core/model/rod/rod.hpp"
#include "core/model/rod/rod_accuracy.hpp"
#include "core/model/volume/volume_accuracy.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr int kSpectral = 9;  // functions of one strain, of whom wants accuracy

std::string shortText(double value, int digits = 1) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

std::string pointsText(int points, bool elements) {
  return std::to_string(points) + (points == 1 ? " Gauss point" : " Gauss points") + (elements ? " per element" : "");
}

class PointsChecker {
 public:
  PointsChecker(const Description& description, std::vector<Problem>& problems)
      : description_(description), problems_(problems) {}

  void check(const Rod& rod, std::size_t link) {
    const auto& body = std::get<desc::RodBody>(*description_.links[link].body);
    const std::string path = "links." + description_.links[link].name + ".body";
    for (int i = 0; i < rod.divisionCount(); ++i) {
      const std::string own = body.divisions.empty() ? path : path + ".divisions[" + std::to_string(i) + ']';
      if (rod.division(i).columns > 0 && resolves(rod.division(i), own)) limits(rod.division(i), rod.magnus(), own);
    }
  }

  /// A warning where the energy of a volume is wrong by more than some percent.
  void check(const Volume& volume, std::size_t link) {
    const VolumeAccuracy accuracy = volumeAccuracy(volume);
    if (!(accuracy.error > kToldEnergyError)) return;
    const desc::TetrahedraBody& body = *desc::tetrahedraOf(*description_.links[link].body);
    std::vector<Problem> ignored;
    const bool one = Evaluator(description_, ignored).number(body.quadrature, {}) < 4;
    const std::size_t points = volume.points().size(), tetrahedra = volume.mesh()->tetrahedra.size();
    const bool fitted = points != tetrahedra && points != 4 * tetrahedra;
    const std::string rule = fitted ? std::to_string(points) + " fitted points"
                             : one  ? "one point per tetrahedron"
                                    : "four points per tetrahedron";
    problems_.push_back(
        {.path =
             "links." + description_.links[link].name + ".body." + (fitted && !one ? "live_quadrature" : "quadrature"),
         .message = rule + " sum the elastic energy with errors of " + shortText(100 * accuracy.error, 2) + " %" +
                    (accuracy.coordinate < 0 ? "" : " along " + volume.coordinateInfo(accuracy.coordinate).name),
         .cure = one ? "give 4 points per tetrahedron" + std::string(fitted ? ": live points are fitted to them" : "")
                 : fitted ? "give more live points, or \"full\""
                          : "take a mesh of more tetrahedra",
         .severity = Problem::Severity::kWarning});
  }

 private:
  /// False, with a problem, where a combination of functions has no stiffness.
  bool resolves(const RodDivision& division, const std::string& path) {
    const std::optional<UnresolvedStrain> bad = unresolvedStrain(division);
    if (!bad) return true;
    const std::string strain(kStrainNames[static_cast<std::size_t>(bad->strain)]);
    const std::string functions = std::to_string(bad->functions) + " functions of " + strain;
    if (bad->smallest == 0) {
      problems_.push_back({.path = path + ".strain." + strain,
                           .message = "has " + functions + " of which only " + std::to_string(bad->resolved) +
                                      " are independent to rounding: what they do can hardly be told apart",
                           .cure = "remove those that others imply, or use legendre in place of high powers",
                           .severity = Problem::Severity::kWarning});
      return false;
    }
    problems_.push_back({.path = path + ".quadrature",
                         .message = "with " + pointsText(division.gauss, !division.breakpoints.empty()) + " only " +
                                    std::to_string(bad->resolved) + " of the " + functions +
                                    " can be told apart: combinations of them have no stiffness",
                         .cure = "give at least " + std::to_string(bad->smallest) +
                                 ", or leave it out for the number that serves the functions"});
    return false;
  }

  /// A warning where the points cost more than the functions, and somebody may mind.
  void limits(const RodDivision& division, int magnus, const std::string& path) {
    int functions = 0;
    for (const StrainBlock& block : division.blocks) functions = std::max(functions, block.count);
    const bool chosen = division.spec.quadrature > 0;
    const bool spectral = !chosen && functions >= kSpectral && division.breakpoints.empty();
    const RodAccuracy accuracy = rodAccuracy(division, magnus);
    if (accuracy.offered == 0 || (accuracy.points < kToldTipError && !spectral)) return;
    problems_.push_back({.path = path + ".quadrature",
                         .message = pointsText(division.gauss, !division.breakpoints.empty()) +
                                    (chosen ? "" : " (the default)") + " place the tip of bent shapes with errors of " +
                                    shortText(accuracy.points) + " of the length; the strain functions could do better",
                         .cure = std::to_string(accuracy.offered) + " points bring it to " + shortText(accuracy.then),
                         .severity = Problem::Severity::kWarning});
  }

  const Description& description_;
  std::vector<Problem>& problems_;
};

}  // namespace

void checkPoints(const Model& model, const Description& description, std::vector<Problem>& problems) {
  PointsChecker checker(description, problems);
  for (std::size_t i = 0; i < description.links.size(); ++i) {
    if (const auto* rod = dynamic_cast<const Rod*>(model.links[i].body.get())) checker.check(*rod, i);
    if (const auto* volume = dynamic_cast<const Volume*>(model.links[i].body.get())) checker.check(*volume, i);
  }
}

}  // namespace tendril
