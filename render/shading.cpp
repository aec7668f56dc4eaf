// SPDX-License-Identifier: BSD-3-Clause
#include "render/shading.hpp"

#include <vtkActor.h>
#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkMapper.h>
#include <vtkNew.h>

#include <vtkOpenGLVertexBufferObject.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkShaderProgram.h>
#include <vtkShaderProperty.h>
#include <vtkUniforms.h>

#include <cmath>
#include <string>

#include "render/moving_mesh_mapper.hpp"

namespace tendril {
namespace {

// Names of VTK's shader templates: normalVCVSOutput, vertexVC, diffuseColor, opacity, gl_FragData[0]. VTK declares the
// custom uniforms (rigKey, outlineStep, …) itself.
// The knee keeps what is bright apart: above it light fades into white by its strongest channel, hues stay.
constexpr const char* kRig = R"(
  vec3 rigN = normalize(normalVCVSOutput);
#ifdef RIG_OCCLUDED
  vec2 rigOpen = rigOpenness(rigN, vertexVC.xyz);
#else
  const vec2 rigOpen = vec2(1.0);
#endif
  vec3 rigV = cameraParallel == 1 ? vec3(0.0, 0.0, 1.0) : normalize(-vertexVC.xyz);
  vec3 rigR = reflect(-rigV, rigN);
  float rigFacing = max(dot(rigN, rigV), 0.0);
  vec3 rigLight = mix(rigGround, rigSky, 0.5 + 0.5 * dot(rigN, rigUp)) * rigOpen.y;
  float rigWrapped = max(0.0, (dot(rigN, rigKey) + rigFinish.z) / (1.0 + rigFinish.z));
  rigLight += vec3(0.60, 0.585, 0.56) * (rigWrapped * rigOpen.x);
  rigLight += vec3(0.09, 0.10, 0.12) * (max(0.0, dot(rigN, rigFill)) * rigOpen.y);
  rigLight = mix(rigLight, vec3(0.96), rigFlat);
  float rigBlur = 0.04 + 0.7 * rigFinish.x;
  float rigBox = smoothstep(0.86 - rigBlur, 0.86 + 0.25 * rigBlur, dot(rigR, rigKey)) * rigOpen.x;
  float rigEdge = pow(1.0 - rigFacing, 3.0) * max(0.0, 0.35 + 0.65 * dot(rigN, rigRim)) * rigOpen.y;
  float rigShine = rigFinish.y * (1.0 - rigFlat);
  vec3 rigMirrored = (0.9 * rigSky + 0.75 * rigBox) * rigBox;
  if (rigFinish.w > 0.0) {  // metal mirrors its surroundings, too: sky, a bright horizon, ground
    float rigHeight = dot(rigR, rigUp);
    float rigSoft = 0.08 + 0.5 * rigFinish.x;
    vec3 rigRoom = mix(0.55 * rigGround, rigSky, smoothstep(-rigSoft, rigSoft, rigHeight));
    rigRoom += vec3(0.5) * exp(-rigHeight * rigHeight / (rigSoft * rigSoft));
    rigRoom += vec3(0.35) * max(0.0, dot(rigR, rigFill));
    rigMirrored += rigRoom * rigOpen.y;
  }
  vec3 rigTint = mix(vec3(1.0), diffuseColor, rigFinish.w);
  float rigScattered = 1.0 - 0.72 * rigFinish.w * (1.0 - rigFlat);
  vec3 rigColor = diffuseColor * rigLight * rigScattered + rigMirrored * rigTint * rigShine + vec3(0.11 * rigEdge);
  float rigMost = max(max(rigColor.r, rigColor.g), max(rigColor.b, 1e-4));
  float rigToned = rigMost < 0.68 ? rigMost : 0.68 + 0.32 * (1.0 - exp((0.68 - rigMost) / 0.32));
  rigColor = mix(rigColor * (rigToned / rigMost), vec3(rigToned), 0.35 * smoothstep(0.9, 1.7, rigMost));
  gl_FragData[0] = vec4(rigColor, opacity);
)";

// A floor of which only the shadow is seen, fading with the distance from its middle.
constexpr const char* kCatcher = R"(
#ifdef RIG_OCCLUDED
  vec2 catcherOpen = rigOpenness(rigUp, vertexVC.xyz);
  float catcherFade = 1.0 - smoothstep(0.3, 1.0, length(vertexVC.xyz - floorCentre) / floorReach);
  float catcherDark = 1.0 - 0.5 * (catcherOpen.x + catcherOpen.y);
  gl_FragData[0] = vec4(diffuseColor, opacity * catcherDark * catcherFade);
#else
  gl_FragData[0] = vec4(0.0);
#endif
)";
constexpr const char* kPool = R"(
  float poolAway = min(length(vertexVC.xyz - floorCentre) / floorReach, 1.0);
  gl_FragData[0] = vec4(diffuseColor, opacity * (1.0 - poolAway) * (1.0 - poolAway));
)";
constexpr const char *kRigMark = "// rig\n", *kCatcherMark = "// catcher\n";

// Of the light from everywhere each surface gets the share that is not hidden, weighed by where it looks.
constexpr const char* kOpenness = R"(
vec2 rigOpenness(vec3 n, vec3 at) {
  float all = 1e-4, open = 1e-4;
  for (int i = 0; i < RIG_LIGHTS; ++i) {
    float w = max(0.0, dot(n, rigLights[i]));
    if (w <= 0.0) continue;
    all += w;
    open += w * rigSeen(i + 1, at + rigSlack * n);
  }
  return vec2(rigSeen(0, at + rigSlack * n), 0.12 + 0.88 * open / all);  // what is hidden from the sky sees lit things
}
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

constexpr const char* kLightPlace = "//VTK::Light::Impl";
constexpr const char* kDeclarationPlace = "//VTK::Light::Dec";
constexpr const char* kOccludedMark = "#define RIG_OCCLUDED\n";

/// What draws an actor in the rig's light, as set by setLightCode; empty for others.
std::string lightCode(vtkActor& actor) {
  vtkShaderProperty* shader = actor.GetShaderProperty();
  for (vtkIdType i = 0; i < shader->GetNumberOfShaderReplacements(); ++i) {
    std::string place, code;
    bool first = false, all = false;
    shader->GetNthShaderReplacement(i, place, first, code, all);
    if (place == kLightPlace && (code.starts_with(kRigMark) || code.starts_with(kCatcherMark))) return code;
  }
  return {};
}

void bindOcclusion(vtkObject*, unsigned long, void* occlusion, void* program) {
  if (program) static_cast<LightOcclusion*>(occlusion)->bind(*static_cast<vtkShaderProgram*>(program));
}

/// Replaces what computes an actor's light; with an occlusion it knows which lights come in.
void setLightCode(vtkActor& actor, const char* mark, const char* code, LightOcclusion* occlusion) {
  vtkShaderProperty* shader = actor.GetShaderProperty();
  actor.GetMapper()->RemoveObservers(vtkCommand::UpdateShaderEvent);
  const char* open = occlusion ? kOccludedMark : "";
  shader->AddFragmentShaderReplacement(kLightPlace, true, std::string(mark) + open + code, false);
  shader->ClearFragmentShaderReplacement(kDeclarationPlace, true);
  if (!occlusion) return;
  shader->AddFragmentShaderReplacement(
      kDeclarationPlace, true,
      "#define RIG_LIGHTS " + std::to_string(occlusion->lights()) + "\n" + occlusion->code() + kOpenness, false);
  vtkNew<vtkCallbackCommand> bind;
  bind->SetClientData(occlusion);
  bind->SetCallback(bindOcclusion);
  actor.GetMapper()->AddObserver(vtkCommand::UpdateShaderEvent, bind);
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
  vtkNew<MovingMeshMapper> mapper;
  mapper->SetInputData(mesh);
  mapper->SetColorModeToDirectScalars();
  mapper->SetVBOShiftScaleMethod(vtkOpenGLVertexBufferObject::DISABLE_SHIFT_SCALE);  // shaders need true coordinates
  actor->SetMapper(mapper);
  return actor;
}

void useRig(vtkActor& actor) {
  setLightCode(actor, kRigMark, kRig, nullptr);
  setFlatness(actor, 0);
  setFinish(actor, {});
}

void useShadowCatcher(vtkActor& actor) {
  setLightCode(actor, kCatcherMark, kCatcher, nullptr);
}

void useLightPool(vtkActor& actor) {
  actor.GetShaderProperty()->AddFragmentShaderReplacement(kLightPlace, true, kPool, false);
}

void setFloorReach(vtkActor& actor, const Vec3& centre, double reach) {
  vtkUniforms& uniforms = *actor.GetShaderProperty()->GetFragmentCustomUniforms();
  setVector(uniforms, "floorCentre", centre);
  uniforms.SetUniformf("floorReach", static_cast<float>(reach));
}

void setFinish(vtkActor& actor, const SurfaceFinish& finish) {
  const float values[4] = {static_cast<float>(finish.roughness), static_cast<float>(finish.gloss),
                           static_cast<float>(finish.wrap), static_cast<float>(finish.metal)};
  actor.GetShaderProperty()->GetFragmentCustomUniforms()->SetUniform4f("rigFinish", values);
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
  if (!rig.occlusion && !actor.GetMapper()->HasObserver(vtkCommand::UpdateShaderEvent)) return;
  const std::string now = lightCode(actor);
  if (now.empty() || (now.find(kOccludedMark) != std::string::npos) == (rig.occlusion != nullptr)) return;
  const bool catcher = (now.find(kCatcherMark) != std::string::npos);
  setLightCode(actor, catcher ? kCatcherMark : kRigMark, catcher ? kCatcher : kRig, rig.occlusion);
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

void showInFront(vtkActor& actor, double depth) {
  // Before all that is drawn where it is, but clipped as usual; what of the actor is farther away stays behind the rest
  // of it, within less than the steps between the depths of several actors.
  actor.GetShaderProperty()->AddVertexShaderReplacement(
      "//VTK::PositionVC::Impl", true,
      "//VTK::PositionVC::Impl\n  gl_Position.z = 4e-5 * (gl_Position.z + gl_Position.w) - " + std::to_string(depth) +
          " * gl_Position.w;\n",
      false);
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
