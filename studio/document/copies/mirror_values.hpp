// SPDX-License-Identifier: GPL-3.0-or-later
// Mirror images of values. Every link's frame has its own mirror, across y: what is along x, as rods are, stays along
// x.
#pragma once

#include <vector>

#include "core/description/description.hpp"

namespace tendril::edits {

/// Changes the sign; of an expression by another around it. Zero stays zero.
void negate(description::Number& value);
void negate(description::Formula& value);
/// A vector that is a way, a force: y changes its sign.
void mirrorWay(description::Number3& way);
/// A vector that is a turn, a moment, an axis to turn about: x and z change theirs.
void mirrorTurn(description::Number3& turn);
/// Two frames that both are mirrored across y.
void mirrorPose(description::Pose& pose);
/// The pose of a mirrored frame in one that is mirrored across its axis `normal` (0, 1, 2).
void mirrorPose(description::Pose& pose, int normal);
/// [from, to] of a number that changes its sign.
void swapEnds(std::array<std::optional<description::Number>, 2>& ends);

/// Which coordinates of a joint change their sign where its axis is mirrored as one to turn about.
std::vector<bool> negatedCoordinates(std::span<const CoordinateInfo> coordinates);
/// Changes the signs of a list of them; an empty list stays empty.
void negateSome(std::vector<description::Number>& values, const std::vector<bool>& negated);

}  // namespace tendril::edits
