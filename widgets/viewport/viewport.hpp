// SPDX-License-Identifier: GPL-3.0-or-later
// The 3D view: a robot in a widget, and the mouse that turns it.
#pragma once

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QImage>
#include <QPointF>
#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/ambient_occlusion.hpp"
#include "render/camera.hpp"
#include "render/edge_smoothing.hpp"
#include "render/scene/robot_scene.hpp"
#include "render/scene/stage.hpp"
#include "widgets/viewport/canvas.hpp"
#include "widgets/viewport/grab.hpp"
#include "widgets/viewport/motion_quality.hpp"
#include "widgets/viewport/pick_target.hpp"

namespace tendril {

class PerturbationOverlay;

/// Left drag orbits, middle drag pans, wheel zooms to the cursor, double click sets the pivot and frames, 1/3/7 look
/// from the front, the right and the top, F frames. Ctrl-drag pulls the material under the cursor, Ctrl-Shift-drag
/// twists it: the view shows the hand and tells what it wants, others make the force, or the pose. In the pose mode a
/// left drag that begins on the robot poses it too. A click picks the link, each further click on it a part of it, a
/// Ctrl-click adds to what is selected. The robot is a RobotScene;
/// snapshots move it.
class Viewport : public QWidget {
  Q_OBJECT

 public:
  explicit Viewport(QWidget* parent = nullptr);
  ~Viewport() override;

  /// Shows another robot, or none. The camera stays; see frameAll.
  void setScene(std::shared_ptr<RobotScene> scene);
  const std::shared_ptr<RobotScene>& scene() const;
  /// Moves the robot. A snapshot of another model than the scene's is ignored. The first one frames the robot unless a
  /// camera was set; afterwards the camera moves only when it is asked to.
  void updatePose(const Snapshot& snapshot);
  /// From now on `move` changes each snapshot before it is shown: what is dragged is seen where it is wanted before the
  /// robot with it is there. Null: snapshots are shown as they are.
  void setAhead(std::function<void(Snapshot&)> move) { ahead_ = std::move(move); }
  /// What is shown: its model and poses, and nothing else.
  const Snapshot& shownPose() const { return pose_; }
  void setDark(bool dark);
  /// Strips at the right and at the bottom that something lies over, logical pixels. What is framed keeps out of them.
  void setCovered(int right, int bottom);
  void setGroundVisible(bool visible);

  const CameraView& camera() const;
  /// At once, or as a movement of 150 ms.
  void setCamera(const CameraView& camera, bool animated = false);
  void frameAll(bool animated = true);
  /// Back to where it was, with what isCameraChosen() said then.
  void returnTo(const CameraView& camera, bool chosen);
  /// Somebody has chosen where the camera is: a hand, a project; false: it is where it was put to frame the robot.
  bool isCameraChosen() const { return chosen_; }
  /// Some of the robot is in the picture, not covered.
  bool showsRobot() const;
  /// The same of one link; it is far outside the picture (Stage::isFarOutside).
  bool showsLink(int link) const;
  bool isFarOutside(int link) const;
  void frameLink(int link, bool animated = true);
  void look(StandardView view);
  /// Link with the outline, −1 for none.
  void setSelectedLink(int link);
  int selectedLink() const { return selected_; }
  /// Links, parts and stations with the outline; F frames the last one.
  void setSelection(const std::vector<SceneSelection>& selection);
  /// Links and loops (ids) that are neither drawn nor picked, whatever robot is shown.
  void setHidden(const std::set<std::uint64_t>& objects);
  /// Paints the links of the robot that is shown, a colour per link; empty: their own. Another robot has its own again.
  void setTints(const std::vector<Color>& tints);
  /// The edges of the meshes on their surfaces.
  void setWireframe(bool on);
  /// What is drawn besides bodies, whatever robot is shown.
  void setOverlays(const SceneOverlays& overlays);
  const SceneOverlays& overlays() const { return overlays_; }
  /// Keeps the arrows of forces at these lengths, whatever robot is shown; empty: they suit the forces again.
  void holdArrows(const std::optional<ArrowLengths>& lengths);
  /// How soft bodies are coloured and cut, whatever robot is shown.
  void setDeformationLook(const DeformationLook& look);
  const DeformationLook& deformationLook() const { return look_; }
  /// Shows the robot in a shape that no simulation computed (a mode that swings). Until endShape(), snapshots move
  /// nothing; the first one after it moves the robot back.
  void showShape(const Snapshot& shape);
  void endShape() { shapeShown_ = false; }
  bool isShapeShown() const { return shapeShown_; }
  /// Another configuration of the robot beside it, null: none. Stays until it is replaced.
  void setGhost(std::shared_ptr<Ghost> ghost);
  /// What an edit would add to the robot, as of glass; null: nothing. Stays until it is replaced.
  void setPreview(std::shared_ptr<Ghost> preview);
  bool isPreviewing() const { return stage_->preview() != nullptr; }
  /// Other robots laid over it as of glass; they stay until they are replaced. Then where they are: snapshots of their
  /// models, in their order.
  void setOthers(std::vector<std::shared_ptr<Ghost>> others);
  void moveOthers(const std::vector<Snapshot>& shapes);
  const std::vector<std::shared_ptr<Ghost>>& others() const { return stage_->others(); }
  /// Points beside the robot, null: none. Stay until they are replaced, whatever robot is shown.
  void setCloud(std::shared_ptr<PointCloud> cloud);
  /// Puts a ring around one of them, −1: none.
  void chooseInCloud(int point);
  const std::shared_ptr<PointCloud>& cloud() const { return stage_->cloud(); }
  /// A left drag that begins on the robot poses it, with its own joint or body; else it turns the view.
  void setPosing(bool on);
  bool isPosing() const { return posing_; }
  /// A left drag that begins on the robot leads what is under the cursor (Grab::leads); else it turns the view. While
  /// this is on nothing is posed.
  void setLeading(bool on);
  bool isLeading() const { return leading_; }
  /// What stands beside the cursor during a drag that leads; `warns`: in amber.
  void setLeadText(const QString& text, bool warns);
  /// Of the lengths beside a drag that poses; empty: by their size.
  void setLengthUnit(const QString& unit) { lengthUnit_ = unit; }
  /// Somebody holds the robot.
  bool isGrabbing() const { return grab_.has_value(); }
  /// Lets go.
  void endGrab();
  /// Says beside the tip of the last link that it can be dragged, until it is or a few seconds have passed.
  void showGrabHint();
  /// What is under a point, logical pixels of the widget.
  Pick pickAt(const QPointF& position);

  /// The picture at any size, without the widget's overlays but with the scales of the colours that bodies show
  /// and of arrows; null before the widget was first shown, and if the graphics card draws none of that size.
  QImage grabImage(const QSize& size, Backdrop backdrop = Backdrop::kTheme);
  /// The same as the mean of many samples, with soft shadows and smooth edges. The robot stands still until it is done.
  /// `progress` is told which share is done, 0…1, and may let the window live; it returns false to end: null image.
  QImage grabSamples(const QSize& size, Backdrop backdrop, int samples, const std::function<bool(double)>& progress);
  /// Pictures follow something that is dragged over the view: the sooner they come the better.
  void setFollowing(bool on) { following_ = on; }
  /// A pose that is worth a picture comes within so many milliseconds: one that is begun before would only delay it.
  /// Not more than every 100 ms. 0: it comes next.
  void awaitPose(int milliseconds);
  /// The quality of the pictures while things move, and milliseconds of what is measured for it: drawing, and what the
  /// window's thread does between two pictures.
  const MotionQuality& motionQuality() const { return motion_; }
  /// Milliseconds that the last picture took.
  double frameMilliseconds() const { return frameMilliseconds_; }
  /// True if there is no graphics card; known after the first picture.
  bool softwareRendering() const;

 Q_SIGNALS:
  /// A new picture of the robot is on the screen.
  void pictureShown();
  /// A click, with what it means after the clicks before it; `adds`: with Ctrl, to be toggled in the selection.
  void picked(const tendril::PickTarget& target, bool adds);
  /// The right button, not moved: a menu for what is under the cursor (kNothing: empty ground), at a place of the
  /// screen.
  void menuRequested(const tendril::PickTarget& target, const QPoint& global);
  /// Escape: one step up from what is selected.
  void climbRequested();
  /// Escape, with nothing selected: the pose mode or the lead mode ends (whoever began it calls setPosing, setLeading).
  void posingEnded();
  /// Somebody has taken hold of the robot; then where the point is wanted (world, m) or how far it is wanted to turn
  /// (rad, about Grab::axis); then it was let go.
  void grabStarted(const tendril::Grab& grab);
  void grabMoved(const tendril::Vec3& point, double angle);
  void grabEnded();
  /// Escape during a grab, before it ends.
  void grabEscaped();
  /// A click on a point of the cloud, where no robot is in front.
  void cloudPicked(int point);
  /// The camera moved by hand, key or transition.
  void cameraChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  /// A grab while it lasts.
  struct Hold {
    Grab grab;
    GrabMotion motion;
    QPointF cursor;
  };
  void click(const QPointF& position, bool adds);
  void applyHidden();
  void showHand();
  void turnCamera(const QPointF& delta);
  void beginGrab();
  void moveGrab(const QPointF& cursor);
  void showPerturbation();
  QString poseText(const Vec3& point) const;
  void showHint();
  QPointF onScreen(const Vec3& point) const;
  void remember(const Snapshot& snapshot);
  /// Window and stage for a picture; false without OpenGL.
  bool prepare(const QSize& pixels, double pixelRatio);
  void draw();
  /// As grabImage, of the stage as it is set up, without finish().
  QImage drawImage(const QSize& size, Backdrop backdrop);
  /// Makes a picture that was just drawn look as well as `quality` says. Milliseconds of the last part of it.
  double finish(QImage& picture, PictureQuality quality);
  void redraw();   ///< the picture as it is now
  void refresh();  ///< the same while things move
  void moveCamera(const CameraView& target, bool animated);

  std::unique_ptr<Stage> stage_;
  Canvas canvas_;
  QImage picture_;            ///< what the widget shows
  bool stale_ = true;         ///< there is something new to draw
  QDeadlineTimer awaits_{0};  ///< until when a better pose is waited for
  QElapsedTimer awaited_;     ///< since that was last so; invalid: the pose came, and a picture of it was drawn
  bool cameInTime_ = false;   ///< the pose that was waited for
  MotionQuality motion_{PictureQuality::kSmooth};
  PictureQuality shown_ = PictureQuality::kPlain;  ///< of the picture
  bool following_ = false;                         ///< as setFollowing() was told
  bool resting_ = true;                            ///< nothing moves: pictures may take their time
  double worked_ = -1;  ///< s of this thread's work at the end of the last picture, −1: it is not of the same motion
  EdgeSmoothing smoothing_;
  AmbientOcclusion occlusion_;
  PictureDepths depths_;
  QVariantAnimation transition_;
  QTimer still_;  ///< fires when nothing has moved for a while: the picture is drawn again, smoothed
  CameraView from_, to_;
  Qt::MouseButton dragging_ = Qt::NoButton;
  QPointF pressed_, last_;
  bool moved_ = false, framed_ = false;
  bool frozen_ = false;  ///< while a picture of many samples is drawn
  bool chosen_ = false;  ///< the camera is where somebody put it
  int selected_ = -1;
  double frameMilliseconds_ = 0;

  Snapshot pose_;  ///< model and poses of the last snapshot only
  std::function<void(Snapshot&)> ahead_;
  Snapshot aheadPose_;                     ///< what it made of the last one
  std::optional<PickTarget> beforeClick_;  ///< what was selected of the clicked link: a double click selects nothing
  Pick grabPick_;                          ///< what was under the cursor when a grab may have begun
  bool armed_ = false, twists_ = false, adds_ = false, posing_ = false, leading_ = false, wireframe_ = false,
       shapeShown_ = false;
  QString leadText_, lengthUnit_;
  bool leadWarns_ = false;
  SceneOverlays overlays_;
  DeformationLook look_;
  std::optional<ArrowLengths> heldArrows_;
  std::set<std::uint64_t> hidden_;
  std::optional<Hold> grab_;
  PerturbationOverlay* overlay_;
  QTimer hint_;
};

}  // namespace tendril
