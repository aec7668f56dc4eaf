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

/// A triangle, with indices of one's own.
std::string collada(const std::string& indices) {
  return R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>
<unit meter="1"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id="g"><mesh><source id="p">
<float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#pa" count="3" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common>
</source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1">
<input semantic="VERTEX" source="#v" offset="0"/><p>)" +
         indices +
         R"(</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s">
<node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene>
<instance_visual_scene url="#s"/></scene></COLLADA>)";
}

/// Assimp itself would not come back from these.
TEST(MeshFile, ScenesThatWouldTakeForEverAreRefused) {
  const TemporaryFolder folder;
  EXPECT_EQ(readMesh(folder.write("good.dae", collada("0 1 2")), 1).triangles.size(), 1u);
  EXPECT_NE(refusal(folder.write("words.dae", collada("0 one 2"))).find("the list <p> has something else"),
            std::string::npos);
  EXPECT_NE(refusal(folder.write("cut.dae", collada("0 1 2").substr(0, 500))).find("it is no XML"), std::string::npos);
  const std::string glb("glTF\2\0\0\0\0\0\0\x80\0\0\0\x80JSON", 20);  // two gigabytes, it says
  EXPECT_NE(refusal(folder.write("cut.glb", glb)).find("it is cut off, and ends after 20 bytes"), std::string::npos);
  EXPECT_NE(refusal(folder.write("head.glb", "glTF")).find("it is cut off"), std::string::npos);
}

}  // namespace
}  // namespace tendril
