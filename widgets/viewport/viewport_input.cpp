// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keys of the view.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>
#include <numbers>

#include "widgets/format.hpp"
#include "widgets/viewport/perturbation_overlay.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr double kOrbitPerPixel = 0.4 * CameraView::kDegree;
constexpr double kZoomPerNotch = 1.15, kDegreesPerNotch = 120;
constexpr double kClickPixels = 4;  // less movement is a click
constexpr double kPointPixels = 7;  // from a point of the cloud
constexpr int kForceDigits = 3;

/// World axis that a twist turns about: the joint's where a rigid link has one to turn on, forward otherwise.
Vec3 twistAxis(const Link& link, const Pose& frame) {
  const JointFreedom freedom(link.joint);
  return !link.body && freedom.turns == 1 ? Vec3(frame.R * freedom.turnAxes.col(0)) : Vec3(frame.R.col(0));
}

bool isSolid(const Pick& pick) {
  return pick.kind == PickKind::kBody || pick.kind == PickKind::kJoint;
}

/// What a grab takes at a position: a tendon in front of a body, or a thin body missed by a few pixels, is no obstacle.
Pick solidNear(Viewport& view, const QPointF& position) {
  constexpr double kReach[] = {0, 4, 8};  // px
  for (const double reach : kReach) {
    for (int k = 0; k < (reach > 0 ? 8 : 1); ++k) {
      const double angle = k * std::numbers::pi / 4;
      const Pick pick = view.pickAt(position + reach * QPointF(std::cos(angle), std::sin(angle)));
      if (isSolid(pick)) return pick;
    }
  }
  return {};
}

}  // namespace

void Viewport::mousePressEvent(QMouseEvent* event) {
  if (dragging_ != Qt::NoButton) return;
  transition_.stop();
  dragging_ = event->button();
  pressed_ = last_ = event->position();
  moved_ = false;
  adds_ = dragging_ == Qt::LeftButton && event->modifiers().testFlag(Qt::ControlModifier);
  twists_ = event->modifiers().testFlag(Qt::ShiftModifier);
  armed_ = adds_;
  if (adds_) {
    grabPick_ = solidNear(*this, pressed_);
  } else if ((posing_ || leading_) && dragging_ == Qt::LeftButton) {
    grabPick_ = leading_ ? solidNear(*this, pressed_) : pickAt(pressed_);
    armed_ = isSolid(grabPick_);  // beside the robot the view turns
  }
}

void Viewport::mouseMoveEvent(QMouseEvent* event) {
  const QPointF delta = event->position() - last_;
  if (!moved_ && (event->position() - pressed_).manhattanLength() <= kClickPixels) return;
  if (armed_ && !moved_) beginGrab();
  moved_ = true;
  last_ = event->position();
  if (grab_) return moveGrab(event->position());
  if (!armed_) turnCamera(delta);  // a drag that missed the robot does not turn the picture instead
}

void Viewport::turnCamera(const QPointF& delta) {
  CameraView& camera = stage_->camera();
  if (dragging_ == Qt::LeftButton) {
    camera.orbit(-delta.x() * kOrbitPerPixel, delta.y() * kOrbitPerPixel);
  } else if (dragging_ == Qt::MiddleButton) {
    camera.pan(delta.x(), delta.y(), height());
  } else {
    return;
  }
  framed_ = chosen_ = true;
  refresh();
  Q_EMIT cameraChanged();
}

void Viewport::mouseReleaseEvent(QMouseEvent* event) {
  following_ = false;
  if (event->button() != dragging_) return;
  dragging_ = Qt::NoButton;
  armed_ = false;
  endGrab();
  if (!moved_ && event->button() == Qt::LeftButton) click(event->position(), adds_);
  if (!moved_ && event->button() == Qt::RightButton) {
    const Pick pick = pickAt(event->position());
    Q_EMIT menuRequested({.kind = pick.kind,
                          .link = pick.link,
                          .part = PickPart::kLink,
                          .at = {},
                          .input = pick.input,
                          .loop = pick.loop,
                          .contact = pick.contact},
                         event->globalPosition().toPoint());
  }
}

void Viewport::click(const QPointF& position, bool adds) {
  const Pick pick = pickAt(position);
  beforeClick_.reset();
  const int point =
      pick.kind == PickKind::kNothing && stage_->cloud() && !adds
          ? stage_->cloud()->pointAt(stage_->camera(), position.x(), position.y(), width(), height(), kPointPixels)
          : -1;
  if (point >= 0) return Q_EMIT cloudPicked(point);
  if (!pose_.model || !scene() || pick.kind == PickKind::kNothing) {
    Q_EMIT picked(PickTarget{}, adds);
    return;
  }
  const std::vector<SceneSelection> selected = scene()->selection();
  if (adds) return Q_EMIT picked(PickDescent::toggle(pick, selected), true);
  std::optional<double> at;
  if (pick.link >= 0) at = materialPointAt(pose_, pick.link, pick.point).at;
  if (selected.size() == 1 && selected[0].link == pick.link)
    beforeClick_ = PickTarget{.kind = pick.kind, .link = pick.link, .part = selected[0].part, .at = selected[0].at};
  Q_EMIT picked(PickDescent::click(pick, selected, *pose_.model, at), false);
}

void Viewport::mouseDoubleClickEvent(QMouseEvent* event) {
  dragging_ = Qt::NoButton;
  const Pick pick = pickAt(event->position());
  if (pick.kind == PickKind::kNothing) return frameAll();
  // Its first click went one step down: not what was wanted.
  if (beforeClick_ && beforeClick_->link == pick.link) Q_EMIT picked(*beforeClick_, false);
  CameraView target = stage_->framed(pick.link);
  target.pivot = pick.point;
  setCamera(target, true);
}

void Viewport::wheelEvent(QWheelEvent* event) {
  transition_.stop();
  const double notches = event->angleDelta().y() / kDegreesPerNotch;
  const QPointF at = event->position();
  stage_->camera().zoomAt(std::pow(kZoomPerNotch, notches), at.x(), at.y(), width(), height());
  framed_ = chosen_ = true;
  refresh();
  Q_EMIT cameraChanged();
  event->accept();
}

void Viewport::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_1:
      return look(StandardView::kFront);
    case Qt::Key_3:
      return look(StandardView::kRight);
    case Qt::Key_7:
      return look(StandardView::kTop);
    case Qt::Key_F:
      return selected_ >= 0 ? frameLink(selected_) : frameAll();
    case Qt::Key_Escape:
      if (grab_) {
        Q_EMIT grabEscaped();
        return endGrab();
      }
      if (!stage_->robot() || stage_->robot()->selection().empty()) {
        if (!posing_ && !leading_) break;
        return Q_EMIT posingEnded();
      }
      Q_EMIT climbRequested();
      return;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

void Viewport::focusOutEvent(QFocusEvent* event) {
  endGrab();
  QWidget::focusOutEvent(event);
}

void Viewport::hideEvent(QHideEvent* event) {
  endGrab();
  QWidget::hideEvent(event);
}

// ---- grabs

void Viewport::remember(const Snapshot& snapshot) {
  if (!snapshot.model) return;
  pose_.model = snapshot.model;
  pose_.linkPoses = snapshot.linkPoses;
  pose_.tipPoses = snapshot.tipPoses;
  pose_.sections = snapshot.sections;
  pose_.firstSection = snapshot.firstSection;
  pose_.q = snapshot.q;
  pose_.surfacePoints = snapshot.surfacePoints;
  pose_.firstSurfacePoint = snapshot.firstSurfacePoint;
  pose_.perturbation = snapshot.perturbation;
  if (grab_ && grab_->grab.point.link >= static_cast<int>(pose_.linkPoses.size())) endGrab();
}

void Viewport::beginGrab() {
  if (!isSolid(grabPick_) || !pose_.model || grabPick_.link >= static_cast<int>(pose_.linkPoses.size())) return;
  Grab grab;
  grab.point = materialPointAt(pose_, grabPick_.link, grabPick_.point);
  grab.material = surfaceMaterialAt(pose_, grabPick_.link, grabPick_.point);
  grab.frame = frameOf(pose_, grab.point);
  grab.world = grab.frame * grab.point.offset;
  grab.twist = twists_;
  const QPointF seen = onScreen(grab.world);
  grab.sight = stage_->camera().ray(seen.x(), seen.y(), width(), height()).second.normalized();
  grab.leads = !adds_ && leading_;
  grab.poses = !adds_ && !grab.leads;
  if (grab.poses)
    grab.reach = grabPick_.kind == PickKind::kJoint ? PerturbationSpec::Reach::kJoint : PerturbationSpec::Reach::kLink;
  grab.axis = twistAxis(pose_.model->links[static_cast<std::size_t>(grab.point.link)], grab.frame).normalized();
  leadText_.clear();
  grab_ = Hold{grab, GrabMotion(grab, pressed_, stage_->camera(), size()), pressed_};
  hint_.stop();
  setCursor(Qt::ClosedHandCursor);
  Q_EMIT grabStarted(grab);
}

void Viewport::moveGrab(const QPointF& cursor) {
  grab_->cursor = cursor;
  Q_EMIT grabMoved(grab_->motion.point(cursor, stage_->camera(), size()), grab_->motion.angle(cursor));
  showPerturbation();
}

void Viewport::endGrab() {
  if (!grab_) return;
  grab_.reset();
  overlay_->clear();
  showHand();
  Q_EMIT grabEnded();
}

QPointF Viewport::onScreen(const Vec3& point) const {
  const Vec3 p = stage_->camera().project(point, width(), height());
  return {p.x(), p.y()};
}

/// The hand of the modes in which a drag moves the robot.
void Viewport::showHand() {
  posing_ || leading_ ? setCursor(Qt::OpenHandCursor) : unsetCursor();
}

void Viewport::setLeading(bool on) {
  leading_ = on;
  if (!grab_) showHand();
  if (!on && grab_ && grab_->grab.leads) endGrab();
}

void Viewport::setLeadText(const QString& text, bool warns) {
  leadText_ = text, leadWarns_ = warns;
  if (grab_ && grab_->grab.leads) showPerturbation();
}

void Viewport::setPosing(bool on) {
  posing_ = on;
  if (!grab_) showHand();
  if (!on && grab_ && grab_->grab.poses) endGrab();
}

/// What a drag that poses has done so far: the number of the joint that it turns, or how far the point has come.
QString Viewport::poseText(const Vec3& point) const {
  constexpr double kOutOfReach = 0.15;  // of the way of the cursor; less is depth, or the picture being late
  const Grab& grab = grab_->grab;
  const double wanted = grab.twist ? std::abs(grab_->motion.angle(grab_->cursor))
                                   : (grab_->motion.point(grab_->cursor, stage_->camera(), size()) - grab.world).norm();
  const Link& link = pose_.model->links[static_cast<std::size_t>(grab.point.link)];
  const bool one = grab.reach != PerturbationSpec::Reach::kPath && link.nvJoint == 1 && link.qJoint < pose_.q.size();
  if (one && (!link.body || grab.reach == PerturbationSpec::Reach::kJoint)) {
    const double value = pose_.q[link.qJoint];
    const QString number = link.joint.type->velocityInfo()[0].quantity == Quantity::kLength
                               ? formatLength(value, lengthUnit_).text()
                               : formatNumber(value / CameraView::kDegree) + u'°';
    return QStringLiteral("%1 %2").arg(QString::fromStdString(link.name), number);
  }
  if (pose_.perturbation.left > 1e-9 && pose_.perturbation.left > kOutOfReach * wanted) return tr("Pose: out of reach");
  if (grab.twist)
    return tr("Pose: %1°").arg(formatNumber(grab_->motion.angle(grab_->cursor) / CameraView::kDegree, kForceDigits));
  const double way = (point - grab.world).norm();
  return tr("Pose: %1").arg(formatLength(way, lengthUnit_, kForceDigits).text());
}

/// Arrow or arc with the force that acts at the shown instant; no number until it is held there.
void Viewport::showPerturbation() {
  const Grab& grab = grab_->grab;
  const PerturbationState& held = pose_.perturbation;
  const Vec3 at = held.active ? held.point : frameOf(pose_, grab.point) * grab.point.offset;
  QString text;
  if (grab.leads) {
    text = leadText_;
  } else if (held.left >= 0) {
    text = poseText(at);
  } else if (held.active) {
    const QString unit = grab.twist ? QStringLiteral("N·m") : QStringLiteral("N");
    text = formatQuantity(held.force.norm(), unit, kForceDigits).text();
  }
  const QPointF point = onScreen(at);
  if (grab.twist) {
    const double sense = grab.axis.dot(stage_->camera().direction()) > 0 ? -1 : 1;
    overlay_->showTwist(point, grab_->cursor, sense * grab_->motion.angle(grab_->cursor), text);
  } else {
    overlay_->showPull(point, onScreen(grab_->motion.point(grab_->cursor, stage_->camera(), size())), text,
                       grab.leads && leadWarns_);
  }
}

void Viewport::showGrabHint() {
  hint_.start();
  showHint();
}

void Viewport::showHint() {
  if (pose_.tipPoses.empty() || grab_) return;
  overlay_->showHint(onScreen(pose_.tipPoses.back().p), tr("Ctrl-drag me"));
}

}  // namespace tendril
