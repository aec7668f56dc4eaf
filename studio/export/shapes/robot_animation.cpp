// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/shapes/robot_animation.hpp"

#include <vtkPolyData.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/text/number_text.hpp"
#include "studio/export/animated_gltf.hpp"
#include "studio/export/shapes/key_frames.hpp"
#include "studio/export/shapes/robot_surfaces.hpp"

namespace tendril {
namespace {

constexpr vtkIdType kWatched = 24;   // points of a soft body that key frames are chosen by
constexpr double kTolerance = 5e-4;  // of a soft body's size: less than a pixel where it fills a picture
constexpr double kReading = 0.7;     // share of the time that looking at all instants takes

/// A link over the whole run.
struct MovingLink {
  PoseTrack track;
  std::unique_ptr<SoftSurface> soft;  // null: there is none
  std::vector<float> watched;         // points of it, in its link's frame, of all instants
  KeyFrames keys;
  AnimatedGltf::Node node = 0;
};

/// The instants whose times differ in the file.
std::vector<const ShapeInstant*> distinctInstants(std::span<const ShapeInstant> instants) {
  std::vector<const ShapeInstant*> out;
  const auto counted = [&](const ShapeInstant& instant) { return static_cast<float>(instant.t - instants.front().t); };
  for (const ShapeInstant& instant : instants)
    if (out.empty() || counted(instant) > counted(*out.back())) out.push_back(&instant);
  return out;
}

/// Brings sections and surface of a soft body from the world to its link's frame.
void toLinkFrame(Snapshot& snapshot, std::size_t link) {
  const Pose back = snapshot.linkPoses[link].inverse();
  const auto run = [&](auto& values, const std::vector<int>& first) {
    for (int k = first[link]; k < first[link + 1]; ++k) {
      auto& value = values[static_cast<std::size_t>(k)];
      value = back * value;
    }
  };
  run(snapshot.sections, snapshot.firstSection);
  run(snapshot.surfacePoints, snapshot.firstSurfacePoint);
}

/// Diagonal of the box around points, three numbers each.
double extentOf(std::span<const float> points) {
  Eigen::AlignedBox3f box;
  for (std::size_t k = 0; k + 2 < points.size(); k += 3)
    box.extend(Eigen::Vector3f(points[k], points[k + 1], points[k + 2]));
  return box.isEmpty() ? 0 : static_cast<double>(box.diagonal().norm());
}

class Animation {
 public:
  Animation(const std::shared_ptr<const Model>& model, std::span<const ShapeInstant> instants,
            const ExportProgress& goesOn)
      : model_(model), instants_(distinctInstants(instants)), goesOn_(goesOn), data_(*model) {
    for (const ShapeInstant* instant : instants_) times_.push_back(instant->t);
    links_.resize(model_->robotLinks().size());
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (const Body* body = model_->links[i].body.get()) links_[i].soft = makeSoftSurface(*body);
  }

  bool write(int keys, const std::filesystem::path& file, ExportNotes& notes) {
    if (!readMotion()) return false;
    chooseKeys(keys, notes);
    AnimatedGltf gltf(times_);
    addLinks(gltf, notes);
    if (!addShapes(gltf)) return false;
    if (!gltf.moves()) notes.add("the robot", {}, "it does not move in this time, so the file has no animation");
    gltf.write(file);
    return true;
  }

 private:
  bool goesOn(double share) const { return !goesOn_ || goesOn_(share); }

  void pose(std::size_t instant) {
    const ShapeInstant& at = *instants_[instant];
    if (!at.q.allFinite())
      throw std::runtime_error("the coordinates at t = " + numberText(at.t) +
                               " s are not finite; take the run up to there (--to)");
    fillSnapshot(model_, data_, at.t, at.q, at.v, &at.u, snapshot_);
  }

  void updateSoft(std::size_t link) {
    toLinkFrame(snapshot_, link);
    links_[link].soft->update(snapshot_, static_cast<int>(link));
  }

  void watch(MovingLink& link) const {
    vtkPolyData* surface = link.soft->surface();
    const vtkIdType points = surface->GetNumberOfPoints(), count = std::min(points, kWatched);
    for (vtkIdType k = 0; k < count; ++k)
      for (const double value : Vec3(surface->GetPoint(k * points / count)))
        link.watched.push_back(static_cast<float>(value));
  }

  /// Poses of all links, and some points of soft bodies, at all instants.
  bool readMotion() {
    for (std::size_t k = 0; k < instants_.size(); ++k) {
      if (!goesOn(kReading * static_cast<double>(k) / static_cast<double>(instants_.size()))) return false;
      pose(k);
      for (std::size_t i = 0; i < links_.size(); ++i) {
        links_[i].track.add(snapshot_.linkPoses[i]);
        if (!links_[i].soft) continue;
        updateSoft(i);
        watch(links_[i]);
      }
    }
    return true;
  }

  void chooseKeys(int most, ExportNotes& notes) {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      MovingLink& link = links_[i];
      if (!link.soft) continue;
      const double size = extentOf(std::span(link.watched).first(link.watched.size() / instants_.size()));
      link.keys = chooseKeyFrames(times_, link.watched, kTolerance * size, most);
      if (link.keys.error > kTolerance * size && link.keys.instants.size() > 1)
        notes.add("shapes of soft links", model_->links[i].name,
                  "between its " + std::to_string(link.keys.instants.size()) + " key frames it is up to " +
                      messageNumber(1000 * link.keys.error, 2) + " mm off; --keys on the command line takes more");
      link.watched = {};
    }
  }

  void addLinks(AnimatedGltf& gltf, ExportNotes& notes) {
    const RobotSize size = robotSize(*model_);
    std::vector<std::string> problems;
    bool seen = false;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      MovingLink& link = links_[i];
      const std::string& name = model_->links[i].name;
      link.node = gltf.addNode(name, link.track);
      LinkSurfaces rigid = linkSurfaces(*model_, i, size, Pose{}, problems);
      std::vector<Surface> surfaces = std::move(rigid.body);
      std::ranges::move(rigid.joint, std::back_inserter(surfaces));
      seen = seen || link.soft || !surfaces.empty();
      if (surfaces.empty()) continue;
      gltf.setSurfaces(link.soft ? gltf.addPart(link.node, name + " joint") : link.node, surfaces);
    }
    if (!seen) throw std::runtime_error("there is nothing to write: no link has a surface");
    for (const std::string& problem : problems) notes.add(problem, {}, "it was left out");
  }

  /// Soft bodies at their key frames.
  bool addShapes(AnimatedGltf& gltf) {
    std::vector<std::size_t> wanted;
    for (const MovingLink& link : links_)
      wanted.insert(wanted.end(), link.keys.instants.begin(), link.keys.instants.end());
    std::ranges::sort(wanted);
    wanted.erase(std::ranges::unique(wanted).begin(), wanted.end());
    for (std::size_t n = 0; n < wanted.size(); ++n) {
      if (!goesOn(kReading + (1 - kReading) * static_cast<double>(n) / static_cast<double>(wanted.size())))
        return false;
      pose(wanted[n]);
      for (std::size_t i = 0; i < links_.size(); ++i)
        if (std::ranges::binary_search(links_[i].keys.instants, wanted[n])) addShape(gltf, i, wanted[n]);
    }
    return true;
  }

  void addShape(AnimatedGltf& gltf, std::size_t i, std::size_t instant) {
    const MovingLink& link = links_[i];
    updateSoft(i);
    const Surface shape = softBodySurface(*link.soft, model_->links[i]);
    if (link.keys.instants.size() == 1)
      gltf.setSurfaces(link.node, std::span(&shape, 1));
    else if (instant == link.keys.instants.front())
      gltf.setMorphing(link.node, shape, link.keys.instants);
    else
      gltf.addShape(link.node, shape);
  }

  std::shared_ptr<const Model> model_;
  std::vector<const ShapeInstant*> instants_;
  std::vector<double> times_;
  const ExportProgress& goesOn_;
  Data data_;
  Snapshot snapshot_;
  std::vector<MovingLink> links_;
};

}  // namespace

bool writeAnimation(const std::shared_ptr<const Model>& model, std::span<const ShapeInstant> instants, int keys,
                    const std::filesystem::path& file, ExportNotes& notes, const ExportProgress& goesOn) {
  if (instants.empty()) throw std::runtime_error("the run has no instants; there is nothing to write");
  return Animation(model, instants, goesOn).write(keys, file, notes);
}

}  // namespace tendril
