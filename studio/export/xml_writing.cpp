// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/xml_writing.hpp"

#include <cmath>
#include <set>
#include <sstream>
#include <stdexcept>

#include "core/math/so3.hpp"
#include "core/text/number_text.hpp"
#include "studio/export/surface_writer.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;
constexpr double kLocked = 1e-9;  // cosine of the pitch: only yaw − roll can be told apart
const Vec3 kGrey(0.6, 0.62, 0.66);

Mat3 xBecomesZ() {
  return (Mat3() << 0, 0, 1, 0, 1, 0, -1, 0, 0).finished();
}

}  // namespace

std::string numbersText(const VecXRef& values) {
  std::string out;
  for (const double value : values) out += (out.empty() ? "" : " ") + numberText(value == 0 ? 0 : value);
  return out;
}

void put(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name) = value.c_str();
}

void put(pugi::xml_node node, const char* name, double value) {
  put(node, name, numberText(value == 0 ? 0 : value));
}

void put(pugi::xml_node node, const char* name, const VecXRef& values) {
  put(node, name, numbersText(values));
}

Vec3 rollPitchYaw(const Mat3& R) {
  const double cosine = std::hypot(R(0, 0), R(1, 0));
  const double yaw = cosine < kLocked ? 0 : std::atan2(R(1, 0), R(0, 0));
  const Mat3 rest = rotationAbout<double>(Vec3::UnitZ(), -yaw) * R;  // Ry(pitch) Rx(roll)
  return {std::atan2(-rest(1, 2), rest(1, 1)), std::atan2(-rest(2, 0), rest(0, 0)), yaw};
}

Eigen::Vector4d colorOf(const LinkSpec& link) {
  const Vec3 rgb = link.color ? Vec3((*link.color)[0], (*link.color)[1], (*link.color)[2]) : kGrey;
  const auto rounded = [](double share) { return std::round(share * 1e4) / 1e4; };  // finer than a byte
  return {rounded(rgb.x()), rounded(rgb.y()), rounded(rgb.z()), 1};
}

void saveXml(const pugi::xml_document& document, const fs::path& file) {
  std::ostringstream text;
  document.save(text, "  ", pugi::format_default, pugi::encoding_utf8);
  writeWhole(file, text.str());
}

Pose roundAlongZPose(const Pose& alongX) {
  return {alongX.R * xBecomesZ(), alongX.p};
}

MeshFiles::MeshFiles(const StagedFiles& files, ExportNotes& notes) : files_(files), notes_(notes) {}

std::string MeshFiles::nameOf(const Visual& visual, const std::string& link) {
  const double scale = visual.size[0] > 0 ? visual.size[0] : 1;
  const auto [known, fresh] = known_.try_emplace({visual.mesh, scale});
  if (!fresh) return known->second;
  try {
    Surface surface{fs::path(visual.mesh).stem().string(), Vec3::Zero(), readMesh(visual.mesh, scale), {}};
    const fs::path folder = files_.file().stem().string() + "_meshes";
    std::set<std::string> taken;
    for (const auto& [mesh, name] : known_) taken.insert(name);
    std::string name = (folder / (surface.name + ".stl")).generic_string();
    for (int k = 2; taken.contains(name); ++k)
      name = (folder / (surface.name + '-' + std::to_string(k) + ".stl")).generic_string();
    writeSurfaces({surface}, SurfaceFormat::kStl, files_.beside(name));
    known->second = name;
  } catch (const std::runtime_error& error) {
    notes_.add("meshes that cannot be read, of links", link, std::string("they were left out: ") + error.what());
  }
  return known->second;
}

}  // namespace tendril
