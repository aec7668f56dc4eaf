// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of objects: in place, mirrored, in rows and rings, by way of the clipboard.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/types.hpp"
#include "studio/document/document.hpp"

namespace tendril::edits {

/// Moves the links and objects that `changed` has and `before` has not along y of the frame that they are placed in, by
/// one and a half times their width, or as many of these as it takes to lie on no other one. What hangs on them goes
/// along.
void setCopiesBeside(const Description& before, Description& changed);
/// Copies objects, beside themselves; a link with all that hangs on it, and the tendons, motors and loads that touch
/// nothing else.
Edit duplicate(const Description& description, const std::vector<ItemRef>& items);
/// Makes a chain longer: `count` copies of a link in a row behind it; what attached on its tip then hangs on the last.
Edit repeat(const Description& description, ObjectId link, int count);
/// Copies a link with all that hangs on it to the other side of a plane through the origin of the frame that it is
/// attached to; `normal`: the axis of that frame across the plane, 0, 1, 2 for x, y, z. With the same coordinates,
/// tensions, pressures and torques the copy moves as the mirror image does: axes, routes, sections, stops and initial
/// coordinates are mirrored, of what cannot be had by that (slides of cylindrical joints) the sign changes. Refused
/// where a body has no mirror image here: volumes of files, bodies of formulas. Meshes of pictures stay as they are.
Edit mirror(const Description& description, ObjectId link, int normal);

/// Copies in a row or in a ring, in the frame that the link is attached to.
struct Array {
  int count = 1;             ///< copies, besides the link itself
  Vec3 step = Vec3::Zero();  ///< m, from one to the next
  Vec3 turn = Vec3::Zero();  ///< rad, rotation vector about that frame's origin from one to the next
};
Edit array(const Description& description, ObjectId link, const Array& array);

// ---- clipboard
/// Objects, and the materials that they need, as the text of a small project; links with what hangs on them. Files have
/// their whole paths in it where `directory`, that of the project, is given.
std::string copy(const Description& description, const std::vector<ItemRef>& items,
                 const std::filesystem::path& directory = {});
/// Adds the objects of such a text under new names where theirs are taken; links whose parent is not among them hang
/// on `parent`. Materials of bodies and parameters that are the same here are shared; others come under new names, in
/// expressions and formulas, too. Files are named as a project in `directory` does.
Edit paste(std::string text, ObjectId parent, std::filesystem::path directory = {});
/// Something that paste() could read.
bool canPaste(std::string_view text);

// ---- a whole project as a part of another
/// Adds all objects of a project as paste() does, with its computed signals and the sources of its numbers. Its fluid
/// is left out where there is one.
Edit addProject(const Description& project, ObjectId parent);
/// What addProject() leaves out, by name, with what holds instead: another gravity, other numbers of the simulation,
/// variants, figures and poses, a second fluid. Warnings, in the order of the file.
std::vector<Problem> leftOut(const Description& target, const Description& project);

}  // namespace tendril::edits
