// SPDX-License-Identifier: GPL-3.0-or-later
// What the strain-basis editor does to a rod. The shape it starts in follows (initial_shape.hpp).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "studio/document/document.hpp"

namespace tendril::edits {

/// A set of strains that people start from.
struct StrainPreset {
  std::string_view name, meaning;
};
/// In the order shown to people.
std::span<const StrainPreset> strainPresets();

/// One strain of one division of a rod.
struct StrainPlace {
  ObjectId link = 0;
  std::size_t division = 0;  ///< 0 of a rod without divisions
  std::size_t strain = 0;    ///< 0…5 in the order of conventions.md
};

/// Gives every division of a rod the strains of a preset: those that stay keep their functions unless the preset names
/// some, those that come take the functions of the first one that was there.
Edit setStrainPreset(const Description& description, ObjectId link, std::string_view preset);
/// On: with the functions of the first strain that is on, else legendre of order 1. Off: fixed at its reference.
Edit switchStrain(const Description& description, StrainPlace place, bool on);
/// Another family of functions, of about the same order; `custom` begins with monomials.
Edit setStrainBasis(const Description& description, StrainPlace place, std::string basis);
/// The functions of a custom basis, each a formula of X (0…1 over the division). There must be one.
Edit setStrainFunctions(const Description& description, StrainPlace place, std::vector<std::string> functions);

/// Gauss points per element that the division names as a plain number; none if it takes the default or a formula.
std::optional<int> namedPoints(const Description& description, ObjectId link, std::size_t division);
/// Gauss points per element that resolve all strains of the division if one of them had this order. Families of
/// elements need few and are left out.
int pointsToResolve(const Description& description, StrainPlace place, int order);

/// Path of a division of a link's rod: "links.arm.body", "links.arm.body.divisions[1]"; empty if there is none.
std::string divisionPath(const Description& description, ObjectId link, std::size_t division);

}  // namespace tendril::edits
