// SPDX-License-Identifier: BSD-3-Clause
#include "render/shading.hpp"

#include <vtkActor.h>
#include <vtkMapper.h>
#include <vtkNew.h>
#include <vtkOpenGLPolyDataMapper.h>
#include <vtkOpenGLVertexBufferObject.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkShaderProperty.h>
#include <vtkUniforms.h>

#include <cmath>

namespace tendril {
namespace {

// Names of VTK's shader templates: normalVCVSOutput, vertexVC, diffuseColor, opacity, gl_FragData[0]. VTK declares the
// custom uniforms (rigKey, outlineStep, …) itself.
constexpr const char* kRig = R"(
  vec3 rigN = normalize(normalVCVSOutput);
  vec3 rigV = cameraParallel == 1 ? vec3(0.0, 0.0, 1.0) : normalize(-vertexVC.xyz);
  float rigFacing = max(dot(rigN, rigV), 0.0);
  vec3 rigLight = mix(rigGround, rigSky, 0.5 + 0.5 * dot(rigN, rigUp));
  float rigWrapped = max(0.0, (dot(rigN, rigKey) + 0.25) / 1.25);
  rigLight += vec3(0.58, 0.565, 0.545) * rigWrapped;
  rigLight += vec3(0.10, 0.11, 0.13) * max(0.0, dot(rigN, rigFill));
  rigLight = mix(rigLight, vec3(0.96), rigFlat);
  float rigGloss = pow(max(dot(rigN, normalize(rigKey + rigV)), 0.0), 42.0);
  float rigEdge = pow(1.0 - rigFacing, 3.0) * max(0.0, 0.35 + 0.65 * dot(rigN, rigRim));
  vec3 rigColor = diffuseColor * rigLight + vec3(0.13 * rigGloss) + vec3(0.12 * rigEdge);
  gl_FragData[0] = vec4(min(rigColor, vec3(1.0)), opacity);
)";

constexpr const char* kGhost = R"(
  vec3 ghostV = cameraParallel == 1 ? vec3(0.0, 0.0, 1.0) : normalize(-vertexVC.xyz);
  float ghostEdge = 1.0 - max(dot(normalize(normalVCVSOutput), ghostV), 0.0);
  gl_FragData[0] = vec4(diffuseColor, 0.16 + 0.5 * ghostEdge * ghostEdge);
)";

// VTK mixes the edges into diffuseColor; edist are the distances to the triangle's sides in pixels. Where a triangle is
// narrow the two smallest add up to a few.
constexpr const char* kEdges = R"(
  vec3 edgesBelow = diffuseColor;
  //VTK::Edges::Impl
  float edgesWidth = edist[0] + edist[1] + edist[2] - max(max(edist[0], edist[1]), edist[2]);
  diffuseColor = mix(edgesBelow, diffuseColor, 0.14 + 0.5 * smoothstep(2.0, 8.0, edgesWidth));
)";

// The back of the mesh, pushed out along its normals by a fixed number of pixels.
constexpr const char* kOutlineVertex = R"(
  vertexVCVSOutput = MCVCMatrix * vertexMC;
  gl_Position = MCDCMatrix * vertexMC;
  vec4 outlineTo = MCDCMatrix * vec4(vertexMC.xyz + normalMC * 0.001 * gl_Position.w, 1.0);
  vec2 outlineWay = (outlineTo.xy / outlineTo.w - gl_Position.xy / gl_Position.w) / outlineStep;
  float outlineLength = length(outlineWay);
  if (outlineLength > 1e-9) gl_Position.xy += outlineStep * outlineWay / outlineLength * gl_Position.w;
)";

void setVector(vtkUniforms& uniforms, const char* name, const Vec3& v) {
  const float values[3] = {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
  uniforms.SetUniform3f(name, values);
}

Vec3 asVector(const Color& c) {
  return {c.r, c.g, c.b};
}

}  // namespace

LightRig lightRig(const CameraView& view, const Theme& theme) {
  const Vec3 right = view.right(), up = view.up(), toward = -view.direction();
  const Vec3 level = Vec3::UnitZ().cross(right);  // horizontal, away from the viewer
  const auto inView = [&](const Vec3& d) { return Vec3(d.dot(right), d.dot(up), d.dot(toward)).normalized(); };
  LightRig rig;
  rig.key = inView(-0.55 * right + 0.72 * Vec3::UnitZ() - 0.70 * level);
  rig.fill = inView(0.9 * right + 0.2 * Vec3::UnitZ() - 0.5 * level);
  rig.rim = inView(0.3 * right + 0.6 * Vec3::UnitZ() + 0.8 * level);
  rig.up = inView(Vec3::UnitZ());
  rig.sky = theme.sky, rig.ground = theme.ground;
  return rig;
}

vtkSmartPointer<vtkActor> makeActor(vtkPolyData* mesh) {
  auto actor = vtkSmartPointer<vtkActor>::New();
  vtkNew<vtkOpenGLPolyDataMapper> mapper;
  mapper->SetInputData(mesh);
  mapper->SetColorModeToDirectScalars();
  mapper->SetVBOShiftScaleMethod(vtkOpenGLVertexBufferObject::DISABLE_SHIFT_SCALE);  // shaders need true coordinates
  actor->SetMapper(mapper);
  return actor;
}

void useRig(vtkActor& actor) {
  vtkShaderProperty* shader = actor.GetShaderProperty();
  shader->AddFragmentShaderReplacement("//VTK::Light::Impl", true, kRig, false);
  setFlatness(actor, 0);
}

void setFlatness(vtkActor& actor, double share) {
  actor.GetShaderProperty()->GetFragmentCustomUniforms()->SetUniformf("rigFlat", static_cast<float>(share));
}

void setRig(vtkActor& actor, const LightRig& rig) {
  vtkUniforms& uniforms = *actor.GetShaderProperty()->GetFragmentCustomUniforms();
  setVector(uniforms, "rigKey", rig.key);
  setVector(uniforms, "rigFill", rig.fill);
  setVector(uniforms, "rigRim", rig.rim);
  setVector(uniforms, "rigUp", rig.up);
  setVector(uniforms, "rigSky", asVector(rig.sky));
  setVector(uniforms, "rigGround", asVector(rig.ground));
}

void useOutline(vtkActor& actor, const Color& color) {
  actor.GetMapper()->ScalarVisibilityOff();
  actor.GetProperty()->SetColor(color.r, color.g, color.b);
  actor.GetProperty()->SetFrontfaceCulling(true);
  actor.PickableOff();
  vtkShaderProperty* shader = actor.GetShaderProperty();
  shader->AddVertexShaderReplacement("//VTK::PositionVC::Impl", true, kOutlineVertex, false);
  shader->AddFragmentShaderReplacement("//VTK::Light::Impl", true, "  gl_FragData[0] = vec4(diffuseColor, 1.0);\n",
                                       false);
}

void setOutlineWidth(vtkActor& actor, double pixels, double width, double height) {
  const float step[2] = {static_cast<float>(2 * pixels / width), static_cast<float>(2 * pixels / height)};
  actor.GetShaderProperty()->GetVertexCustomUniforms()->SetUniform2f("outlineStep", step);
}

void useEdges(vtkActor& actor, bool on) {
  vtkShaderProperty* shader = actor.GetShaderProperty();
  if (on)
    shader->AddFragmentShaderReplacement("//VTK::Edges::Impl", true, kEdges, false);
  else
    shader->ClearFragmentShaderReplacement("//VTK::Edges::Impl", true);
}

void useGhost(vtkActor& actor, double behind) {
  actor.PickableOff();
  actor.GetMapper()->ScalarVisibilityOff();
  actor.ForceOpaqueOn();  // blended where it stands in the order of drawing; no extra pass
  actor.GetProperty()->SetBackfaceCulling(true);
  vtkShaderProperty* shader = actor.GetShaderProperty();
  shader->AddVertexShaderReplacement(
      "//VTK::PositionVC::Impl", true,
      "//VTK::PositionVC::Impl\n  gl_Position.z += " + std::to_string(behind) + " * gl_Position.w;\n", false);
  shader->AddFragmentShaderReplacement("//VTK::Light::Impl", true, kGhost, false);
}

void useGlass(vtkActor& actor, double opacity) {
  actor.ForceOpaqueOn();  // blended where it stands in the order of drawing; no extra pass
  vtkShaderProperty* shader = actor.GetShaderProperty();
  shader->AddFragmentShaderReplacement(
      "//VTK::Light::Impl", true, "  gl_FragData[0] = vec4(diffuseColor, " + std::to_string(opacity) + ");\n", false);
}

void showInFront(vtkActor& actor) {
  // Nearest depth there is: always in front, but clipped as usual.
  actor.GetShaderProperty()->AddVertexShaderReplacement(
      "//VTK::PositionVC::Impl", true, "//VTK::PositionVC::Impl\n  gl_Position.z = -0.9999 * gl_Position.w;\n", false);
}

void useXray(vtkActor& actor, double opacity) {
  actor.PickableOff();
  actor.ForceOpaqueOn();  // blended where it stands in the order of drawing; no extra pass
  actor.GetProperty()->SetBackfaceCulling(true);
  showInFront(actor);
  actor.GetShaderProperty()->AddFragmentShaderReplacement(
      "//VTK::Light::Impl", true, "  gl_FragData[0] = vec4(diffuseColor, " + std::to_string(opacity) + ");\n", false);
}

}  // namespace tendril
