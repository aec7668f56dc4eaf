// SPDX-License-Identifier: BSD-3-Clause
// Everything in a picture but the window: camera, light, floor, robot, axes. Windows and offscreen pictures share it.
#pragma once

#include <vtkNew.h>

#include <memory>
#include <optional>
#include <vector>

#include "render/ambient_occlusion.hpp"
#include "render/camera.hpp"
#include "render/ground/ground.hpp"
#include "render/ground/soft_light.hpp"
#include "render/scene/color_scale.hpp"
#include "render/scene/force_key.hpp"
#include "render/scene/ghost.hpp"
#include "render/scene/point_cloud.hpp"
#include "render/scene/robot_scene.hpp"
#include "render/scene/scale_bar.hpp"
#include "render/theme.hpp"

class vtkCellPicker;
class vtkRenderer;
class vtkRenderWindow;
class vtkTextActor;

namespace tendril {

class AxesGizmo;

enum class Antialiasing { kNone, kMultisample };

/// What stands behind the robot: the theme's gradient with floor and grid; white with the shadow alone, for print;
/// nothing, the picture's alpha is the robot.
enum class Backdrop { kTheme, kWhite, kNone };

class Stage {
 public:
  Stage();
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// Puts the renderers into a window; before its first picture.
  void attach(vtkRenderWindow* window);
  /// Takes them out again; their graphics resources are released.
  void detach();
  /// Multisampling with a graphics card; none on software OpenGL, where EdgeSmoothing costs a tenth of a pass over all
  /// pixels. Needs the window's context.
  void chooseAntialiasing();
  void setAntialiasing(Antialiasing kind);
  Antialiasing antialiasing() const { return antialiasing_; }
  /// True if the window draws without a graphics card; known after chooseAntialiasing.
  bool software() const { return software_; }

  void setTheme(const Theme& theme);
  const Theme& theme() const { return theme_; }
  void setBackdrop(Backdrop backdrop);
  /// The scale of these colours at the left side, for pictures without a window around; kNone: none.
  void setColorScale(const FieldColors& colors) { scale_.setColors(colors); }
  /// What arrows mean, in the upper left corner, likewise; none: nothing is said. `scale`: theirs; absent: of those
  /// that are drawn.
  void setArrowKinds(std::vector<ArrowKind> kinds, const std::optional<ForceScale>& scale = {}) {
    forceKey_.setKinds(std::move(kinds));
    keyScale_ = scale;
  }
  /// Of both scales, times the usual.
  void setScaleSize(double size) { scaleSize_ = size; }
  const ForceKey& forceKey() const { return forceKey_; }
  /// Axes in the corner and the label of the grid.
  void setFurniture(bool visible);
  void setGroundVisible(bool visible);
  /// Strips that something lies over, logical pixels: axes and labels keep out of them, and so does what is framed.
  void setCovered(double right, double bottom) { rightInset_ = right, bottomInset_ = bottom; }

  void setRobot(std::shared_ptr<RobotScene> robot);
  const std::shared_ptr<RobotScene>& robot() const { return robot_; }
  /// Another configuration of the robot beside it, null: none.
  void setGhost(std::shared_ptr<Ghost> ghost);
  const std::shared_ptr<Ghost>& ghost() const { return ghost_; }
  /// What an edit would add, null: nothing. Stays until it is replaced.
  void setPreview(std::shared_ptr<Ghost> preview);
  const std::shared_ptr<Ghost>& preview() const { return preview_; }
  /// Other robots laid over it, in the order of drawing; none: empty.
  void setOthers(std::vector<std::shared_ptr<Ghost>> others);
  const std::vector<std::shared_ptr<Ghost>>& others() const { return others_; }
  /// Points beside the robot, null: none; framed() shows them, too.
  void setCloud(std::shared_ptr<PointCloud> cloud);
  const std::shared_ptr<PointCloud>& cloud() const { return cloud_; }
  /// Moves the robot and its shadow. Ignored without a robot or for another model's snapshot.
  void update(const Snapshot& snapshot);
  /// Links and loops that are not drawn, one entry per link and loop of the robot (missing ones are drawn).
  void setHidden(const std::vector<bool>& links, const std::vector<bool>& loops = {},
                 const std::vector<bool>& contacts = {});
  void select(int link);
  void select(std::vector<SceneSelection> selection);

  CameraView& camera() { return camera_; }
  const CameraView& camera() const { return camera_; }
  /// The camera that shows the whole robot with room to move, beside what lies over the picture.
  CameraView framed() const;
  /// The camera that shows one link, or all if it is none.
  CameraView framed(int link) const;

  /// Size of the picture to come, device pixels, and their number per screen pixel: what framing is for.
  void setSize(int width, int height, double pixelRatio = 1);
  /// Some of the robot is inside what is not covered.
  bool showsRobot() const;
  /// The same of one link. Of one of which nothing is drawn: false.
  bool showsLink(int link) const;
  /// Something is drawn of a link, and all of it is behind the camera or farther outside the picture than half of the
  /// picture's size.
  bool isFarOutside(int link) const;
  /// Makes the pictures to come samples of one that takes its time (PictureAverage adds them up), or pictures as usual.
  void setSample(std::optional<PictureSample> sample);
  /// Before each picture: size in device pixels and their number per screen pixel.
  void prepare(int width, int height, double pixelRatio);
  /// Where the robot is in the picture that was last prepared, and how depths are measured there; without the depths.
  /// A part without pixels: nothing of it is seen.
  PictureDepths depthsOfRobot() const;
  /// What is under a point, device pixels, y down; as last prepared.
  Pick pick(double x, double y);
  vtkRenderer* renderer() const;

 private:
  void applyCamera(vtkRenderer* renderer);
  LightRig lights();
  const Theme& shownTheme() const { return backdrop_ == Backdrop::kWhite ? kLightTheme : theme_; }
  bool hasFloor() const { return groundVisible_ && backdrop_ != Backdrop::kNone; }
  bool showsAny(const std::vector<Vec3>& points) const;
  void placeLabel(int width, double pixelRatio);
  double aspect() const { return static_cast<double>(width_) / height_; }
  CoveredEdges covered() const {
    return {.right = rightInset_ * pixelRatio_ / width_, .bottom = bottomInset_ * pixelRatio_ / height_};
  }

  Theme theme_ = kLightTheme;
  CameraView camera_;
  int width_ = 1440, height_ = 900;
  double rightInset_ = 0, bottomInset_ = 0, pixelRatio_ = 1;
  Backdrop backdrop_ = Backdrop::kTheme;
  bool furniture_ = true, groundVisible_ = true, software_ = false;
  Antialiasing antialiasing_ = Antialiasing::kNone;
  vtkRenderWindow* window_ = nullptr;
  vtkNew<vtkRenderer> back_, main_;
  vtkNew<vtkCellPicker> picker_;
  vtkNew<vtkTextActor> label_;
  std::unique_ptr<AxesGizmo> gizmo_;
  ColorScale scale_;
  ForceKey forceKey_;
  std::optional<ForceScale> keyScale_;
  double scaleSize_ = 1;
  ScaleBar bar_;
  Ground ground_;
  std::shared_ptr<RobotScene> robot_;
  std::shared_ptr<Ghost> ghost_, preview_;
  std::vector<std::shared_ptr<Ghost>> others_;
  std::shared_ptr<PointCloud> cloud_;
  std::optional<PictureSample> sample_;
  std::unique_ptr<SoftLight> softLight_;
};

/// The font file of the interface, empty if it is not installed.
const std::string& interfaceFont();

}  // namespace tendril
