// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the JSON files that commands take besides projects. All throw Error (bad file) that says where.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/description/link.hpp"
#include "core/project/json_tree.hpp"

namespace tendril::cli {

[[noreturn]] void bad(const std::string& message);

/// The whole text of a file.
std::string textOfFile(const std::string& file);
/// An object with no keys but `known`.
void checkKeys(const json::Node& object, std::span<const std::string> known, const std::string& where);
std::string textOf(const json::Node& object, const char* key, const std::string& fallback, const std::string& where);
/// "at": "tip" (also where it is absent), "base" or a number from 0 to 1.
description::Attachment attachmentOf(const json::Node& object, const std::string& where);
/// A number or an expression.
description::Formula formulaOf(const json::Node& node, const std::string& what);

}  // namespace tendril::cli
