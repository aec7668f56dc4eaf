// SPDX-License-Identifier: GPL-3.0-or-later
// What the primitive editor does to a volume. Initial coordinates go with the modes that they belong to.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "studio/document/document.hpp"

namespace tendril::edits {

/// A stack that people start from.
struct PrimitivePreset {
  std::string_view name, meaning;
};
/// In the order shown to people.
std::span<const PrimitivePreset> primitivePresets();

/// Replaces the whole stack. The family stays unless the preset names one.
Edit setPrimitivePreset(const Description& description, ObjectId link, std::string_view preset);
/// "backbone" or "composed".
Edit setPrimitiveFamily(const Description& description, ObjectId link, std::string_view family);
/// Puts a primitive with one usual mode at the end of the stack.
Edit addPrimitive(const Description& description, ObjectId link, std::string type);
Edit removePrimitive(const Description& description, ObjectId link, std::size_t index);
/// Puts a primitive at an index of the stack (after it has been taken out).
Edit movePrimitive(const Description& description, ObjectId link, std::size_t index, std::size_t to);
Edit setPrimitiveType(const Description& description, ObjectId link, std::size_t index, std::string type);
/// Another function for a mode; one more at `mode` = their number.
Edit setMode(const Description& description, ObjectId link, std::size_t index, std::size_t mode, std::string text);
/// Takes a mode away; the last one of a primitive takes the primitive with it.
Edit removeMode(const Description& description, ObjectId link, std::size_t index, std::size_t mode);

/// A function that a new mode of a primitive may begin with, the `number`-th one.
std::string usualMode(std::string_view type, std::size_t number);

}  // namespace tendril::edits
