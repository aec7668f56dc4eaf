// SPDX-License-Identifier: BSD-3-Clause
// Points of the material under the cursor.
#include "render/scene/material_point.hpp"

#include <gtest/gtest.h>

#include "core/model/body/surface_carrier.hpp"
#include "tests/core/model/volume/volume_models.hpp"

namespace tendril {
namespace {

using tests::meshedVolume;

/// A twisted cylinder on a base that stands somewhere, as a snapshot shows it.
struct Twisted {
  Twisted() {
    ModelSpec spec;
    LinkSpec link;
    link.id = 1, link.name = "soft";
    link.pose.p = Vec3(0.3, -0.2, 0.5);
    link.body = meshedVolume({{BackboneRow::kTorsion, {"1/L"}}}, false, nullptr);
    spec.links.push_back(link);
    model = std::make_shared<const Model>(std::move(spec));
    Data data(*model);
    fillSnapshot(model, data, 0, VecX::Constant(model->nq, 0.8), VecX::Zero(model->nv), nullptr, snapshot);
    mesh = &dynamic_cast<const SurfaceCarrier&>(*model->links[0].body).surface();
  }
  std::shared_ptr<const Model> model;
  Snapshot snapshot;
  const SurfaceMesh* mesh;
};

TEST(MaterialPoint, OfASurfaceIsFoundWhereItIsUndeformed) {
  const Twisted t;
  for (std::size_t i = 0; i < t.mesh->triangles.size(); i += 17) {
    const auto& corners = t.mesh->triangles[i];
    Vec3 now = Vec3::Zero(), rest = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
      const double share = k == 0 ? 0.5 : 0.25;
      now += share * t.snapshot.surfacePoints[static_cast<std::size_t>(corners[static_cast<std::size_t>(k)])];
      rest += share * t.mesh->vertices[static_cast<std::size_t>(corners[static_cast<std::size_t>(k)])];
    }
    const auto found = surfaceMaterialAt(t.snapshot, 0, now);
    ASSERT_TRUE(found);
    EXPECT_LE((*found - rest).norm(), 1e-12) << i;
  }
  const std::size_t corner = t.mesh->vertices.size() / 3;  // beside the surface: what is nearest
  const Vec3 outside = t.snapshot.linkPoses[0].p + 3 * (t.snapshot.surfacePoints[corner] - t.snapshot.linkPoses[0].p);
  EXPECT_TRUE(surfaceMaterialAt(t.snapshot, 0, outside));
}

TEST(MaterialPoint, OfOtherBodiesHasNoSurface) {
  ModelSpec spec;
  LinkSpec link;
  link.id = 1, link.name = "rigid", link.rigid.mass = 1;
  spec.links.push_back(link);
  const auto model = std::make_shared<const Model>(std::move(spec));
  Data data(*model);
  Snapshot snapshot;
  fillSnapshot(model, data, 0, model->q0, model->v0, nullptr, snapshot);
  EXPECT_FALSE(surfaceMaterialAt(snapshot, 0, Vec3::Zero()));
}

}  // namespace
}  // namespace tendril
