// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/animated_gltf.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/math/so3.hpp"
#include "core/text/number_text.hpp"
#include "studio/export/staged_files.hpp"

namespace tendril {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

constexpr int kFloats = 5126, kUnsigned = 5125;                  // types of numbers
constexpr int kVertexTarget = 34962, kIndexTarget = 34963;       // what a part of the data is for
constexpr std::size_t kMostBytes = 0xffffffff, kRoom = 1 << 26;  // of a file; of it, for all but the data
constexpr double kRoughness = 0.6;                               // as writeSurfaces() has it
constexpr std::array kTypes = {"", "SCALAR", "", "VEC3", "VEC4"};

/// Vertices of a shape, three numbers each.
struct Vertices {
  std::vector<float> positions, normals;
};

Vertices verticesOf(const Surface& surface) {
  Vertices out;
  for (const Vec3& vertex : surface.mesh.vertices)
    for (const double value : vertex) out.positions.push_back(static_cast<float>(value));
  for (const Vec3& normal : surface.normals) {
    const double length = normal.norm();  // triangles that have shrunk to lines have none
    const Vec3 unit = length > 0 ? Vec3(normal / length) : Vec3(Vec3::UnitZ());
    for (const double value : unit) out.normals.push_back(static_cast<float>(value));
  }
  return out;
}

std::vector<float> differences(std::vector<float> values, const std::vector<float>& from) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] -= from[i];
  return values;
}

/// Whether all tuples are the first one.
bool isConstant(const std::vector<float>& values, std::size_t components) {
  for (std::size_t i = components; i < values.size(); ++i)
    if (values[i] != values[i - components]) return false;
  return true;
}

/// Appends to a list; the index of what is new.
std::size_t appended(Json& list, Json value) {
  list.push_back(std::move(value));
  return list.size() - 1;
}

[[noreturn]] void tooLarge() {
  throw std::runtime_error(
      "the file would be larger than the 4 GB that a .glb can have; take fewer instants (--every) or key frames "
      "(--keys)");
}

std::string wordOf(std::size_t value) {
  const auto word = static_cast<std::uint32_t>(value);
  std::string out(sizeof word, '\0');
  std::memcpy(out.data(), &word, sizeof word);
  return out;
}

}  // namespace

void PoseTrack::add(const Pose& pose) {
  Eigen::Vector4d q = quaternionFromRotation<double>(pose.R);
  if (q.dot(last_) < 0) q = -q;
  last_ = q;
  for (const double p : pose.p) translations_.push_back(static_cast<float>(p));
  for (const double part : {q[1], q[2], q[3], q[0]}) rotations_.push_back(static_cast<float>(part));
}

/// The lists of a file, and the numbers that they point into.
class AnimatedGltf::Content {
 public:
  explicit Content(std::span<const double> times) : times_(times.begin(), times.end()) {
    // z of the world becomes y, x stays; by columns.
    nodes_.push_back({{"name", "robot"}, {"matrix", {1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1}}});
  }

  Node addNode(const std::string& name, const PoseTrack& track) {
    const std::vector<float>&p = track.translations(), &r = track.rotations();
    const Node node = appended(nodes_, {{"name", name},
                                        {"translation", std::vector<float>(p.begin(), p.begin() + 3)},
                                        {"rotation", std::vector<float>(r.begin(), r.begin() + 4)}});
    nodes_[0]["children"].push_back(node);
    if (!isConstant(p, 3)) addChannel(node, "translation", allTimes(), addAccessor(p, 3, Use::kKeys));
    if (!isConstant(r, 4)) addChannel(node, "rotation", allTimes(), addAccessor(r, 4, Use::kKeys));
    return node;
  }

  Node addPart(Node to, const std::string& name) {
    const Node part = appended(nodes_, {{"name", name}});
    nodes_[to]["children"].push_back(part);
    return part;
  }

  void setSurfaces(Node node, std::span<const Surface> surfaces) {
    Json primitives = Json::array();
    for (const Surface& surface : surfaces) primitives.push_back(primitiveOf(surface, verticesOf(surface)));
    addMesh(node, std::move(primitives));
  }

  /// The weight of a shape is 1 at its key and 0 at the others.
  void setMorphing(Node node, const Surface& first, std::span<const std::size_t> keys) {
    Vertices vertices = verticesOf(first);
    Json primitives = Json::array({primitiveOf(first, vertices)});
    primitives[0]["targets"] = Json::array();
    const std::size_t mesh = addMesh(node, std::move(primitives)), shapes = keys.size() - 1;
    std::vector<float> times, weights(keys.size() * shapes, 0.0F);
    std::vector<std::string> names;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      times.push_back(countedTime(keys[k]));
      if (k == 0) continue;
      weights[k * shapes + k - 1] = 1;
      names.push_back(messageNumber(times_[keys[k]], 9) + " s");
    }
    meshes_[mesh]["weights"] = std::vector<int>(shapes, 0);
    meshes_[mesh]["extras"] = {{"targetNames", names}};  // where Blender and three.js look for them
    addChannel(node, "weights", addAccessor(times, 1, Use::kTimes), addAccessor(weights, 1, Use::kKeys));
    morphing_[node] = {mesh, std::move(vertices)};
  }

  void addShape(Node node, const Surface& shape) {
    const auto& [mesh, first] = morphing_.at(node);
    Vertices vertices = verticesOf(shape);
    if (vertices.positions.size() != first.positions.size() || vertices.normals.size() != first.normals.size())
      throw std::runtime_error("\"" + shape.name + "\" does not keep its vertices");
    Json target;
    target["POSITION"] = addAccessor(differences(std::move(vertices.positions), first.positions), 3, Use::kPositions);
    if (!vertices.normals.empty())
      target["NORMAL"] = addAccessor(differences(std::move(vertices.normals), first.normals), 3, Use::kNormals);
    meshes_[mesh]["primitives"][0]["targets"].push_back(std::move(target));
  }

  bool moves() const { return !channels_.empty(); }

  std::string text() const {
    Json out;
    out["asset"] = {{"version", "2.0"}, {"generator", "Tendril"}};
    out["scene"] = 0;
    out["scenes"] = Json::array({{{"nodes", Json::array({0})}}});
    for (const auto& [key, list] :
         {std::pair("nodes", &nodes_), std::pair("meshes", &meshes_), std::pair("materials", &materials_),
          std::pair("accessors", &accessors_), std::pair("bufferViews", &views_)})
      if (!list->empty()) out[key] = *list;  // lists of nothing are not allowed
    out["buffers"] = Json::array({{{"byteLength", data_.size()}}});
    if (moves())
      out["animations"] = Json::array({{{"name", "run"},
                                        {"channels", channels_},
                                        {"samplers", samplers_},
                                        {"extras", {{"start", times_.front()}}}}});
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  const std::string& data() const { return data_; }

 private:
  enum class Use { kKeys, kTimes, kNormals, kPositions };
  struct Morphing {
    std::size_t mesh;
    Vertices first;
  };

  /// The accessor of the times of all instants.
  std::size_t allTimes() {
    if (allTimes_) return *allTimes_;
    std::vector<float> counted;
    for (std::size_t k = 0; k < times_.size(); ++k) counted.push_back(countedTime(k));
    allTimes_ = addAccessor(counted, 1, Use::kTimes);
    return *allTimes_;
  }

  float countedTime(std::size_t instant) const { return static_cast<float>(times_[instant] - times_.front()); }

  template <class T>
  std::size_t append(std::span<const T> values, int target) {
    if (data_.size() + values.size_bytes() > kMostBytes - kRoom) tooLarge();
    Json view = {{"buffer", 0}, {"byteOffset", data_.size()}, {"byteLength", values.size_bytes()}};
    if (target > 0) view["target"] = target;
    // Whole words, so that the next ones begin where they may.
    data_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    return appended(views_, std::move(view));
  }

  std::size_t addAccessor(std::span<const float> values, std::size_t components, Use use) {
    if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
      throw std::runtime_error("what is seen of the robot has numbers that are not finite");
    const bool vertices = use == Use::kPositions || use == Use::kNormals;
    Json accessor = {{"bufferView", append(values, vertices ? kVertexTarget : 0)},
                     {"componentType", kFloats},
                     {"count", values.size() / components},
                     {"type", kTypes[components]}};
    if (use == Use::kTimes || use == Use::kPositions) {
      const auto first = values.first(components);
      std::vector<float> low(first.begin(), first.end()), high = low;
      for (std::size_t i = 0; i < values.size(); ++i) {
        low[i % components] = std::min(low[i % components], values[i]);
        high[i % components] = std::max(high[i % components], values[i]);
      }
      accessor["min"] = std::vector<double>(low.begin(), low.end());  // with all digits
      accessor["max"] = std::vector<double>(high.begin(), high.end());
    }
    return appended(accessors_, std::move(accessor));
  }

  std::size_t addIndices(const std::vector<std::array<int, 3>>& triangles) {
    std::vector<std::uint32_t> corners;
    for (const std::array<int, 3>& triangle : triangles)
      for (const int corner : triangle) corners.push_back(static_cast<std::uint32_t>(corner));
    return appended(accessors_, {{"bufferView", append(std::span<const std::uint32_t>(corners), kIndexTarget)},
                                 {"componentType", kUnsigned},
                                 {"count", corners.size()},
                                 {"type", "SCALAR"}});
  }

  std::size_t addMaterial(const Surface& surface) {
    const Vec3 rgb = linearLight(surface.color);
    return appended(materials_, {{"name", surface.name},
                                 {"pbrMetallicRoughness",
                                  {{"baseColorFactor", {rgb.x(), rgb.y(), rgb.z(), 1.0}},
                                   {"metallicFactor", 0},
                                   {"roughnessFactor", kRoughness}}},
                                 {"doubleSided", true}});  // sheets, and pictures of links that are open
  }

  Json primitiveOf(const Surface& surface, const Vertices& vertices) {
    Json primitive;
    primitive["attributes"]["POSITION"] = addAccessor(vertices.positions, 3, Use::kPositions);
    if (!vertices.normals.empty()) primitive["attributes"]["NORMAL"] = addAccessor(vertices.normals, 3, Use::kNormals);
    primitive["indices"] = addIndices(surface.mesh.triangles);
    primitive["material"] = addMaterial(surface);
    return primitive;
  }

  std::size_t addMesh(Node node, Json primitives) {
    const std::size_t mesh = appended(meshes_, {{"name", nodes_[node]["name"]}, {"primitives", std::move(primitives)}});
    nodes_[node]["mesh"] = mesh;
    return mesh;
  }

  void addChannel(Node node, const char* path, std::size_t times, std::size_t values) {
    const std::size_t sampler =
        appended(samplers_, {{"input", times}, {"interpolation", "LINEAR"}, {"output", values}});
    channels_.push_back({{"sampler", sampler}, {"target", {{"node", node}, {"path", path}}}});
  }

  std::vector<double> times_;
  Json nodes_ = Json::array(), meshes_ = Json::array(), materials_ = Json::array(), accessors_ = Json::array(),
       views_ = Json::array(), samplers_ = Json::array(), channels_ = Json::array();
  std::optional<std::size_t> allTimes_;
  std::map<Node, Morphing> morphing_;
  std::string data_;
};

AnimatedGltf::AnimatedGltf(std::span<const double> times) : content_(std::make_unique<Content>(times)) {}
AnimatedGltf::~AnimatedGltf() = default;

AnimatedGltf::Node AnimatedGltf::addNode(const std::string& name, const PoseTrack& track) {
  return content_->addNode(name, track);
}

AnimatedGltf::Node AnimatedGltf::addPart(Node to, const std::string& name) {
  return content_->addPart(to, name);
}

void AnimatedGltf::setSurfaces(Node node, std::span<const Surface> surfaces) {
  content_->setSurfaces(node, surfaces);
}

void AnimatedGltf::setMorphing(Node node, const Surface& first, std::span<const std::size_t> keys) {
  content_->setMorphing(node, first, keys);
}

void AnimatedGltf::addShape(Node node, const Surface& shape) {
  content_->addShape(node, shape);
}

bool AnimatedGltf::moves() const {
  return content_->moves();
}

void AnimatedGltf::write(const std::filesystem::path& file) const {
  constexpr std::size_t kHeader = 12, kChunkHeader = 8;
  std::string text = content_->text();
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const std::string& data = content_->data();
  const std::size_t size = kHeader + 2 * kChunkHeader + text.size() + data.size();
  if (size > kMostBytes) tooLarge();
  writeParts(file, {"glTF", wordOf(2), wordOf(size), wordOf(text.size()), "JSON", text, wordOf(data.size()),
                    std::string_view("BIN\0", 4), data});
}

}  // namespace tendril
