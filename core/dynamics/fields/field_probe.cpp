// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/fields/field_probe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/fields/section_fields.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "core/model/kinematics.hpp"

namespace tendril {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::vector<double> sectionPositions(const Body& body, std::size_t count) {
  std::vector<double> at(count);
  const auto last = static_cast<double>(std::max<std::size_t>(count, 2) - 1);
  for (std::size_t i = 0; i < count; ++i) at[i] = static_cast<double>(i) / last;
  for (const SweptPiece& piece : body.sweptPieces())
    for (std::size_t i = 0; i < piece.s.size(); ++i)
      at[static_cast<std::size_t>(piece.firstSection) + i] = std::lerp(piece.from, piece.to, piece.s[i]);
  return at;
}

double valueAt(std::span<const double> positions, std::span<const double> values, double at) {
  if (values.empty() || values.size() != positions.size()) return kNan;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    const double from = positions[i], to = positions[i + 1];
    if (at > to) continue;
    const double share = to > from ? std::clamp((at - from) / (to - from), 0.0, 1.0) : 0;
    // Not by a product with 0 where a neighbour is no number.
    return share <= 0 ? values[i] : share >= 1 ? values[i + 1] : std::lerp(values[i], values[i + 1], share);
  }
  return values.back();
}

FieldProbe::FieldProbe(const Model& model) : model_(&model), rest_(restSections(model)) {
  for (std::size_t i = 0; i < model.links.size(); ++i)
    positions_.push_back(model.links[i].body ? sectionPositions(*model.links[i].body, rest_[i].size())
                                             : std::vector<double>());
}

void FieldProbe::begin(std::span<const ContactPoint> touch) {
  touch_.assign(touch.begin(), touch.end());
  used_ = 0;
}

const std::vector<double>& FieldProbe::valuesOf(Data& data, int link, SurfaceField field) {
  for (std::size_t k = 0; k < used_; ++k)
    if (known_[k].link == link && known_[k].field == field) return known_[k].values;
  if (used_ == known_.size()) known_.emplace_back();
  Values& out = known_[used_++];
  out.link = link, out.field = field;
  const auto index = static_cast<std::size_t>(link);
  const Link& owner = model_->links[index];
  BodyData& body = *data.bodies[index];
  if (const SurfaceCarrier* carrier = owner.body->surfaceCarrier()) {
    const std::size_t vertices = carrier->surface().vertices.size();
    out.values.resize(vertices + carrier->surface().inside.size());
    carrier->fieldValues(body, field, std::span(out.values).first(vertices), std::span(out.values).subspan(vertices));
    return out.values;
  }
  owner.body->sections(body);
  out.values.resize(body.sections.size());
  sectionField(field,
               {.body = *owner.body,
                .q = data.q.segment(owner.qBody, owner.nBody),
                .now = body.sections,
                .rest = rest_[index],
                .base = worldPose(data, 1 + link),
                .link = link,
                .touch = touch_},
               out.values);
  return out.values;
}

double FieldProbe::atPosition(Data& data, int link, SurfaceField field, double at) {
  const auto index = static_cast<std::size_t>(link);
  if (index >= model_->links.size() || !model_->links[index].body || model_->links[index].body->surfaceCarrier())
    return kNan;
  return valueAt(positions_[index], valuesOf(data, link, field), at);
}

double FieldProbe::atNode(Data& data, int link, SurfaceField field, int node) {
  const auto index = static_cast<std::size_t>(link);
  if (index >= model_->links.size() || !surfaceCarrierOf(model_->links[index].body.get())) return kNan;
  const std::vector<double>& values = valuesOf(data, link, field);
  return node >= 0 && node < std::ssize(values) ? values[static_cast<std::size_t>(node)] : kNan;
}

}  // namespace tendril
