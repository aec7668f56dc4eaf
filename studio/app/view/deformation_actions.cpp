// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/deformation_actions.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QToolButton>

#include <algorithm>
#include <cmath>

#include "core/model/body/surface_carrier.hpp"
#include "studio/app/context/studio_context.hpp"
#include "widgets/deformation/deformation_popover.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr auto kKey = "deformation";
constexpr QLatin1StringView kAxes("xyz");

bool hasTetrahedra(const Model& model) {
  return std::ranges::any_of(model.links,
                             [](const Link& link) { return surfaceCarrierOf(link.body.get()) != nullptr; });
}

QJsonObject cutObject(const DeformationChoice& choice) {
  const CutPlane& plane = choice.plane;
  QJsonObject cut{{"at", plane.at}, {"flipped", plane.flipped}, {"on", choice.cutting}};
  if (plane.axis == CutPlane::kTilted) {
    cut.insert("across", QJsonArray{plane.direction.x(), plane.direction.y(), plane.direction.z()});
  } else {
    cut.insert("axis", QString(QChar(kAxes[plane.axis])));
  }
  return cut;
}

std::optional<std::pair<double, double>> ascending(const QJsonValue& value) {
  const QJsonArray two = value.toArray();
  if (two.size() != 2 || !two[0].isDouble() || !two[1].isDouble() || !(two[0].toDouble() < two[1].toDouble()))
    return {};
  return std::pair(two[0].toDouble(), two[1].toDouble());
}

void readDirection(const QJsonArray& numbers, CutPlane& plane) {
  if (numbers.size() != 3) return;
  const Vec3 direction(numbers[0].toDouble(), numbers[1].toDouble(), numbers[2].toDouble());
  if (!direction.allFinite() || !(direction.norm() > 0)) return;
  const bool unit = std::abs(direction.norm() - 1) < 1e-12;  // what was written is read back to the bit
  plane.axis = CutPlane::kTilted, plane.direction = unit ? direction : direction.normalized();
}

}  // namespace

QString deformationText(const DeformationChoice& choice) {
  if (choice == DeformationChoice{}) return {};
  QJsonObject object;
  if (choice.field != SurfaceField::kNone)
    object.insert("field", QString::fromUtf8(surfaceFieldInfo(choice.field).key));
  if (choice.ends) object.insert("ends", QJsonArray{choice.ends->first, choice.ends->second});
  if (choice.rule.kind == RangeKind::kInstant) object.insert("follow", "instant");
  if (choice.rule.kind == RangeKind::kPercentile) object.insert("follow", "percentiles");
  if (choice.rule.below != RangeRule{}.below || choice.rule.above != RangeRule{}.above)
    object.insert("percentiles", QJsonArray{choice.rule.below, choice.rule.above});
  if (choice.leveled) object.insert("level", choice.level);
  if (choice.cutting || choice.plane != DeformationChoice{}.plane) object.insert("cut", cutObject(choice));
  return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

DeformationChoice deformationOf(const std::string& json) {
  const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
  DeformationChoice choice;
  if (const auto* info = findSurfaceField(object.value("field").toString().toStdString())) choice.field = info->field;
  choice.ends = ascending(object.value("ends"));
  const QString follow = object.value("follow").toString();
  if (follow == "instant") choice.rule.kind = RangeKind::kInstant;
  if (follow == "percentiles") choice.rule.kind = RangeKind::kPercentile;
  if (const auto p = ascending(object.value("percentiles")); p && p->first >= 0 && p->second <= 100)
    choice.rule.below = p->first, choice.rule.above = p->second;
  if (const QJsonValue level = object.value("level"); level.isDouble())
    choice.leveled = true, choice.level = level.toDouble();
  const QJsonObject cut = object.value("cut").toObject();
  const QString axis = cut.value("axis").toString();
  if (axis.size() == 1 && kAxes.contains(axis[0])) choice.plane.axis = static_cast<int>(kAxes.indexOf(axis[0]));
  readDirection(cut.value("across").toArray(), choice.plane);
  choice.plane.at = cut.value("at").toDouble(choice.plane.at);
  choice.plane.flipped = cut.value("flipped").toBool(choice.plane.flipped);
  choice.cutting = cut.value("on").toBool();
  return choice;
}

DeformationActions::DeformationActions(StudioContext& context)
    : QObject(&context.window()), context_(context), popover_(new DeformationPopover(&context.window())) {
  QAction* open = context.actions().add(tr("Colours and cut of soft bodies"), "deformation", {}, [] {});
  QToolButton* button = context.header().addTool(open);
  button->setObjectName(QStringLiteral("deformation-button"));
  connect(open, &QAction::triggered, this, [this, button] {
    followReach(context_.player().snapshot());
    popover_->toggleAt(button);
  });
  colored_ = context.actions().add(tr("Colours of the deformation"), {}, {Qt::Key_V}, [] {});
  colored_->setCheckable(true);
  connect(colored_, &QAction::triggered, this, &DeformationActions::showColors);
  cut_ = context.actions().add(tr("Cut soft bodies open"), {}, {Qt::Key_C}, [] {});
  cut_->setCheckable(true);
  connect(cut_, &QAction::triggered, this, [this](bool on) {
    DeformationChoice choice = choice_;
    choice.cutting = on;
    choose(choice);
  });
  addFields();
  connect(popover_, &DeformationPopover::chosen, this, &DeformationActions::choose);
  connect(popover_, &DeformationPopover::axisChosen, this, &DeformationActions::chooseAxis);
  connect(popover_, &DeformationPopover::resetRequested, this, [this] {
    range_.reset(choice_.field, choice_.rule);
    followField(context_.player().snapshot());
  });
  connect(popover_, &DeformationPopover::facingRequested, this, [this] {
    DeformationChoice choice = choice_;
    choice.plane.direction = seenDirection();
    choose(choice);
    chooseAxis(CutPlane::kTilted);
  });
  connect(&context.document(), &DocumentHost::opened, this, &DeformationActions::recall);
  connect(&context.player(), &Player::modelChanged, this, [this] { reached_ = false; });
  connect(&context.player(), &Player::frame, this, &DeformationActions::follow);
}

void DeformationActions::addFields() {
  for (const SurfaceFieldInfo& info : surfaceFields()) {
    QAction* action = context_.actions().add(tr("Colour by: %1").arg(QString::fromUtf8(info.name)), {}, {}, [] {});
    action->setObjectName(QStringLiteral("field-") + QString::fromUtf8(info.key));
    action->setCheckable(true);
    connect(action, &QAction::triggered, this,
            [this, field = info.field](bool on) { chooseField(on ? field : SurfaceField::kNone); });
    fields_.push_back(action);
  }
}

void DeformationActions::showColors(bool on) {
  chooseField(on ? last_ : SurfaceField::kNone);
}

void DeformationActions::chooseField(SurfaceField field) {
  DeformationChoice choice = choice_;
  choice.field = field;
  choice.ends.reset(), choice.leveled = false;  // of another quantity
  choose(choice);
}

/// Towards what is looked at, in numbers that can be read.
Vec3 DeformationActions::seenDirection() const {
  const CameraView& camera = context_.view().viewport().camera();
  const Vec3 along = (camera.pivot - camera.position()).normalized();
  const Vec3 rounded = (100 * along).array().round().matrix() / 100;
  return rounded.normalized();
}

/// Across that axis, on the side of the camera, so that one looks at what is cut.
void DeformationActions::chooseAxis(int axis) {
  DeformationChoice choice = choice_;
  choice.cutting = true;
  choice.plane.axis = axis;
  if (axis == CutPlane::kTilted && choice.plane.direction == CutPlane{}.direction)
    choice.plane.direction = seenDirection();
  followReach(context_.player().snapshot());
  const Vec3 across = choice.plane.across();
  const double middle = across.dot(lower_ + upper_) / 2, way = across.cwiseAbs().dot(upper_ - lower_) / 2;
  if (reached_ && !(std::abs(choice.plane.at - middle) < way)) choice.plane.at = middle;
  choice.plane.flipped = across.dot(context_.view().viewport().camera().position()) < choice.plane.at;
  choose(choice);
}

void DeformationActions::choose(const DeformationChoice& choice) {
  const bool other = choice.field != choice_.field || choice.rule != choice_.rule;
  choice_ = choice;
  if (choice.field != SurfaceField::kNone) last_ = choice.field;
  if (other) range_.reset(choice.field, choice.rule);
  colored_->setChecked(choice.field != SurfaceField::kNone);
  cut_->setChecked(choice.cutting);
  for (std::size_t i = 0; i < fields_.size(); ++i) fields_[i]->setChecked(surfaceFields()[i].field == choice.field);
  popover_->setChoice(choice);
  context_.player().showDeformation(choice.field, choice.cutting || choice.leveled);
  follow(context_.player().snapshot());
  remember();
  Q_EMIT chosen();
}

Vec3 DeformationActions::middle() {
  followReach(context_.player().snapshot());
  return reached_ ? Vec3((lower_ + upper_) / 2) : Vec3(Vec3::Zero());
}

FieldColors DeformationActions::colors() const {
  if (!choice_.ends) return range_.colors();
  return {choice_.field, choice_.ends->first, choice_.ends->second};
}

void DeformationActions::apply() {
  const FieldColors shown = colors();
  DeformationLook look{.colors = shown};
  if (choice_.cutting) look.cut = choice_.plane;
  if (choice_.leveled && choice_.field != SurfaceField::kNone) look.levels = {choice_.level};
  context_.view().viewport().setDeformationLook(look);
  popover_->setColors(shown);
}

QString DeformationActions::hint(const Snapshot& snapshot) const {
  const Deformation& now = snapshot.deformation;
  if (!snapshot.model) return {};
  if (choice_.cutting && !hasTetrahedra(*snapshot.model))
    return tr("This robot has no body of tetrahedra (type “primitives”) to cut.");
  if (choice_.field != SurfaceField::kNone && now.field == choice_.field && !hasValues(now))
    return tr(
        "No body of this robot has this field: stress and energy density need bodies of tetrahedra (type “primitives”) "
        "with a material, all others rods; a force or moment needs its strain in the rod's strain basis.");
  return {};
}

void DeformationActions::follow(const Snapshot& snapshot) {
  popover_->setHint(hint(snapshot));
  if (choice_.cutting) followReach(snapshot);
  followField(snapshot);
}

void DeformationActions::followField(const Snapshot& snapshot) {
  // A shape that no simulation computed (a mode that swings) has no values.
  const bool there = choice_.field != SurfaceField::kNone && snapshot.deformation.field == choice_.field &&
                     !context_.view().viewport().isShapeShown();
  if (there) range_.include(snapshot.deformation);
  apply();
  context_.view().colorBar().setColors(there && hasValues(snapshot.deformation) ? colors() : FieldColors{});
}

void DeformationActions::followReach(const Snapshot& snapshot) {
  if (snapshot.surfacePoints.empty()) return;
  if (!std::exchange(reached_, true)) lower_ = upper_ = snapshot.surfacePoints.front();
  for (const Vec3& point : snapshot.surfacePoints)
    if (point.allFinite()) lower_ = lower_.cwiseMin(point), upper_ = upper_.cwiseMax(point);
  popover_->setReach(lower_, upper_);
}

void DeformationActions::recall() {
  recalling_ = true;
  range_.reset(SurfaceField::kNone);
  reached_ = false;
  const DeformationChoice choice = deformationOf(context_.document().document().studio(kKey));
  choose(choice);
  range_.reset(choice.field, choice.rule);
  recalling_ = false;
}

void DeformationActions::remember() {
  if (recalling_ || !context_.document().isOpen()) return;
  const QString text = deformationText(choice_);
  if (text.toStdString() != context_.document().document().studio(kKey)) context_.document().setStudio(kKey, text);
}

}  // namespace tendril
