// SPDX-License-Identifier: BSD-3-Clause
// What is wrong with a description, before anything is built from it.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "core/catalogue/catalogue.hpp"
#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"

namespace tendril {

class MeshGenerator;

/// Makes the variants of a project.
class VariantSource {
 public:
  virtual ~VariantSource() = default;
  /// The one of whoever reads project files in this process (core/project); null: nobody does.
  static const VariantSource* ofProcess();
  /// `source` must live as long as the process.
  static void setOfProcess(const VariantSource* source);
  /// Applies all changes of a variant that the description has; on failure it is unchanged, with problems.
  virtual bool apply(Description& description, std::string_view name, std::vector<Problem>& problems,
                     const Catalogue& catalogue) const = 0;
};

struct BuildOptions {
  std::filesystem::path directory = {};  ///< where relative paths of the description start
  /// Makes unstructured meshes; null: projects that ask for one are refused.
  std::shared_ptr<const MeshGenerator> meshes = nullptr;
  /// For runs that somebody watches: volumes take their live_quadrature.
  bool live = false;
  /// checkDescription has found no errors in this description with this directory: buildModel does not check it again,
  /// and leaves what it warns of to who has checked it.
  bool checked = false;
  /// false: the model has no controllers but signals of time; controllers compute with such models.
  bool controllers = true;
  /// false: motors behind springs are left out, and their torques act on the joints: the link side alone, of which
  /// springs and motors follow ([vsa]).
  bool motors = true;
  /// Makes the variants that controllers name as models; null: those that name one are refused.
  const VariantSource* variants = VariantSource::ofProcess();
  /// What the description may name; never null.
  const Catalogue* catalogue = &Catalogue::ofProcess();
};

/// Everything that can be said of single fields and objects: numbers and expressions that do not evaluate, ranges,
/// references to nothing, inertias that no body can have, axes, quaternions, numbers of coordinates; as warnings files
/// of pictures that cannot be drawn.
std::vector<Problem> checkFields(const Description& description, const BuildOptions& options = {});

/// checkFields, and what concerns several objects: names, the tree of links, routes, outputs of controllers.
std::vector<Problem> checkDescription(const Description& description, const BuildOptions& options = {});

}  // namespace tendril
