// SPDX-License-Identifier: BSD-3-Clause
// How surfaces are lit: one small shader for all of them, cheap on software OpenGL.
#pragma once

#include <vtkSmartPointer.h>

#include "render/camera.hpp"
#include "render/theme.hpp"

class vtkActor;
class vtkPolyData;

namespace tendril {

/// Lights and ambient colours of a picture, in the camera's axes (right, up, towards the viewer).
struct LightRig {
  Vec3 key, fill, rim, up;
  Color sky, ground;
};

/// Key from the upper left in front, fill from the right, rim from behind; they follow the camera's azimuth but stay
/// overhead, so that light always falls as the ground shadow says.
LightRig lightRig(const CameraView& view, const Theme& theme);

/// An actor of a mesh whose scalars, if any, are its colours.
vtkSmartPointer<vtkActor> makeActor(vtkPolyData* mesh);

/// Makes an actor use the rig; its own colour, scalars or scalar texture stay.
void useRig(vtkActor& actor);
void setRig(vtkActor& actor, const LightRig& rig);
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

/// Draws an actor over everything; its look stays.
void showInFront(vtkActor& actor);

/// Draws an actor over everything at this opacity: what shows through bodies.
void useXray(vtkActor& actor, double opacity);

}  // namespace tendril
