// SPDX-License-Identifier: BSD-3-Clause
// Which numbers can be measured, and their rates.
#include <cmath>
#include <limits>

#include "core/math/so3.hpp"
#include "core/signals/signal_reader.hpp"

namespace tendril {
namespace {

using Kind = SignalSource::Kind;
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// Rate of roll, pitch or yaw (component) of a frame with these axes that turns with `spin`, both of the world.
double angleRate(const Mat3& R, const Vec3& spin, int component) {
  const double cosine = std::hypot(R(0, 0), R(1, 0)), sine = -R(2, 0);  // of the pitch
  const double alongX = (R(0, 0) * spin.x() + R(1, 0) * spin.y()) / cosine;
  if (component == 1) return (-R(1, 0) * spin.x() + R(0, 0) * spin.y()) / cosine;
  return component == 0 ? alongX / cosine : spin.z() + alongX * sine / cosine;
}

}  // namespace

bool isMeasured(Kind kind) {
  switch (kind) {
    case Kind::kInput:
    case Kind::kKinetic:
    case Kind::kGravity:
    case Kind::kElastic:
    case Kind::kTotalEnergy:
    case Kind::kBalance:
    case Kind::kController:
    case Kind::kEffort:
    case Kind::kRotorSpeed:
      return false;
    default:
      return kind < Kind::kAcceleration;
  }
}

bool hasKnownRate(Kind kind) {
  return kind == Kind::kTime || kind == Kind::kPosition || kind == Kind::kPlacePosition || kind == Kind::kPlaceAngles ||
         kind == Kind::kTendonLength || kind == Kind::kDisplacement;
}

std::string whyNotMeasured(Kind kind) {
  switch (kind) {
    case Kind::kInput:
    case Kind::kEffort:
    case Kind::kRotorSpeed:
      return "is an input or follows from one, which controllers give and do not measure";
    case Kind::kController:
      return "is a number of a controller, which others do not measure";
    case Kind::kKinetic:
    case Kind::kGravity:
    case Kind::kElastic:
    case Kind::kTotalEnergy:
    case Kind::kBalance:
      return "belongs to the account of a run, which nothing measures";
    default:
      return "is computed from accelerations, which depend on the inputs that are to be given";
  }
}

void SignalReader::rates(const SignalInstant& at, std::span<double> out) {
  bool positions = false;
  for (const SignalSource& source : sources_) positions = positions || source.kind == Kind::kPosition;
  if (positions) positionRates(at);
  for (std::size_t i = 0; i < sources_.size(); ++i) out[i] = rate(sources_[i]);
}

double SignalReader::rate(const SignalSource& source) {
  switch (source.kind) {
    case Kind::kTime:
      return 1;
    case Kind::kPosition:
      return positionRates_[source.index];
    case Kind::kTendonLength:
      return -actuationRate(model_->inputOffset[static_cast<std::size_t>(source.index)]);  // y = −(l − l₀)
    case Kind::kDisplacement:
      return actuationRate(source.index);
    case Kind::kPlacePosition:
    case Kind::kPlaceAngles:
      return placeRate(source);
    default:
      return kNoNumber;
  }
}

double SignalReader::placeRate(const SignalSource& source) const {
  if (source.kind == Kind::kPlacePosition) return ofPlace({Kind::kPlaceVelocity, source.component, source.index});
  const auto [frame, offset] = model_->place(source.index / 2, source.index % 2 ? 0 : kBaseStation);
  const Mat3 R = data_->frames[frame].X.R * offset.R;
  return angleRate(R, data_->frames[frame].V.head<3>(), source.component);
}

/// q̇ (conventions.md §3): of quaternions ½ q (0, ω), of free joints ṗ = R v.
void SignalReader::positionRates(const SignalInstant& at) {
  positionRates_.setZero(model_->nq);
  for (int v = 0; v < model_->nv; ++v)
    if (const int q = model_->qOfV[static_cast<std::size_t>(v)]; q >= 0) positionRates_[q] = at.v[v];
  for (const ManifoldBlock& block : model_->groups) {
    const bool pose = block.kind == ManifoldBlock::Kind::kSE3;
    const int start = block.q + (pose ? 3 : 0);
    const Vec4 unit = at.q.segment<4>(start);
    const double w = unit[0];
    const Vec3 e = unit.tail<3>(), spin = at.v.segment<3>(block.v);
    positionRates_[start] = -0.5 * e.dot(spin);
    positionRates_.segment<3>(start + 1) = 0.5 * (w * spin + e.cross(spin));
    if (pose) positionRates_.segment<3>(block.q) = rotationFromQuaternion<double>(unit) * at.v.segment<3>(block.v + 3);
  }
}

}  // namespace tendril
