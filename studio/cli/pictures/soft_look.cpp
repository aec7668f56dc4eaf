// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/pictures/soft_look.hpp"

#include <ostream>
#include <stdexcept>

#include "render/fields/field_range.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/composer/picture_look.hpp"

namespace tendril::cli {

DeformationLook lookOf(const LookOptions& options) {
  if (options.field.empty() && !options.range.empty())
    throw Error(ExitCode::kUsage, "--range: say with --field what is coloured");
  if (options.field.empty() && !options.iso.empty()) throw Error(ExitCode::kUsage, "--iso: say with --field of what");
  try {
    DeformationLook look = composer::pictureLook(options.field, options.cut);
    look.levels = options.iso;
    return look;
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kUsage, std::string("--") + error.what());
  }
}

SceneOverlays overlaysFor(const LookOptions& options) {
  try {
    return overlaysFrom(options.show);
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kUsage, std::string("--") + error.what());
  }
}

Snapshot drawnSnapshot(const std::shared_ptr<const Model>& model, Data& data, const StateValues& state,
                       const DeformationLook& look, const SceneOverlays& overlays) {
  return composer::drawnSnapshot(model, data, state.t, state.q, state.v, state.u, look, overlays);
}

FieldColors colorsFor(const LookOptions& options, SurfaceField field, std::span<const Snapshot> shown,
                      const Streams& streams) {
  try {
    const ColorEnds ends = composer::colorEnds(options.range);
    if (!ends.fixed && field != SurfaceField::kNone && !hasValues(shown.front().deformation))
      streams.diagnostics << "warning: --field: no body of the robot has this field\n";
    return composer::pictureColors(field, ends, shown);
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kUsage, std::string("--") + error.what());
  }
}

}  // namespace tendril::cli
