// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/wall_picking.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/project/project.hpp"
#include "core/text/number_text.hpp"
#include "render/scene/material_point.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/target.hpp"
#include "studio/document/controllers/rounded.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr double kStep = std::numbers::pi / 36;  // of the angle: 5°
constexpr int kDigits = 4;
constexpr double kNothing = 1e-4;  // of a point's distance from the origin

const description::FoundSurface* foundOf(const description::PressureActuator& chamber) {
  return chamber.surface ? std::get_if<description::FoundSurface>(&chamber.surface->value) : nullptr;
}

/// {"around": …, "angle": …}, with as many digits as mean something.
std::string wallText(const std::vector<Vec3>& points, double angle) {
  std::string text;
  for (const Vec3& p : points) {
    text += text.empty() ? "[" : "], [";
    for (int k = 0; k < 3; ++k) {
      const double value = std::abs(p[k]) < kNothing * p.norm() ? 0 : p[k];
      text += (k ? ", " : "") + numberText(rounded(value, kDigits));
    }
  }
  return "{\"around\": [" + text + "]], \"angle\": " + numberText(rounded(angle, kDigits)) + "}";
}

}  // namespace

WallPicking::WallPicking(StudioContext& context)
    : QObject(&context.window()), context_(context), picker_(new FacePicker(context.view().viewport())) {
  action_ = context.actions().add(tr("Pick wall"), "chamber", {}, [this] { start(); });
  action_->setObjectName(QStringLiteral("pickWall"));
  action_->setToolTip(tr("Click the faces of the body in the view that are the wall of the selected chamber"));
  action_->setProperty(kInObjectMenu, true);
  connectPicker();
  connect(&context.selection(), &Selection::changed, this, &WallPicking::refresh);
  connect(&context.document(), &DocumentHost::changed, this, &WallPicking::refresh);
  connect(&context.document(), &DocumentHost::opened, this, [this] {
    end();
    refresh();
  });
  connect(&context.player(), &Player::modelChanged, this, &WallPicking::refresh);
  refresh();
}

void WallPicking::connectPicker() {
  connect(picker_, &FacePicker::hoveredAt, this, &WallPicking::hover);
  connect(picker_, &FacePicker::clickedAt, this, &WallPicking::click);
  connect(picker_, &FacePicker::stepped, this, &WallPicking::step);
  connect(picker_, &FacePicker::tookBack, this, &WallPicking::takeBack);
  connect(picker_, &FacePicker::cancelled, this, &WallPicking::end);
  connect(&context_.view().viewport(), &Viewport::pictureShown, this, [this] {
    if (picker_->isPicking()) show();  // the body has moved
  });
}

const description::Actuator* WallPicking::selected() const {
  const auto current = context_.selection().current();
  if (!current || current->kind != TargetKind::kActuator) return nullptr;
  for (const description::Actuator& actuator : context_.description().actuators)
    if (actuator.id == current->id)
      return std::holds_alternative<description::PressureActuator>(actuator.type) ? &actuator : nullptr;
  return nullptr;
}

const SurfaceCarrier* WallPicking::carrier() const {
  const description::Actuator* chamber = selected();
  const Snapshot& now = context_.player().snapshot();
  if (!chamber || !now.model) return nullptr;
  const int link = linkIndexOf(*now.model, std::get<description::PressureActuator>(chamber->type).link.id);
  return link < 0 ? nullptr : surfaceCarrierOf(now.model->links[static_cast<std::size_t>(link)].body.get());
}

void WallPicking::refresh() {
  const SurfaceCarrier* surface = carrier();
  action_->setEnabled(surface != nullptr);
  if (!picker_->isPicking()) return;
  const description::Actuator* chamber = selected();
  if (!surface || chamber->id != chamber_ || context_.player().snapshot().model != model_) end();
}

void WallPicking::start() {
  const description::Actuator* chamber = selected();
  const SurfaceCarrier* surface = carrier();
  if (!chamber || !surface) return;
  chamber_ = chamber->id;
  model_ = context_.player().snapshot().model;
  regions_ = std::make_unique<BoundaryRegions>(surface->surface().vertices, surface->surface().triangles);
  const auto* found = foundOf(std::get<description::PressureActuator>(chamber->type));
  angle_ = found && !found->cylinder ? found->angle.value
                                     : std::round(description::FoundSurface{}.angle.value / kStep) * kStep;
  points_.clear(), chosen_.clear(), hovered_.clear();
  picker_->start();
  tell();
}

// ---- places

bool WallPicking::materialAt(const QPointF& place, Vec3& point) const {
  const Snapshot& now = context_.player().snapshot();
  const description::Actuator* chamber = selected();
  if (!chamber || now.model != model_) return false;
  const int link = linkIndexOf(*model_, std::get<description::PressureActuator>(chamber->type).link.id);
  const Pick pick = context_.view().viewport().pickAt(place);
  if (pick.kind != PickKind::kBody || pick.link != link) return false;
  const std::optional<Vec3> material = surfaceMaterialAt(now, link, pick.point);
  if (!material) return false;
  point = *material;
  return regions_->nearest(point) >= 0;
}

void WallPicking::hover(const QPointF& place) {
  Vec3 point;
  hovered_ = materialAt(place, point) ? regions_->around({point}, angle_) : std::vector<int>();
  show();
}

void WallPicking::click(const QPointF& place) {
  Vec3 point;
  if (!materialAt(place, point)) return;
  const int face = regions_->nearest(point);
  const std::size_t before = points_.size();
  std::erase_if(points_, [&](const Vec3& each) {
    const std::vector<int> region = regions_->around({each}, angle_);
    return std::binary_search(region.begin(), region.end(), face);
  });
  if (points_.size() == before) points_.push_back(point);
  choose();
}

void WallPicking::step(int direction) {
  angle_ = std::clamp((std::round(angle_ / kStep) + direction) * kStep, kStep, std::numbers::pi);
  choose();
}

void WallPicking::takeBack() {
  if (points_.empty()) return;
  points_.pop_back();
  choose();
}

/// What the points mean now; a wall that is closed is set.
void WallPicking::choose() {
  hovered_.clear();
  chosen_ = regions_->around(points_, angle_);
  if (!chosen_.empty() && !regions_->openAt(chosen_)) return set();
  show();
  tell();
}

// ---- what comes of it

void WallPicking::set() {
  const description::Actuator* chamber = selected();
  if (!chamber) return end();
  const std::string path =
      pathOf(context_.description(), Target::object(TargetKind::kActuator, chamber->id)) + ".surface";
  const auto change = [path, wall = wallText(points_, angle_)](Description& description,
                                                               std::vector<Problem>& problems) {
    return setByPath(description, path, wall, problems);
  };
  end();
  context_.document().tell({tr("Set wall of chamber").toStdString(), change});
}

void WallPicking::end() {
  if (!picker_->isPicking()) return;
  picker_->stop();
  regions_.reset();
  model_.reset();
  points_.clear(), chosen_.clear(), hovered_.clear();
  context_.view().setBanner({});
  context_.view().viewport().setFocus();
}

/// Where they are now; without what is cut away.
std::vector<FacePicker::Face> WallPicking::facesOf(const std::vector<int>& region) const {
  const Snapshot& now = context_.player().snapshot();
  const description::Actuator* chamber = selected();
  if (!chamber || now.model != model_) return {};
  const auto link =
      static_cast<std::size_t>(linkIndexOf(*model_, std::get<description::PressureActuator>(chamber->type).link.id));
  if (link + 1 >= now.firstSurfacePoint.size()) return {};
  const auto first = static_cast<std::size_t>(now.firstSurfacePoint[link]);
  const std::optional<CutPlane> cut = context_.view().viewport().deformationLook().cut;
  std::vector<FacePicker::Face> faces;
  for (const Triangle& triangle : regions_->triangles(region)) {
    FacePicker::Face face;
    bool shown = !cut;
    for (std::size_t k = 0; k < 3; ++k) {
      face[k] = now.surfacePoints[first + static_cast<std::size_t>(triangle[k])];
      shown = shown || cut->beyond(face[k]) <= 0;
    }
    if (shown) faces.push_back(face);
  }
  return faces;
}

void WallPicking::show() {
  picker_->show(facesOf(chosen_), facesOf(hovered_));
}

void WallPicking::tell() {
  const QString degrees = QString::number(std::round(angle_ * 1800 / std::numbers::pi) / 10);
  const QString what = points_.empty() ? tr("Click the wall of the chamber")
                                       : tr("The wall is open: click what closes it · Backspace takes back");
  context_.view().setBanner(tr("%1 · + − edges from %2° · Esc cancels").arg(what).arg(degrees));
}

}  // namespace tendril
