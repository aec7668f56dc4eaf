// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/composer/picture_look.hpp"

#include <cmath>
#include <cstdio>
#include <optional>
#include <stdexcept>

#include "render/fields/field_range.hpp"

namespace tendril::composer {
namespace {

std::optional<CutPlane> cutOf(const std::string& text) {
  if (text.empty()) return {};
  char axis = 0, side = 0;
  double at = 0;
  int end = 0;
  const bool read = std::sscanf(text.c_str(), "%c%c%lf%n", &axis, &side, &at, &end) == 3;
  const bool known = axis >= 'x' && axis <= 'z' && (side == '=' || side == '<' || side == '>');
  if (!read || !known || end != static_cast<int>(text.size()) || !std::isfinite(at))
    throw std::invalid_argument("cut " + text + ": write an axis and a place in m, such as y=0 or z<0.02");
  return CutPlane{.axis = axis - 'x', .at = at, .flipped = side != '<'};
}

}  // namespace

DeformationLook pictureLook(const std::string& field, const std::string& cut) {
  DeformationLook look{.colors = {}, .cut = cutOf(cut)};
  if (field.empty()) return look;
  const SurfaceFieldInfo* info = findSurfaceField(field);
  if (!info) {
    std::string keys;
    for (const SurfaceFieldInfo& known : surfaceFields()) keys += (keys.empty() ? "" : ", ") + std::string(known.key);
    throw std::invalid_argument("field " + field + ": no such field; there are " + keys);
  }
  look.colors.field = info->field;
  return look;
}

FieldColors pictureColors(SurfaceField field, const std::vector<double>& range, std::span<const Snapshot> shown) {
  if (range.size() == 2) {
    if (!(range[0] < range[1])) throw std::invalid_argument("range: the lower end must be less than the upper one");
    return {field, range[0], range[1]};
  }
  FieldRange found;
  found.reset(field);
  for (const Snapshot& snapshot : shown) found.include(snapshot.deformation);
  return found.colors();
}

}  // namespace tendril::composer
