// SPDX-License-Identifier: GPL-3.0-or-later
// Volumes that are added run on a hundred points while somebody watches, fitted to four per tetrahedron.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/builder/build_model.hpp"
#include "core/builder/checks/points_estimate.hpp"
#include "core/model/volume/mesh/mesh_quadrature.hpp"
#include "core/model/volume/volume.hpp"
#include "studio/document/edits/edits.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

constexpr int kLivePoints = 100;

std::shared_ptr<const Model> modelOf(const Document& document, bool live) {
  std::vector<Problem> problems;
  auto model = buildModel(document.description(), problems, {.directory = document.directory(), .live = live});
  EXPECT_TRUE(model) << textOf(problems);
  EXPECT_TRUE(problems.empty()) << textOf(problems);
  return model;
}

const Volume& volumeOf(const std::shared_ptr<const Model>& model) {
  return dynamic_cast<const Volume&>(*model->links.front().body);
}

TEST(LivePoints, OfAddedVolumesAreAHundredFittedToFourPerTetrahedron) {
  for (const LinkTemplate kind : {LinkTemplate::kVolume, LinkTemplate::kExpression}) {
    SCOPED_TRACE(static_cast<int>(kind));
    Document document;
    ASSERT_TRUE(apply(document, edits::addLink(kind, 0)));
    const auto live = modelOf(document, true), full = modelOf(document, false);
    ASSERT_TRUE(live && full);
    const Volume &few = volumeOf(live), &all = volumeOf(full);
    const auto tetrahedra = all.mesh()->tetrahedra.size();
    EXPECT_EQ(all.points().size(), 4 * tetrahedra) << "a run that nobody watches takes all";
    ASSERT_GT(4 * tetrahedra, static_cast<std::size_t>(kLivePoints)) << "there is something to fit";

    const FittedQuadrature four = fittedQuadrature(meshQuadrature(*few.mesh(), 4), kLivePoints);
    const FittedQuadrature one = fittedQuadrature(meshQuadrature(*few.mesh(), 1), kLivePoints);
    EXPECT_NEAR(static_cast<double>(few.points().size()), kLivePoints, 0.02 * kLivePoints) << "a fit may do with fewer";
    ASSERT_EQ(few.points().size(), four.points.size());
    double fromFour = 0, fromOne = one.points.size() == four.points.size() ? 0 : 1;
    for (std::size_t i = 0; i < four.points.size(); ++i) {
      const VolumePoint& point = few.points()[i];
      fromFour = std::max(fromFour, (point.x - four.points[i].position).norm());
      EXPECT_EQ(point.volume, four.points[i].weight);
      if (i < one.points.size()) fromOne = std::max(fromOne, (point.x - one.points[i].position).norm());
    }
    EXPECT_EQ(fromFour, 0);
    EXPECT_GT(fromOne, 1e-4) << "m; the centroids are other points";
  }
}

/// They are enough: nothing is told of the energy that they sum.
TEST(LivePoints, OfAnAddedVolumeServeItsEnergy) {
  Document document;
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kVolume, 0)));
  const auto model = modelOf(document, true);
  ASSERT_TRUE(model);
  const std::vector<PointsEstimate> estimates = estimatePoints(*model->links.front().body, 4);
  ASSERT_EQ(estimates.size(), 2u);
  EXPECT_EQ(estimates[0].rule, PointsEstimate::Rule::kPerTetrahedron);
  EXPECT_EQ(estimates[1].rule, PointsEstimate::Rule::kFitted);
  for (const PointsEstimate& estimate : estimates) EXPECT_FALSE(estimate.isTold()) << estimate.error;
}

}  // namespace
}  // namespace tendril
