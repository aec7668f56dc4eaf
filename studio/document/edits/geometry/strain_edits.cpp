// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/geometry/strain_edits.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/builder/parts/rod_size.hpp"
#include "core/model/rod/rod_spec.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

constexpr int kUsualOrder = 1, kLargestMade = 5;  // a person who changes the family wants no hundred formulas

struct Recipe {
  StrainPreset preset;
  std::array<bool, 6> on;  ///< torsion, bending y, z, stretch, shear y, z
  std::string_view basis;  ///< empty: what is there stays
  int order = 0;
};

constexpr std::array<Recipe, 6> kRecipes = {{
    {{"Constant curvature", "Bends about y and z, the same all along: 2 coordinates"},
     {false, true, true, false, false, false},
     "constant"},
    {{"Piecewise constant", "Three pieces in a row, each of constant curvature: 6 coordinates"},
     {false, true, true, false, false, false},
     "piecewise_constant",
     3},
    {{"Kirchhoff", "Twists and bends; neither longer nor sheared"}, {true, true, true, false, false, false}, {}},
    {{"Inextensible", "Everything but stretch"}, {true, true, true, false, true, true}, {}},
    {{"Planar", "Bends about z alone, in the plane of x and y"}, {false, false, true, false, false, false}, {}},
    {{"Full", "All six strains of a Cosserat rod"}, {true, true, true, true, true, true}, {}},
}};

std::array<std::optional<desc::StrainMode>*, 6> modesOf(desc::Strain& strain) {
  return {&strain.torsion, &strain.bendingY, &strain.bendingZ, &strain.stretch, &strain.shearY, &strain.shearZ};
}

desc::RodBody* rodOf(Description& description, ObjectId link) {
  desc::Link* found = objectOf(description.links, link);
  return found && found->body ? std::get_if<desc::RodBody>(&*found->body) : nullptr;
}

/// Calls apply(division) for one of them, or tells that it has gone.
template <class F>
bool withDivision(Description& description, ObjectId link, std::size_t index, std::vector<Problem>& problems,
                  F&& apply) {
  desc::RodBody* rod = rodOf(description, link);
  if (!rod) return fail(problems, "links", "this link has no rod any more", "select a link with a rod");
  if (rod->divisions.empty() && index == 0) return apply(rod->single);
  if (index < rod->divisions.size()) return apply(rod->divisions[index]);
  return fail(problems, "links", "the rod has no division " + std::to_string(index + 1), "choose another one");
}

template <class F>
bool withMode(Description& description, StrainPlace place, std::vector<Problem>& problems, F&& apply) {
  return withDivision(description, place.link, place.division, problems, [&](desc::RodDivision& division) {
    if (place.strain >= 6) return fail(problems, "links", "there are six strains", "choose one of them");
    return apply(division, *modesOf(division.strain)[place.strain]);
  });
}

desc::StrainMode firstMode(desc::Strain& strain) {
  for (const std::optional<desc::StrainMode>* mode : modesOf(strain))
    if (*mode) return **mode;
  desc::StrainMode mode;
  mode.order = kUsualOrder;
  return mode;
}

void apply(const Recipe& recipe, desc::Strain& strain) {
  const desc::StrainMode model = firstMode(strain);
  const auto modes = modesOf(strain);
  for (std::size_t i = 0; i < 6; ++i) {
    std::optional<desc::StrainMode>& mode = *modes[i];
    if (!recipe.on[i]) {
      mode.reset();
      continue;
    }
    if (!mode) mode = model;
    if (recipe.basis.empty()) continue;
    mode = desc::StrainMode();
    mode->basis = recipe.basis;
    mode->order = recipe.order;
  }
}

/// About how many functions it has, as an order.
int orderOf(const desc::StrainMode& mode) {
  if (mode.basis == desc::kCustomBasis) return std::max(0, static_cast<int>(mode.functions.size()) - 1);
  if (mode.basis == "constant") return 0;
  return mode.order.expression.empty() ? static_cast<int>(mode.order.value) : kUsualOrder;
}

/// Gauss points per element that tell its functions apart if it has this order.
int pointsOf(const desc::StrainMode& mode, int order) {
  if (mode.basis == "legendre" || mode.basis == "chebyshev" || mode.basis == "monomial") return order + 1;
  if (mode.basis == "fourier") return 2 * order + 1;
  return mode.basis == desc::kCustomBasis ? static_cast<int>(mode.functions.size()) : 1;
}

bool serves(const std::string& basis, int order) {
  try {
    return namedStrainBasis(basis, order, Catalogue::ofProcess()) != nullptr;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

desc::Formula formulaOf(const std::string& text) {
  desc::Formula formula;
  formula.text = text;
  return formula;
}

std::vector<desc::Formula> monomials(int order) {
  std::vector<desc::Formula> out = {desc::Formula(1)};
  for (int k = 1; k <= std::min(order, kLargestMade); ++k)
    out.push_back(formulaOf(k == 1 ? "X" : "X^" + std::to_string(k)));
  return out;
}

void changeBasis(desc::StrainMode& mode, const std::string& basis) {
  const int order = orderOf(mode);
  mode.basis = basis;
  if (basis == desc::kCustomBasis) {
    mode.functions = monomials(order);
    mode.order = desc::Number();
    return;
  }
  mode.functions.clear();
  const bool keeps = !mode.order.expression.empty() && basis != "constant";
  if (!keeps) mode.order = basis == "constant" ? 0 : serves(basis, order) ? order : kUsualOrder;
}

std::string strainName(std::size_t strain) {
  std::string name(kStrainNames[std::min<std::size_t>(strain, 5)]);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string of(const Description& description, ObjectId link) {
  return " of “" + nameOf(description, {ItemKind::kLink, link}) + "”";
}

}  // namespace

std::span<const StrainPreset> strainPresets() {
  static const std::vector<StrainPreset> presets = [] {
    std::vector<StrainPreset> all;
    for (const Recipe& recipe : kRecipes) all.push_back(recipe.preset);
    return all;
  }();
  return presets;
}

Edit setStrainPreset(const Description& description, ObjectId link, std::string_view preset) {
  return {"Set strains" + of(description, link) + " to “" + std::string(preset) + "”",
          [link, name = std::string(preset)](Description& changed, std::vector<Problem>& problems) {
            desc::RodBody* rod = rodOf(changed, link);
            if (!rod) return fail(problems, "links", "this link has no rod any more", "select a link with a rod");
            const auto recipe = std::find_if(kRecipes.begin(), kRecipes.end(),
                                             [&](const Recipe& each) { return each.preset.name == name; });
            if (recipe == kRecipes.end())
              return fail(problems, "links", "there is no preset “" + name + "”", "choose one of the list");
            if (rod->divisions.empty()) apply(*recipe, rod->single.strain);
            for (desc::RodDivision& division : rod->divisions) apply(*recipe, division.strain);
            return true;
          }};
}

Edit switchStrain(const Description& description, StrainPlace place, bool on) {
  return {(on ? "Free " : "Fix ") + strainName(place.strain) + of(description, place.link),
          [place, on](Description& changed, std::vector<Problem>& problems) {
            return withMode(changed, place, problems, [&](desc::RodDivision& division, auto& mode) {
              if (on && !mode) mode = firstMode(division.strain);
              if (!on) mode.reset();
              return true;
            });
          }};
}

Edit setStrainBasis(const Description& description, StrainPlace place, std::string basis) {
  return {"Set functions of " + strainName(place.strain) + of(description, place.link),
          [place, basis](Description& changed, std::vector<Problem>& problems) {
            return withMode(changed, place, problems, [&](desc::RodDivision& division, auto& mode) {
              if (!mode) mode = firstMode(division.strain);
              changeBasis(*mode, basis);
              return true;
            });
          }};
}

Edit setStrainFunctions(const Description& description, StrainPlace place, std::vector<std::string> functions) {
  return {"Set functions of " + strainName(place.strain) + of(description, place.link),
          [place, functions](Description& changed, std::vector<Problem>& problems) {
            return withMode(changed, place, problems, [&](desc::RodDivision&, auto& mode) {
              if (functions.empty())
                return fail(problems, "links", "a strain that is on needs a function", "switch the strain off instead");
              if (!mode) mode.emplace();
              mode->basis = desc::kCustomBasis;
              mode->functions.clear();
              for (const std::string& text : functions) {
                if (text.find_first_not_of(' ') == std::string::npos)
                  return fail(problems, "links", "a strain needs functions", "type a function of X, such as X*(1-X)");
                mode->functions.push_back(formulaOf(text));
              }
              return true;
            });
          }};
}

std::optional<int> namedPoints(const Description& description, ObjectId link, std::size_t division) {
  std::optional<int> points;
  std::vector<Problem> problems;
  Description copy = description;
  withDivision(copy, link, division, problems, [&](const desc::RodDivision& found) {
    if (found.quadrature && found.quadrature->expression.empty()) points = static_cast<int>(found.quadrature->value);
    return true;
  });
  return points;
}

int pointsToResolve(const Description& description, StrainPlace place, int order) {
  int points = 1;
  std::vector<Problem> problems;
  Description copy = description;
  withDivision(copy, place.link, place.division, problems, [&](desc::RodDivision& division) {
    const auto modes = modesOf(division.strain);
    for (std::size_t i = 0; i < modes.size(); ++i)
      if (*modes[i]) points = std::max(points, pointsOf(**modes[i], i == place.strain ? order : orderOf(**modes[i])));
    return true;
  });
  return points;
}

std::string divisionPath(const Description& description, ObjectId link, std::size_t division) {
  const desc::Link* found = objectOf(description.links, link);
  const auto* rod = found && found->body ? std::get_if<desc::RodBody>(&*found->body) : nullptr;
  if (!rod) return {};
  const std::string body = pathOf(description, {ItemKind::kLink, link}) + ".body";
  if (rod->divisions.empty()) return division == 0 ? body : std::string();
  return division < rod->divisions.size() ? body + ".divisions[" + std::to_string(division) + ']' : std::string();
}

}  // namespace tendril::edits
