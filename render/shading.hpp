// SPDX-License-Identifier: BSD-3-Clause
// How surfaces are lit: one small shader for all of them, cheap on software OpenGL.
#pragma once

#include <vtkSmartPointer.h>

#include "core/model/model.hpp"
#include "render/camera.hpp"
#include "render/theme.hpp"

class vtkActor;
class vtkPolyData;
class vtkShaderProgram;

namespace tendril {

/// What hides light from surfaces in pictures that take their time. Shaders of lit surfaces then know `rigSeen`.
class LightOcclusion {
 public:
  virtual ~LightOcclusion() = default;
  /// GLSL of `float rigSeen(int light, vec3 at)`, 1 where the light reaches a place (camera's axes, m). Light 0 is the
  /// key, 1 … those of `vec3 rigLights[]` (unit, to the light), which stand for the light from everywhere. `rigSlack`:
  /// how far off its surface a place is asked for, m.
  virtual const char* code() const = 0;
  /// Number of lights besides the key.
  virtual int lights() const = 0;
  /// Sets what that code needs, before each actor is drawn.
  virtual void bind(vtkShaderProgram& program) = 0;
};

/// Lights and ambient colours of a picture, in the camera's axes (right, up, towards the viewer).
struct LightRig {
  Vec3 key, fill, rim, up;
  Color sky, ground;
  LightOcclusion* occlusion = nullptr;  ///< null: light comes in everywhere; lives as long as actors that have it
};

/// Key from the upper left in front, fill from the right, rim from behind; they follow the camera's azimuth but stay
/// overhead, so that light always falls as the ground shadow says.
LightRig lightRig(const CameraView& view, const Theme& theme);

/// An actor of a mesh whose scalars, if any, are its colours.
vtkSmartPointer<vtkActor> makeActor(vtkPolyData* mesh);

/// Makes an actor use the rig; its own colour, scalars or scalar texture stay.
void useRig(vtkActor& actor);
void setRig(vtkActor& actor, const LightRig& rig);
/// Draws only the shadow on a mesh that lies level, in the actor's colour; with a rig whose lights are hidden
/// somewhere.
void useShadowCatcher(vtkActor& actor);
/// Draws a mesh that lies level in the actor's colour, fading.
void useLightPool(vtkActor& actor);
/// Where such a floor ends: `reach` m around `centre` (camera's axes).
void setFloorReach(vtkActor& actor, const Vec3& centre, double reach);
void setFinish(vtkActor& actor, const SurfaceFinish& finish);
/// The share of light that comes evenly from everywhere, 0…1 (0 after useRig): colours that stand for numbers stay near
/// those of their scale.
void setFlatness(vtkActor& actor, double share);

/// Shows a mesh (with normals) as a line around its silhouette of about `pixels` pixels; the mesh itself is not drawn.
void useOutline(vtkActor& actor, const Color& color);
void setOutlineWidth(vtkActor& actor, double pixels, double width, double height);

/// Softens the edges that an actor shows (vtkProperty::EdgeVisibility): faint where triangles are a few pixels small.
void useEdges(vtkActor& actor, bool on);

/// Draws an actor as if of glass: faint where it faces the viewer, clear at its edges. Add it behind what it overlaps
/// in the order of drawing; where both have the same surface the other one is seen. `behind`: how far it is pushed back
/// for that, in normalised depth.
void useGhost(vtkActor& actor, double behind = 1e-4);

/// Draws an actor as a pane of glass of this opacity, both sides. Add it last: nothing that is drawn later is seen
/// through it.
void useGlass(vtkActor& actor, double opacity);

/// Draws an actor over everything; its look stays. Of several such the one whose depth is nearer to 1 is in front.
constexpr double kXrayDepth = 0.9999;  ///< of what useXray() draws
void showInFront(vtkActor& actor, double depth = kXrayDepth);

/// Draws an actor over everything at this opacity: what shows through bodies.
void useXray(vtkActor& actor, double opacity);

}  // namespace tendril
