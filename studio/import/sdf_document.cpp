// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/sdf_document.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <map>
#include <mutex>

namespace tendril {
namespace {

constexpr int kMostIncludes = 30;  // a model that includes itself would never end

/// Errors that leave a robot which can be used.
bool isHarmless(const sdf::Error& error) {
  return error.Code() == sdf::ErrorCode::LINK_INERTIA_INVALID;
}

class SdfCollector {
 public:
  SdfCollector(XmlFile& xml, SdfDocument& out) : xml_(xml), out_(out) {}

  bool collect() {
    if (const sdf::Model* model = out_.root.Model()) addModel(*model, Pose{}, {}, true);
    for (std::uint64_t i = 0; i < out_.root.WorldCount(); ++i) {
      const sdf::World& world = *out_.root.WorldByIndex(i);
      if (i > 0) {
        xml_.note(0, {}, "another world, \"" + world.Name() + '"', "only the first one was read");
        continue;
      }
      const auto g = world.Gravity();
      out_.gravity = {g.X(), g.Y(), g.Z()};
      out_.name = world.Name();
      for (std::uint64_t k = 0; k < world.ModelCount(); ++k) addModel(*world.ModelByIndex(k), Pose{}, {}, true);
    }
    if (out_.links.empty()) xml_.error(xml_.root(), {}, "there is no <link>", "name a file that holds a robot");
    return good_ && !out_.links.empty();
  }

 private:
  bool said(const sdf::Errors& errors) {
    for (const sdf::Error& error : errors)
      xml_.error(error.LineNumber().value_or(0), error.XmlPath().value_or(""), error.Message(), "mend the file");
    good_ = good_ && errors.empty();
    return errors.empty();
  }

  void addModel(const sdf::Model& model, const Pose& around, const std::string& scope, bool floating) {
    ignition::math::Pose3d raw;
    if (!said(model.SemanticPose().Resolve(raw))) return;
    const Pose pose = around * sdfPose(raw);
    if (out_.name.empty()) out_.name = model.Name();
    const std::string inside = scope + model.Name() + "::";
    floating = floating && !model.Static();
    for (std::uint64_t i = 0; i < model.LinkCount(); ++i) {
      const sdf::Link& link = *model.LinkByIndex(i);
      if (said(link.SemanticPose().Resolve(raw)))
        out_.links.push_back({inside + link.Name(), &link, pose * sdfPose(raw), floating});
    }
    for (std::uint64_t i = 0; i < model.JointCount(); ++i) addJoint(*model.JointByIndex(i), pose, inside);
    for (std::uint64_t i = 0; i < model.ModelCount(); ++i) addModel(*model.ModelByIndex(i), pose, inside, floating);
  }

  void addJoint(const sdf::Joint& joint, const Pose& model, const std::string& inside) {
    SdfJoint out;
    out.joint = &joint, out.name = inside + joint.Name();
    ignition::math::Pose3d raw;
    const bool found = said(joint.ResolveParentLink(out.parent)) && said(joint.ResolveChildLink(out.child)) &&
                       said(joint.SemanticPose().Resolve(raw, "__model__"));
    if (!found) return;
    if (out.parent != "world") out.parent = inside + out.parent;
    out.child = inside + out.child;
    out.pose = model * sdfPose(raw);
    for (unsigned i = 0; i < 2; ++i) {
      ignition::math::Vector3d axis;
      if (!joint.Axis(i) || !said(joint.Axis(i)->ResolveXyz(axis, joint.Name()))) continue;
      out.axes[i] = Vec3(axis.X(), axis.Y(), axis.Z());
    }
    out_.joints.push_back(std::move(out));
  }

  XmlFile& xml_;
  SdfDocument& out_;
  bool good_ = true;
};

}  // namespace

Pose sdfPose(const ignition::math::Pose3d& pose) {
  Pose out;
  out.p = {pose.Pos().X(), pose.Pos().Y(), pose.Pos().Z()};
  const Eigen::Quaterniond turn(pose.Rot().W(), pose.Rot().X(), pose.Rot().Y(), pose.Rot().Z());
  if (turn.norm() > 0) out.R = turn.normalized().toRotationMatrix();
  return out;
}

bool loadSdf(const std::filesystem::path& file, XmlFile& xml, SdfDocument& out) {
  sdf::Console::Instance()->SetQuiet(true);
  // Models in included models are looked for by the program's configuration alone.
  static std::mutex one;
  const std::scoped_lock lock(one);
  sdf::ParserConfig& config = sdf::ParserConfig::GlobalConfig();
  std::map<std::string, int> includes;
  bool good = true;
  struct Reset {
    ~Reset() { sdf::ParserConfig::GlobalConfig().SetFindCallback({}); }
  } const reset;
  config.SetFindCallback([&](const std::string& name) {
    const std::filesystem::path found = findReferenced(name, file, Referenced::kFileOrFolder);
    const bool circle = ++includes[name] > kMostIncludes;
    if (good && found.empty())
      xml.error(0, {}, "the included model " + inQuotes(name) + " is not found", "put its folder beside the file");
    if (good && circle)
      xml.error(0, {}, "the model " + inQuotes(name) + " includes itself, or there are too many of it", "take one out");
    good = good && !circle && !found.empty();
    return good ? found.string() : std::string();
  });
  try {
    for (const sdf::Error& error : out.root.Load(file.string(), config)) {
      if (isHarmless(error)) continue;
      good = false;
      if (error.Code() == sdf::ErrorCode::URI_LOOKUP) continue;  // said above
      xml.error(error.LineNumber().value_or(0), error.XmlPath().value_or(""), error.Message(), "mend the file");
    }
    if (!good) return false;
    return SdfCollector(xml, out).collect();
  } catch (const std::exception& failed) {
    xml.error(0, {}, std::string("cannot be read: ") + failed.what(), "mend the file");
    return false;
  }
}

}  // namespace tendril
