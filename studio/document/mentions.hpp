// SPDX-License-Identifier: GPL-3.0-or-later
// Names that stand in texts: paths of fields, formulas, computed signals. References are ids and need none of this.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/description/description.hpp"
#include "core/signals/signal_names.hpp"

namespace tendril {

/// True if a path is `object` or lies inside it.
bool liesIn(std::string_view path, std::string_view object);

/// The path with the object at its start renamed; as it was if it lies elsewhere.
std::string movedPath(const std::string& path, std::string_view from, std::string_view to);

/// A formula with a name (of a parameter) replaced; names after a dot or in quotes are others.
std::string renamedName(std::string_view formula, std::string_view from, std::string_view to);
bool usesName(std::string_view formula, std::string_view name);

/// A computed signal with the object before a dot renamed: arm.tip.x, 'tendon 1'.tension.
std::string renamedObject(std::string_view signal, std::string_view from, std::string_view to);
bool usesObject(std::string_view signal, std::string_view name);

/// A formula of signals with a computed signal renamed, quoted where it must be: miss, 'total miss', or way.x of one
/// that is a vector.
std::string renamedSignal(std::string_view formula, std::string_view from, std::string_view to);
bool usesSignal(std::string_view formula, std::string_view name);

/// Links and actuators that have another name afterwards, as texts of signals know them. Names that a link and an
/// actuator share, before or after, are left out: nobody knows whom they mean.
Renames renamedObjects(const Description& before, const Description& after);
/// The section `studio` with the signals of its plots renamed; the same text where none is concerned.
std::string withPlotsRenamed(const std::string& studio, const Renames& renames);

/// Changes every formula of the named parameters in the description; what shadows the name is left alone.
void renameInFormulas(Description& description, std::string_view from, std::string_view to);
/// Changes the name of an object in every formula of signals: computed signals, what controllers measure.
void renameInSignals(Description& description, std::string_view from, std::string_view to);
/// The same in the values that variants give to fields.
void renameInVariantFormulas(Description& description, std::string_view from, std::string_view to);
/// Changes the name of an object in the values of variants, where one of the keys says that an object is meant:
/// "parent", "link", "material".
void renameInVariants(Description& description, std::span<const std::string_view> keys, const std::string& from,
                      const std::string& to);
/// Takes the changes of variants away whose values name an object under one of the keys.
void forgetInVariants(Description& description, std::span<const std::string_view> keys, const std::string& name);

/// Paths of the fields whose formulas use a parameter, and of variants that give such formulas to fields.
std::vector<std::string> usersOfParameter(const Description& description, std::string_view name);

}  // namespace tendril
