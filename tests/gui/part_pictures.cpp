// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the pictures of all that the studio offers: part_pictures FOLDER [ID...]. Links and joints are drawn as they
// are added, after a moment of motion; other parts on a robot that suits them (part_scenes.hpp).
#include <vtkActor.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "core/builder/build_model.hpp"
#include "core/session/simulate.hpp"
#include "render/output/display_server.hpp"
#include "render/output/picture_average.hpp"
#include "render/output/picture_file.hpp"
#include "render/scene/stage.hpp"
#include "render/shading.hpp"
#include "studio/app/parts/part.hpp"
#include "studio/app/view/view_selection.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "tests/gui/controller_diagrams.hpp"
#include "tests/gui/part_scenes.hpp"

namespace tendril {
namespace {

constexpr double kMoment = 0.25;  // s, of links and joints
constexpr int kWidth = 256, kHeight = 192;
constexpr double kMargin = 1.1;
constexpr double kThick = 2;     // lines, times their usual width: the cards are smaller than the pictures
constexpr double kGlass = 0.13;  // opacity

/// The same value of all inputs at all times.
class HeldInputs : public InputsProvider {
 public:
  explicit HeldInputs(double value) : value_(value) {}
  void evaluate(double, VecXMut u, VecXMut tau) const override { u.setConstant(value_), tau.setZero(); }

 private:
  double value_;
};

Snapshot moved(const std::shared_ptr<const Model>& model, const PartScene& scene) {
  VecX q = model->q0;
  const VecX u = VecX::Constant(model->nu, scene.input);
  if (scene.moment > 0) {
    Program program(model);
    const HeldInputs inputs(scene.input);
    SimulationRequest request;
    request.duration = scene.moment;
    request.every = scene.moment / 10;
    request.inputs = &inputs;
    request.row = [&](const std::vector<double>& row) { q = Eigen::Map<const VecX>(row.data() + 1, model->nq); };
    simulate(program, request);
  }
  Snapshot shape;
  Data data(*model);
  shape.locates = true;
  fillSnapshot(model, data, 0, q, VecX::Zero(model->nv), &u, shape);
  return shape;
}

/// What the last edit added, as it is drawn where it is selected.
std::vector<SceneSelection> addedMarks(const Document& document, const Model& model) {
  std::vector<Target> targets;
  for (const ItemRef& item : document.touched())
    for (const Target& target : targetsOf(document.description()))
      if (itemOf(target) == item) targets.push_back(target);
  return ViewSelection::outlinesOf(targets, model);
}

/// Draws a scene without a window and without anything behind it.
class Picture {
 public:
  Picture() {
    window_->SetOffScreenRendering(1);
    window_->SetMultiSamples(0);
    window_->SetAlphaBitPlanes(1);
    window_->SetSize(kWidth, kHeight);
    stage_.attach(window_);
    stage_.setAntialiasing(Antialiasing::kMultisample);
    Theme theme = kLightTheme;
    theme.accent = kPartColor;
    stage_.setTheme(theme);
    stage_.setBackdrop(Backdrop::kNone);
    stage_.setFurniture(false);
  }
  ~Picture() {
    stage_.detach();
    window_->Finalize();
  }

  void draw(const Snapshot& snapshot, const PartScene& scene, const std::vector<SceneSelection>& marks) {
    stage_.setRobot(std::make_shared<RobotScene>(snapshot.model));
    SceneOverlays overlays;
    overlays.surfaces = scene.surfaces, overlays.contacts = overlays.contactForces = false;
    stage_.robot()->setOverlays(overlays);
    stage_.update(snapshot);
    stage_.select(marks);
    PictureShapes shapes;
    if (scene.shapes) scene.shapes(snapshot, shapes);
    frame(scene, shapes);
    const std::vector<vtkSmartPointer<vtkActor>> actors = actorsOf(shapes);
    stage_.prepare(kWidth, kHeight, kThick);
    window_->Render();
  }

  void writePng(const std::string& file) {
    vtkNew<vtkUnsignedCharArray> data;
    window_->GetRGBACharPixelData(0, 0, kWidth - 1, kHeight - 1, 0, data);
    std::vector<std::uint8_t> bytes(std::size_t{4} * kWidth * kHeight);
    for (int y = 0; y < kHeight; ++y)
      std::copy_n(data->GetPointer(4L * kWidth * (kHeight - 1 - y)), 4 * kWidth, &bytes[std::size_t{4} * kWidth * y]);
    PictureAverage blended;  // takes the colours out of what is seen through
    blended.add(bytes);
    writePictureFile(file, kWidth, kHeight, blended.pixels(true), true);
  }

 private:
  void frame(const PartScene& scene, const PictureShapes& shapes) {
    std::vector<Vec3> points = stage_.robot()->outline();
    points.insert(points.end(), scene.seen.begin(), scene.seen.end());
    for (const ShapeMesh* mesh : {&shapes.lit, &shapes.through, &shapes.glass})
      for (const Vec3f& point : mesh->points) points.push_back(point.cast<double>());
    stage_.camera().azimuth = scene.azimuth * CameraView::kDegree;
    stage_.camera().elevation = scene.elevation * CameraView::kDegree;
    stage_.camera().frame(points, static_cast<double>(kWidth) / kHeight, kMargin);
  }

  /// Added to the picture, glass last.
  std::vector<vtkSmartPointer<vtkActor>> actorsOf(const PictureShapes& shapes) {
    std::vector<vtkSmartPointer<vtkActor>> actors;
    const auto add = [&](const ShapeMesh& mesh) -> vtkActor& {
      actors.push_back(makeActor(toPolyData(mesh)));
      stage_.renderer()->AddActor(actors.back());
      return *actors.back();
    };
    for (const ShapeMesh* mesh : {&shapes.lit, &shapes.through}) {
      vtkActor& actor = add(*mesh);
      useRig(actor);
      setRig(actor, lightRig(stage_.camera(), stage_.theme()));
      if (mesh != &shapes.through) continue;
      showInFront(actor);
      actor.GetProperty()->SetBackfaceCulling(true);  // all of it has one depth
    }
    useGlass(add(shapes.glass), kGlass);
    return actors;
  }

  std::unique_ptr<PrivateDisplay> display_ = PrivateDisplay::ifNeeded();  // outlives the window
  vtkNew<vtkRenderWindow> window_;
  Stage stage_;
};

/// Makes the robot of a scene and adds the part to it, null: nothing; false where something is refused.
bool make(const Part* part, const PartScene& scene, Document& document, std::vector<Problem>& problems) {
  for (const LinkTemplate link : scene.links)
    if (!document.edit(edits::addLink(link, 0), problems)) return false;
  if (scene.isFlying && !document.edit(edits::addPropellers(document.description().links[0].id), problems))
    return false;
  if (!document.setFields(scene.before, problems)) return false;
  if (!part) return true;
  PartPlace place;
  const auto& links = document.description().links;
  if (!links.empty()) place.link = links[0].id;
  if (links.size() > 1) place.other = links[1].id;
  if (isLoop(*part)) place.model = buildModel(document.description(), problems);
  return document.edit(part->edit(place), problems);
}

bool draw(const std::string& id, const Part* part, const PartScene& scene, const std::string& file) {
  Document document;
  std::vector<Problem> problems;
  bool done = make(part, scene, document, problems);
  std::shared_ptr<const Model> model = buildModel(document.description(), problems);
  const std::vector<SceneSelection> marks =
      done && model && scene.marked ? addedMarks(document, *model) : std::vector<SceneSelection>();
  done = done && document.setFields(scene.after, problems);
  model = buildModel(document.description(), problems);
  for (const Problem& problem : problems) std::fprintf(stderr, "%s: %s\n", id.c_str(), problem.message.c_str());
  if (!done || !model) return false;
  Picture picture;
  picture.draw(moved(model, scene), scene, marks);
  picture.writePng(file);
  return true;
}

/// Of a part, or of a kind of controller where there is none.
bool drawAny(const std::string& id, const std::string& file) {
  static const PartScene kAlone = {.moment = kMoment};
  const Part* part = partOf(QString::fromStdString(id));
  if (const PartScene* scene = sceneOf(id)) return draw(id, part, *scene, file);
  return part ? draw(id, part, kAlone, file) : drawDiagram(id, QString::fromStdString(file));
}

}  // namespace
}  // namespace tendril

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: part_pictures FOLDER [ID...]\n"), 2;
  std::vector<std::string> ids;
  for (const tendril::Part& part : tendril::parts()) ids.emplace_back(part.id);
  for (const auto& offer : tendril::edits::controllerOffers({}, nullptr)) ids.push_back("controller_" + offer.type);
  const std::set<std::string> wanted(argv + 2, argv + argc);
  bool good = true;
  for (const std::string& id : ids)
    if (wanted.empty() || wanted.contains(id))
      good = tendril::drawAny(id, std::string(argv[1]) + '/' + id + ".png") && good;
  return good ? 0 : 1;
}
