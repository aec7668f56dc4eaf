// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/composer/picture_look.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "core/session/live/force_probe.hpp"

namespace tendril::composer {
namespace {

[[noreturn]] void wrongCut(const std::string& text) {
  throw std::invalid_argument("cut " + text +
                              ": write an axis or a direction and a place in m, such as y=0, z<0.02 or 1,0,1=0.05");
}

/// What stands before the sign: an axis, or three numbers.
bool readDirection(const std::string& text, CutPlane& plane) {
  if (text.size() == 1 && text[0] >= 'x' && text[0] <= 'z') {
    plane.axis = text[0] - 'x';
    return true;
  }
  Vec3 n;
  int end = 0;
  if (std::sscanf(text.c_str(), "%lf,%lf,%lf%n", &n[0], &n[1], &n[2], &end) != 3) return false;
  if (end != static_cast<int>(text.size()) || !n.allFinite() || !(n.norm() > 0)) return false;
  // What is a unit vector stays so to the bit, and zeros have no sign.
  if (std::abs(n.norm() - 1) > 1e-12) n.normalize();
  plane.axis = CutPlane::kTilted, plane.direction = n + Vec3::Zero();
  return true;
}

std::optional<CutPlane> cutOf(const std::string& text) {
  if (text.empty()) return {};
  const std::size_t sign = text.find_first_of("<=>");
  if (sign == std::string::npos || sign + 1 == text.size()) wrongCut(text);
  CutPlane plane{.flipped = text[sign] != '<'};
  char* end = nullptr;
  plane.at = std::strtod(text.c_str() + sign + 1, &end);
  if (!readDirection(text.substr(0, sign), plane) || *end != 0 || !std::isfinite(plane.at)) wrongCut(text);
  return plane;
}

/// "2%" or "0.5": the number, and whether it is a percentile.
std::pair<double, bool> endOf(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool percent = *end == '%' && end[1] == 0;
  if (text.empty() || end == text.c_str() || !(percent || *end == 0) || !std::isfinite(value))
    throw std::invalid_argument("range " + text + ": write ends in SI units, such as 0,2e4, or percentiles: 2%,98%");
  return {value, percent};
}

}  // namespace

std::string fieldKeys() {
  std::string keys;
  for (const SurfaceFieldInfo& known : surfaceFields()) keys += (keys.empty() ? "" : ", ") + std::string(known.key);
  return keys;
}

DeformationLook pictureLook(const std::string& field, const std::string& cut) {
  DeformationLook look{.colors = {}, .cut = cutOf(cut)};
  if (field.empty()) return look;
  const SurfaceFieldInfo* info = findSurfaceField(field);
  if (!info) throw std::invalid_argument("field " + field + ": no such field; there are " + fieldKeys());
  look.colors.field = info->field;
  return look;
}

Snapshot drawnSnapshot(const std::shared_ptr<const Model>& model, Data& data, double t, const VecX& q, const VecX& v,
                       const VecX& u, const DeformationLook& look, const SceneOverlays& overlays) {
  Snapshot snapshot;
  snapshot.deformation.field = look.colors.field;
  snapshot.deformation.inside = look.looksInside();
  snapshot.weighs = overlays.weigh();
  snapshot.gravity = model->gravity;
  fillSnapshot(model, data, t, q, v, &u, snapshot);
  if (overlays.loopForces || overlays.loopTorques) ForceProbe().fill(snapshot);
  return snapshot;
}

ColorEnds colorEnds(const std::vector<std::string>& texts) {
  ColorEnds ends;
  if (texts.empty()) return ends;
  if (texts.size() != 2) throw std::invalid_argument("range: give two ends, such as 0,2e4 or 2%,98%");
  const auto [low, lowPercent] = endOf(texts[0]);
  const auto [high, highPercent] = endOf(texts[1]);
  if (lowPercent != highPercent) throw std::invalid_argument("range: give two numbers or two percentiles");
  if (!(low < high)) throw std::invalid_argument("range: the lower end must be less than the upper one");
  if (!lowPercent) {
    ends.fixed = std::pair(low, high);
    return ends;
  }
  if (low < 0 || high > 100) throw std::invalid_argument("range: percentiles are from 0% to 100%");
  ends.rule = {RangeKind::kPercentile, low, high};
  return ends;
}

FieldColors pictureColors(SurfaceField field, const ColorEnds& ends, std::span<const Snapshot> shown) {
  if (field == SurfaceField::kNone) return {};
  if (ends.fixed) return {field, ends.fixed->first, ends.fixed->second};
  std::vector<double> values;
  for (const Snapshot& snapshot : shown) appendValues(snapshot.deformation, values);
  return fieldColors(field, ends.rule, values);
}

}  // namespace tendril::composer
