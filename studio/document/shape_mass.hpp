// SPDX-License-Identifier: GPL-3.0-or-later
// Mass, centre and inertia of rigid bodies from what is drawn of them.
#pragma once

#include <filesystem>
#include <span>

#include "core/description/bodies/rigid.hpp"
#include "core/description/description.hpp"
#include "core/model/solid_mass.hpp"

namespace tendril {

/// Of all shapes together, at density 1. std::runtime_error as solidMass(), and where they have no volume.
SolidMass massOfShapes(std::span<const Visual> shapes);

/// Gives a body the mass, centre and inertia of a solid at a density, kg/m³, as numbers that people can read.
void setMass(description::RigidBody& body, const SolidMass& solid, double density);
/// `value` with nine digits, and 0 where it is nothing beside `of`.
double readableNumber(double value, double of);

/// Where an edit changed the shape of a rigid link and left its mass, centre and inertia, and these were what a density
/// makes of the shape, makes them what the same density makes of the new one. Numbers that are expressions, and those
/// that nobody got from the shape, stay. `directory`: of mesh files.
void keepDensities(const Description& before, Description& after, const std::filesystem::path& directory);

}  // namespace tendril
