// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of kind on the description itself, for edits of fields too.
#pragma once

#include <string>
#include <string_view>

#include "core/description/description.hpp"

namespace tendril::edits {

/// What a body asks of its material: a linear law for sections, a law of rubber for volumes that keep their volume, a
/// linear law with a Poisson's ratio below 0.5 for others.
enum class MaterialUse { kSections, kVolumes, kCompressible };
/// Name of the first material that serves; one of silicone is added where there is none.
std::string someMaterial(Description& description, MaterialUse use);
/// A full cylinder (m) that bends, twists and stretches as a whole.
description::VolumeBody softCylinder(double length, double radius, std::string material);
/// The same that moves by its lowest modes of vibration.
description::FemBody fineCylinder(double length, double radius, std::string material);
/// The same that moves by formulas: bends like a beam with a transverse load, along y and along z.
description::ExpressionBody bendingCylinder(double length, double radius, std::string material);

/// Its first coordinate is a length, as those of slides are.
bool slides(JointType type);
/// Makes what depends on the type of a link's joint agree with it: numbers of entries, limits, second axis, drive, the
/// signals of its motors.
void fitJoint(Description& description, description::Link& link);
/// Another kind of drive whose motors have the same inertia and friction, and the signals that it needs; false if there
/// is no such kind. A joint that cannot have it has none.
bool changeDrive(Description& description, description::Link& link, std::string_view type);
/// Another shape of about the same size; false if there is no such type.
bool changeSection(description::Section& section, std::string_view type);
/// Another law of about the same stiffness at small strain and the same relaxation; false if there is no such law.
bool changeLaw(description::Material& material, std::string_view type);
/// Another kind of load on the same body; false if there is no such kind.
bool changeLoad(const Description& description, description::Load& load, std::string_view type);
/// Another body of about the same size and mass (empty: none), and what is attached to it as it can be carried; false
/// if there is no such type.
bool changeBody(Description& description, description::Link& link, std::string_view type);

}  // namespace tendril::edits
