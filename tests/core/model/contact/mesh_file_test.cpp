// SPDX-License-Identifier: BSD-3-Clause
// Meshes that are touched, from files.
#include <gtest/gtest.h>

#include <stdexcept>

#include "core/model/contact/contact_surface.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

std::string refusal(const std::string& path) {
  try {
    readMesh(path, 1);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST(MeshFile, NumbersOfAnObjNeedNoDigitBeforeThePoint) {
  const TemporaryFolder folder;
  const TriangleMesh mesh = readMesh(
      folder.write("points.OBJ", "# .5\nmtllib .5.mtl\nv -.03 .5\t+.25\nv 1 0 0\nv 0 1. -.5e-1\nf 1 2 3\n"), 10);
  ASSERT_EQ(mesh.triangles.size(), 1u);
  ASSERT_EQ(mesh.vertices.size(), 3u);
  EXPECT_LE((mesh.vertices[0] - Vec3(-0.3, 5, 2.5)).norm(), 1e-6);
  EXPECT_LE((mesh.vertices[1] - Vec3(10, 0, 0)).norm(), 1e-6);
  EXPECT_LE((mesh.vertices[2] - Vec3(0, 10, -0.5)).norm(), 1e-6);
}

TEST(MeshFile, WhatIsNoMeshIsRefused) {
  const TemporaryFolder folder;
  EXPECT_NE(refusal(folder.write("beyond.obj", "v 0 0 0\nv .1 0 0\nv 0 1 0\nf 1 2 4\n")).find("out of range"),
            std::string::npos);
  EXPECT_NE(refusal(folder.write("empty.obj", "")).find("cannot be read"), std::string::npos);
  EXPECT_NE(refusal(folder.path("missing.obj")).find("cannot be read"), std::string::npos);
  EXPECT_NE(refusal(folder.path().string()).find("cannot be read"), std::string::npos);
  EXPECT_FALSE(refusal(folder.write("points.obj", "v 0 0 0\nv .1 0 0\n")).empty());
}

}  // namespace
}  // namespace tendril
