// SPDX-License-Identifier: BSD-3-Clause
// Meshes that are touched, from files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "core/model/contact/contact_surface.hpp"

namespace tendril {
namespace {

std::string written(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

std::string refusal(const std::string& path) {
  try {
    readMesh(path, 1);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST(MeshFile, NumbersOfAnObjNeedNoDigitBeforeThePoint) {
  const TriangleMesh mesh =
      readMesh(written("points.OBJ", "# .5\nmtllib .5.mtl\nv -.03 .5\t+.25\nv 1 0 0\nv 0 1. -.5e-1\nf 1 2 3\n"), 10);
  ASSERT_EQ(mesh.triangles.size(), 1u);
  ASSERT_EQ(mesh.vertices.size(), 3u);
  EXPECT_LE((mesh.vertices[0] - Vec3(-0.3, 5, 2.5)).norm(), 1e-6);
  EXPECT_LE((mesh.vertices[1] - Vec3(10, 0, 0)).norm(), 1e-6);
  EXPECT_LE((mesh.vertices[2] - Vec3(0, 10, -0.5)).norm(), 1e-6);
}

TEST(MeshFile, WhatIsNoMeshIsRefused) {
  EXPECT_NE(refusal(written("beyond.obj", "v 0 0 0\nv .1 0 0\nv 0 1 0\nf 1 2 4\n")).find("out of range"),
            std::string::npos);
  EXPECT_NE(refusal(written("empty.obj", "")).find("cannot be read"), std::string::npos);
  EXPECT_NE(refusal(testing::TempDir() + "missing.obj").find("cannot be read"), std::string::npos);
  EXPECT_NE(refusal(testing::TempDir()).find("cannot be read"), std::string::npos);
  EXPECT_FALSE(refusal(written("points.obj", "v 0 0 0\nv .1 0 0\n")).empty());
}

}  // namespace
}  // namespace tendril
