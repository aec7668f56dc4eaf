// SPDX-License-Identifier: BSD-3-Clause
// A robot as VTK sees it: built once per model, moved by snapshots.
#pragma once

#include <vtkSmartPointer.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/fields/deformation_layer.hpp"
#include "render/glyphs/collision_glyphs.hpp"
#include "render/glyphs/contact_glyphs.hpp"
#include "render/glyphs/force_arrows.hpp"
#include "render/glyphs/led_paths.hpp"
#include "render/glyphs/loop_glyphs.hpp"
#include "render/glyphs/mass_glyphs.hpp"
#include "render/glyphs/motor_glyphs.hpp"
#include "render/glyphs/rotor_glyphs.hpp"
#include "render/glyphs/selection_marks.hpp"
#include "render/ground/ground.hpp"
#include "render/ground/solid.hpp"
#include "render/scene/link_drawing.hpp"
#include "render/scene/station_rings.hpp"
#include "render/shapes/link_shapes.hpp"
#include "render/shapes/tendon_mesh.hpp"

class vtkActor;
class vtkProp;
class vtkRenderer;

namespace tendril {

struct LightRig;

enum class PickKind { kNothing, kBody, kJoint, kTendon, kMount, kLoop, kContact };

/// Which part of a link is meant. A station is a section of a soft body, or the base frame of a rigid one.
enum class PickPart { kLink, kJoint, kBody, kStation };

/// What is under a point of the picture.
struct Pick {
  PickKind kind = PickKind::kNothing;
  int link = -1;              ///< of body, joint or mount
  int input = -1;             ///< of a tendon: index into u
  Vec3 point = Vec3::Zero();  ///< on the surface, world, m
  int loop = -1;              ///< of a loop's joint: index into Model::loops
  int contact = -1;           ///< of a surface: index into Model::contacts
};

/// Something with an outline; a tendon, a chamber or a wrench that is seen through bodies.
struct SceneSelection {
  int link = -1;
  PickPart part = PickPart::kLink;
  std::optional<double> at;  ///< of a station: 0…1 over a soft body
  int loop = -1;             ///< a loop instead of a link
  int contact = -1;          ///< a contact's surface instead
  int actuator = -1;         ///< a tendon or a chamber instead: index into Model::actuators
  int load = -1;             ///< a point wrench instead: index into Model::loads
  bool operator==(const SceneSelection&) const = default;
};

class RobotScene {
 public:
  /// Meshes of all links. Never throws for what a model may contain; see problems().
  explicit RobotScene(std::shared_ptr<const Model> model) : RobotScene(std::move(model), nullptr) {}
  /// Keeps what it draws like `like` (null: nothing), which another thread may show meanwhile. Scenes that share
  /// something are for one renderer, one after the other.
  RobotScene(std::shared_ptr<const Model> model, const RobotScene* like);
  ~RobotScene();
  RobotScene(const RobotScene&) = delete;
  RobotScene& operator=(const RobotScene&) = delete;

  const std::shared_ptr<const Model>& model() const { return model_; }
  /// What could not be shown, one sentence each with link, file and cure.
  const std::vector<std::string>& problems() const { return problems_; }
  const RobotSize& size() const { return size_; }

  /// Moves everything to a snapshot of this model (others are ignored: returns false).
  bool update(const Snapshot& snapshot);
  bool hasPose() const { return hasPose_; }
  /// Points that enclose the robot as it is now, world; for framing.
  std::vector<Vec3> outline() const;
  /// The same of one link; empty if it is hidden, or nothing of it is drawn.
  std::vector<Vec3> outline(int link) const;
  /// Points of solid floors below parts that nothing holds, world, where they would land; for framing. Empty if there
  /// are none, or if they are far below.
  std::vector<Vec3> landing() const;
  /// Lowest z of the robot now, m.
  double lowest() const;
  /// Where the ground belongs: the world's z = 0 unless the robot reaches below it in the first pose. Then a robot that
  /// stands on what is fixed to the world touches it; one that hangs has room below it.
  double groundHeight() const { return groundHeight_; }
  std::vector<ShadowCaster> shadowCasters() const;
  /// What hides light from the robot: all that casts shadows, but for bodies that are cut open to look inside.
  std::vector<ShadowCaster> lightBlockers() const;

  void addTo(vtkRenderer* renderer);
  /// Leaves what `next`, which is there already, goes on with (null: nothing).
  void removeFrom(vtkRenderer* renderer, const RobotScene* next = nullptr);
  /// Before each picture: lights, widths in pixels.
  void prepare(const CameraView& view, const LightRig& rig, double width, double height, double pixelRatio);
  /// Links and loops that are neither drawn nor picked, nor cast a shadow; one entry per link and per loop, missing
  /// ones are shown.
  void setHidden(std::vector<bool> links, std::vector<bool> loops = {}, std::vector<bool> contacts = {});
  /// What is drawn besides bodies.
  void setOverlays(const SceneOverlays& overlays);
  /// How soft bodies are coloured and cut; what they show comes with snapshots that carry it (Snapshot::deformation).
  void setDeformationLook(const DeformationLook& look);
  /// Scale of the arrows that are drawn now.
  ForceScale forceScale() const { return arrows_.scale(); }
  /// Keeps the arrows at these lengths, whatever the forces; empty: they suit the forces again.
  void holdArrows(const std::optional<ArrowLengths>& lengths) { arrows_.hold(lengths); }
  bool isHidden(int link) const;
  /// Paints whole links, a colour per link; empty: their own colours. Fields of soft bodies hide it.
  void setTints(const std::vector<Color>& tints);
  /// The edges of the meshes on their surfaces.
  void setWireframe(bool on);
  /// The links, parts or stations with an outline around them; the surfaces keep their colours. Chambers and wrenches
  /// are seen where snapshots tell of them (Snapshot::locates).
  void select(std::vector<SceneSelection> selection, const Color& accent);
  /// One link, −1 for none.
  void select(int link, const Color& accent);
  const std::vector<SceneSelection>& selection() const { return selection_; }
  int selected() const { return selection_.empty() ? -1 : selection_.back().link; }

  /// What a picked prop and triangle of this scene are; kind kNothing for foreign props.
  Pick identify(vtkProp* prop, int triangle) const;
  vtkActor* bodyActor(int link) const;
  const LedPaths& ledPaths() const { return led_; }
  const SelectionMarks& marks() const { return marks_; }
  const ForceArrows& arrows() const { return arrows_; }

 private:
  const LinkDrawing* drawingOf(std::uint64_t link) const;
  void placeGround();
  template <class F>
  void addCastersOf(int link, std::vector<ShadowCaster>& casters, F&& softCasts) const;
  template <class F>
  void addCasters(std::vector<ShadowCaster>& casters, F&& softCasts) const;
  void showLinks();
  bool has(const SceneSelection& selection) const;
  void showOutline(const SceneSelection& selection, const Color& accent);
  template <class F>
  void forSolids(F&& apply) const;
  template <class F>
  void forOutlines(F&& apply) const;

  std::shared_ptr<const Model> model_;
  RobotSize size_;
  std::vector<std::string> problems_;
  std::vector<LinkDrawing> links_;
  TendonMesh tendons_;
  Snapshot acting_;  ///< tendons, chambers, wrenches, inputs and model of the last snapshot only
  bool hasPose_ = false;
  double groundHeight_ = 0;
  std::vector<SceneSelection> selection_;
  std::vector<bool> hidden_;
  Color accent_;
  StationRings rings_;
  LoopGlyphs loops_;
  ContactGlyphs contacts_;
  ForceArrows arrows_;
  MotorGlyphs motors_;
  RotorGlyphs rotors_;
  MassGlyphs masses_;
  CollisionGlyphs collisions_;
  DeformationLayer deformation_;
  LedPaths led_;
  SelectionMarks marks_;
};

}  // namespace tendril
