// SPDX-License-Identifier: GPL-3.0-or-later
// Robots that move, as .glb: the bytes keep the rules of the format.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include "core/project/json_tree.hpp"
#include "studio/export/shapes/shape_export.hpp"
#include "tests/studio/export/animated.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

/// A .glb by its bytes.
struct GlbRead {
  json::Node text;
  std::string data;

  explicit GlbRead(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string all(std::istreambuf_iterator<char>(stream), {});
    const auto word = [&](std::size_t at) {
      std::uint32_t value = 0;
      std::memcpy(&value, all.data() + at, sizeof value);
      return std::size_t{value};
    };
    EXPECT_EQ(all.substr(0, 4), "glTF");
    EXPECT_EQ(word(4), 2u);
    EXPECT_EQ(word(8), all.size());
    const std::size_t size = word(12);
    EXPECT_EQ(all.substr(16, 4), "JSON");
    EXPECT_EQ(size % 4, 0u);
    EXPECT_EQ(word(20 + size) + 28 + size, all.size());
    EXPECT_EQ(all.substr(24 + size, 4), std::string("BIN\0", 4));
    std::vector<Problem> problems;
    text = json::parse(std::string_view(all).substr(20, size), problems);
    EXPECT_TRUE(problems.empty());
    data = all.substr(28 + size);
  }

  std::size_t number(const json::Node& of, const char* key) const {
    const json::Node* value = of.find(key);
    return value ? static_cast<std::size_t>(value->number) : 0;
  }
  const json::Node& accessor(std::size_t index) const { return text.find("accessors")->items.at(index); }
  std::size_t components(const json::Node& of) const {
    const std::string& type = of.find("type")->text;
    return type == "SCALAR" ? 1 : type == "VEC3" ? 3 : 4;
  }
  /// The numbers of an accessor; whole words in the data.
  template <class T>
  std::vector<T> values(const json::Node& of) const {
    const json::Node& view = text.find("bufferViews")->items.at(number(of, "bufferView"));
    const std::size_t offset = number(view, "byteOffset"), size = number(of, "count") * components(of) * sizeof(T);
    EXPECT_EQ(offset % 4, 0u);
    EXPECT_EQ(number(view, "byteLength"), size);
    EXPECT_LE(offset + size, data.size());
    std::vector<T> out(size / sizeof(T));
    std::memcpy(out.data(), data.data() + offset, size);
    return out;
  }
  /// Least and largest numbers are those that it says.
  void expectBounds(const json::Node& of) const {
    const std::vector<float> all = values<float>(of);
    const std::size_t width = components(of);
    ASSERT_TRUE(of.find("min") && of.find("max"));
    for (std::size_t c = 0; c < width; ++c) {
      float low = all[c], high = all[c];
      for (std::size_t i = c; i < all.size(); i += width) low = std::min(low, all[i]), high = std::max(high, all[i]);
      EXPECT_EQ(of.find("min")->items.at(c).number, low);
      EXPECT_EQ(of.find("max")->items.at(c).number, high);
    }
  }
};

TEST(ExportAnimation, KeepsTheRulesOfTheFormat) {
  const TemporaryFolder folder;
  const ExportedProject project = armWithRod();
  const std::string file = folder.path("run.glb");
  ASSERT_TRUE(exportShapeSeries(project.model, runOf(*project.model, 51, swingOf), file, false, {}).ok());
  const GlbRead glb(file);
  ASSERT_TRUE(glb.text.find("accessors"));
  EXPECT_EQ(glb.text.find("asset")->find("version")->text, "2.0");
  EXPECT_EQ(glb.text.find("buffers")->items[0].find("byteLength")->number, static_cast<double>(glb.data.size()));
  for (const json::Node& accessor : glb.text.find("accessors")->items) {
    if (glb.number(accessor, "componentType") == 5126) {
      for (const float value : glb.values<float>(accessor)) ASSERT_TRUE(std::isfinite(value));
    } else {
      ASSERT_EQ(glb.number(accessor, "componentType"), 5125u);
    }
  }
  std::size_t shapes = 0;
  for (const json::Node& mesh : glb.text.find("meshes")->items) {
    for (const json::Node& primitive : mesh.find("primitives")->items) {
      const json::Node& vertices = glb.accessor(glb.number(*primitive.find("attributes"), "POSITION"));
      glb.expectBounds(vertices);
      for (const std::uint32_t corner : glb.values<std::uint32_t>(glb.accessor(glb.number(primitive, "indices"))))
        ASSERT_LT(corner, glb.number(vertices, "count"));
      const json::Node* targets = primitive.find("targets");
      if (!targets) continue;
      EXPECT_EQ(mesh.find("weights")->items.size(), targets->items.size());
      for (const json::Node& target : targets->items) {
        const json::Node& moved = glb.accessor(glb.number(target, "POSITION"));
        glb.expectBounds(moved);
        EXPECT_EQ(moved.find("count")->number, vertices.find("count")->number);
        ++shapes;
      }
    }
  }
  EXPECT_GT(shapes, 0u);
  const json::Node& animation = glb.text.find("animations")->items.at(0);
  EXPECT_EQ(animation.find("extras")->find("start")->number, kRunStart);
  for (const json::Node& sampler : animation.find("samplers")->items) {
    const json::Node& times = glb.accessor(glb.number(sampler, "input"));
    glb.expectBounds(times);
    const std::vector<float> t = glb.values<float>(times);
    EXPECT_EQ(t.front(), 0);
    EXPECT_EQ(t.back(), 1);
    for (std::size_t k = 1; k < t.size(); ++k) EXPECT_GT(t[k], t[k - 1]);
  }
}

}  // namespace
}  // namespace tendril
