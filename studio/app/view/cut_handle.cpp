// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/cut_handle.hpp"

#include <cmath>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/view/deformation_actions.hpp"
#include "widgets/handles/handle_layer.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr double kSame = 1e-9;

/// Axes of which x points along a unit vector and z is as near to the vertical as can be.
Mat3 axesAlong(const Vec3& x) {
  const Vec3 up = std::abs(x.z()) < 0.99 ? Vec3(Vec3::UnitZ()) : Vec3(Vec3::UnitY());
  Mat3 R;
  R.col(0) = x;
  R.col(1) = up.cross(x).normalized();
  R.col(2) = R.col(0).cross(R.col(1));
  return R;
}

}  // namespace

CutHandle::CutHandle(StudioContext& context, DeformationActions& actions)
    : QObject(&context.window()),
      context_(context),
      actions_(actions),
      layer_(new HandleLayer(context.view().viewport())) {
  connect(&actions, &DeformationActions::chosen, this, &CutHandle::refresh);
  connect(&context.document(), &DocumentHost::opened, this, [this] {
    frame_.reset();
    refresh();
  });
  connect(&context, &StudioContext::lengthUnitChanged, this, &CutHandle::refresh);
  connect(layer_, &HandleLayer::changed, this, [this](int, const HandleValue& value) { change(value); });
  connect(layer_, &HandleLayer::released, this, &CutHandle::refresh);
}

/// The frame stays where it was left, unless the plane is elsewhere now: then it goes to the middle of what is cut.
void CutHandle::refresh() {
  const DeformationChoice& choice = actions_.choice();
  if (!choice.cutting || choice.plane.axis != CutPlane::kTilted) {
    frame_.reset();
    return layer_->setHandles({});
  }
  const Vec3& across = choice.plane.direction;
  const double scale = 1 + std::abs(choice.plane.at);
  if (!frame_ || (frame_->R.col(0) - across).norm() > kSame) frame_ = Pose{axesAlong(across), actions_.middle()};
  if (const double off = choice.plane.at - across.dot(frame_->p); std::abs(off) > kSame * scale)
    frame_->p += off * across;
  Handle handle{.kind = HandleKind::kFrame, .label = tr("Cut")};
  handle.value.pose = *frame_;
  layer_->setLengthUnit(context_.lengthUnit());
  layer_->setHandles({handle});
}

void CutHandle::change(const HandleValue& value) {
  frame_ = value.pose;
  DeformationChoice choice = actions_.choice();
  choice.plane.direction = value.pose.R.col(0).normalized();
  choice.plane.at = choice.plane.direction.dot(value.pose.p);
  actions_.choose(choice);
}

}  // namespace tendril
