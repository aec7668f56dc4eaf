// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/linear_signals.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "core/signals/signal_catalogue.hpp"

namespace tendril {
namespace {

using Kind = SignalSource::Kind;

std::optional<LinearOutput::Kind> linearKind(Kind kind) {
  switch (kind) {
    case Kind::kPosition:
      return LinearOutput::Kind::kPosition;
    case Kind::kVelocity:
      return LinearOutput::Kind::kVelocity;
    case Kind::kAcceleration:
      return LinearOutput::Kind::kAcceleration;
    case Kind::kPlacePosition:
      return LinearOutput::Kind::kPlacePosition;
    case Kind::kPlaceVelocity:
      return LinearOutput::Kind::kPlaceVelocity;
    case Kind::kPlaceSpin:
      return LinearOutput::Kind::kPlaceSpin;
    case Kind::kDisplacement:
      return LinearOutput::Kind::kDisplacement;
    case Kind::kTendonLength:
      return LinearOutput::Kind::kTendonLength;
    case Kind::kInput:
      return LinearOutput::Kind::kInput;
    default:
      return std::nullopt;
  }
}

bool isPlace(LinearOutput::Kind kind) {
  using enum LinearOutput::Kind;
  return kind == kPlacePosition || kind == kPlaceVelocity || kind == kPlaceSpin;
}

std::optional<LinearOutput> outputOf(const Model& model, const Signal& signal) {
  const SignalSource& source = signal.sources[0];
  const auto kind = signal.computed ? std::nullopt : linearKind(source.kind);
  if (!kind) return std::nullopt;
  LinearOutput out{
      .label = {signal.name, signal.unit}, .kind = *kind, .index = source.index, .component = source.component};
  if (isPlace(*kind)) out.index = source.index / 2, out.station = source.index % 2 ? 0 : kBaseStation;
  if (*kind == LinearOutput::Kind::kTendonLength) out.index = model.inputOffset[static_cast<std::size_t>(source.index)];
  return out;
}

bool isQuaternion(const Model& model, int position) {
  return std::any_of(model.quaternions.begin(), model.quaternions.end(),
                     [position](int start) { return position >= start && position < start + 4; });
}

}  // namespace

std::vector<LinearOutput> linearOutputs(const Model& model, const std::vector<std::string>& signals) {
  const SignalCatalogue catalogue(model);
  std::vector<LinearOutput> out;
  for (const std::string& name : signals) {
    const int id = catalogue.find(name);
    if (id < 0) {
      const std::string near = catalogue.nearest(name);
      throw std::invalid_argument("there is no signal \"" + name + '"' +
                                  (near.empty() ? "" : "; did you mean " + near + "?"));
    }
    for (const std::string& component : catalogue.components(id)) {
      const auto output = outputOf(model, catalogue[catalogue.find(component)]);
      if (!output)
        throw std::invalid_argument('"' + component +
                                    "\" cannot be an output: choose coordinates, their velocities and accelerations, "
                                    "positions and velocities of frames, lengths and displacements, or inputs");
      out.push_back(*output);
    }
  }
  return out;
}

std::vector<LinearOutput> usualLinearOutputs(const Model& model) {
  const SignalCatalogue catalogue(model);
  std::vector<LinearOutput> out;
  for (const Signal& signal : catalogue.signals()) {
    const auto output = signal.width == 1 ? outputOf(model, signal) : std::nullopt;
    if (!output) continue;
    const bool tip = output->kind == LinearOutput::Kind::kPlacePosition && output->station == 0;
    const bool coordinate = output->kind == LinearOutput::Kind::kPosition && !isQuaternion(model, output->index);
    if (tip || coordinate) out.push_back(*output);
  }
  return out;
}

}  // namespace tendril
