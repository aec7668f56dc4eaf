// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/document/random/drawing.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <variant>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/items.hpp"

namespace tendril {
namespace {

constexpr ObjectId kNobody = 1'000'000;

constexpr const char* kOther = R"json({
  "format": "tendril", "version": 1, "name": "Other", "gravity": [0, 0, -1.6],
  "parameters": {"size": 0.02, "radius": "=size/2", "spare": 3},
  "materials": {"silicone": {"young": 2e5, "density": 1100},
                "rubber": {"model": "neo_hookean", "density": 1000, "c1": 1e5}},
  "links": [
    {"name": "base", "joint": {"type": "revolute", "limits": [[-1, 1]]},
     "body": {"type": "rigid", "mass": 0.5, "inertia": [1, 1, 1, 0, 0, 0], "tip": {"position": [0.1, 0, 0]},
      "visual": {"box": [0.1, 0.02, 0.02]}}},
    {"name": "arm", "parent": "base", "body": {"type": "rod", "material": "silicone", "length": 0.3,
      "section": {"shape": "circle", "radius": "=radius"},
      "strain": {"bending_y": {"basis": "legendre", "order": 1}, "bending_z": {"basis": "legendre", "order": 1}}}}],
  "actuators": [{"name": "tendon 1", "type": "tendon", "route": [{"link": "arm", "y": "r(X)"}]},
                {"name": "motor", "type": "joint", "link": "base"}],
  "loads": [{"name": "water", "type": "fluid", "density": 1000},
            {"name": "floor", "type": "contact", "between": ["arm", "world"], "surface": "plane",
             "pose": {"position": [0, 0, -1]}}],
  "loops": [{"name": "hold", "type": "spherical", "a": {"link": "arm"},
             "b": {"link": "world", "pose": {"position": [0.4, 0, 0]}}}],
  "controllers": [{"name": "waves", "type": "signals", "outputs": {"tendon 1": "2+sin(t)", "motor": "0.1"}}],
  "signals": {"reach": "arm.tip.x", "miss": "reach - 2*size"},
  "variants": {"soft": {"materials.silicone.young": 1e5}},
  "provenance": {"links.arm.body.length": "measured"}
})json";

}  // namespace

const Description& Drawing::otherProject() {
  static const Description project = [] {
    ReadResult read = readProjectText(kOther);
    if (!read.ok()) throw std::runtime_error(read.problems.front().text());
    return Document(std::move(read.description), read.text, {}).description();  // with ids
  }();
  return project;
}

const Model* Drawing::model() {
  if (!tried_) {
    std::vector<Problem> problems;
    model_ = buildModel(now(), problems, {.directory = document_.directory(), .live = true, .checked = true});
    tried_ = true;
  }
  return model_.get();
}

ObjectId Drawing::any(ItemKind kind) {
  if (dice.oneIn(40)) return kNobody;
  return withList(now(), kind,
                  [&](const auto& objects) { return objects.empty() ? ObjectId{0} : dice.oneOf(objects).id; });
}

ObjectId Drawing::linkWith(std::string_view body) {
  std::vector<ObjectId> links;
  for (const description::Link& link : now().links)
    if (link.body && std::visit([&]<class T>(const T&) { return T::kType == body; }, *link.body))
      links.push_back(link.id);
  return links.empty() || dice.oneIn(20) ? link() : dice.oneOf(links);
}

ItemRef Drawing::item() {
  const ItemKind kind = dice.oneOf(kItemKinds);
  return {kind, any(kind)};
}

std::vector<ItemRef> Drawing::items() {
  std::vector<ItemRef> out;
  for (std::size_t i = 0; i <= dice.below(3); ++i) out.push_back(item());
  return out;
}

std::string Drawing::newName() {
  switch (dice.below(12)) {
    case 0:
      return "bad.name";
    case 1:
      return {};
    case 2:
      return now().links.empty() ? "world" : now().links.front().name;
    default:
      return "name " + std::to_string(kept.names++);
  }
}

std::string Drawing::variant() {
  const auto& variants = base().variants.entries;
  return variants.empty() || dice.oneIn(10) ? "nobody" : dice.oneOf(variants).first;
}

std::string Drawing::parameter() {
  const auto& parameters = now().parameters.entries;
  return parameters.empty() || dice.oneIn(10) ? "nothing" : dice.oneOf(parameters).first;
}

double Drawing::number(double low, double high) {
  switch (dice.below(40)) {
    case 0:
      return 0;
    case 1:
      return -dice.within(low, high);
    case 2:
      return 1e300;
    case 3:
      return std::numeric_limits<double>::quiet_NaN();
    default:
      return dice.within(low, high);
  }
}

Vec3 Drawing::place(double reach) {
  return {number(-reach, reach), number(-reach, reach), number(-reach, reach)};
}

description::Attachment Drawing::attachment() {
  using Place = description::Attachment::Place;
  description::Attachment at;
  at.place = dice.oneOf(std::array{Place::kTip, Place::kTip, Place::kBase, Place::kStation, Place::kPoint});
  if (at.place == Place::kStation) at.station = number(0, 1);
  if (at.place == Place::kPoint) at.point = {number(0, 0.2), number(-0.02, 0.02), number(-0.02, 0.02)};
  return at;
}

FieldSample Drawing::kind() {
  std::vector<FieldSample> kinds = sampleFields(now(), dice.generator());
  std::erase_if(kinds, [](const FieldSample& sample) { return !sample.isKind; });
  return kinds.empty() ? FieldSample{"links.nobody.body.type", "\"rod\"", true} : dice.oneOf(kinds);
}

const std::vector<EditKind>& editKinds() {
  static const std::vector<EditKind> all = [] {
    std::vector<EditKind> out;
    for (const auto& part : {kindsThatAdd(), kindsThatChange(), kindsOfCopies(), kindsOfBodies(), kindsOfControllers(),
                             kindsOfPlaces(), kindsOfVariants(), kindsOfImports()})
      out.insert(out.end(), part.begin(), part.end());
    return out;
  }();
  return all;
}

Edit refusedEdit(std::string why) {
  return {"Nothing", [why = std::move(why)](Description&, std::vector<Problem>& problems) {
            return edits::fail(problems, "links", why, "choose something else");
          }};
}

}  // namespace tendril
