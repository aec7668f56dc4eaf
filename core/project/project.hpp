// SPDX-License-Identifier: BSD-3-Clause
// Project files: reading, writing, changing single fields. Nothing here throws; what is wrong comes back as problems.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/catalogue.hpp"
#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"

namespace tendril {

struct ReadResult {
  Description description;  ///< what could be read; fields with problems have their defaults
  std::vector<Problem> problems;
  std::string text;                 ///< the file as it was: give it to projectText to keep its order of keys
  std::filesystem::path directory;  ///< relative paths in the file start here

  bool ok() const { return !hasErrors(problems); }
};

/// Reads a *.tendril.json file, whose names must be in the catalogue. Every problem is reported, never only the first.
ReadResult readProject(const std::filesystem::path& file, const Catalogue& catalogue = Catalogue::ofProcess());
/// The same from text; `directory` is where relative paths start.
ReadResult readProjectText(std::string text, const std::filesystem::path& directory = {},
                           const Catalogue& catalogue = Catalogue::ofProcess());

/// The text of a project file: full double precision; only what differs from its default or stands in `like`, the text
/// that the project was read from, whose order of keys is kept.
std::string projectText(const Description& description, std::string_view like = {});

/// Writes the file in one step: whoever reads it sees the old or the new one, also after a crash. Without `like` the
/// order of the existing file is kept. Returns what went wrong.
std::optional<Problem> writeProject(const Description& description, const std::filesystem::path& file,
                                    std::string_view like = {});
/// Atomic write of any text: temporary file beside it, fsync, rename.
std::optional<Problem> writeFileAtomically(const std::filesystem::path& file, std::string_view text);

/// Sets one field, as `--set path=value` does: "materials.silicone.young", "5e5";
/// "links.arm.body.strain.torsion.order", "3"; "links.arm.joint.axis[0]", "=tip". Objects in lists go by name or
/// [index]. A value that is not JSON is taken as text. On failure the description is unchanged and the reason is added
/// to the problems.
bool setByPath(Description& description, std::string_view path, std::string_view value, std::vector<Problem>& problems,
               const Catalogue& catalogue = Catalogue::ofProcess());

/// The number that the field at a path holds, expressions evaluated; the path as problems write it
/// ("links.arm.body.mass"). Empty, with a problem that names the nearest path, if there is none.
std::optional<double> numberAt(const Description& description, std::string_view path, std::vector<Problem>& problems);

/// Applies all changes of a variant; on failure the description is unchanged.
bool applyVariant(Description& description, std::string_view name, std::vector<Problem>& problems,
                  const Catalogue& catalogue = Catalogue::ofProcess());

}  // namespace tendril
