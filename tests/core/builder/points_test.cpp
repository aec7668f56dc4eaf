// SPDX-License-Identifier: BSD-3-Clause
// Rules of quadrature that cannot serve are problems with a cure.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/builder/build_model.hpp"
#include "core/builder/checks/points_estimate.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_accuracy.hpp"
#include "core/project/project.hpp"

namespace tendril {
namespace {

struct Built {
  std::shared_ptr<const Model> model;
  std::vector<Problem> problems;
};

Built rodWith(const std::string& basis, const std::string& rest) {
  const ReadResult result = readProjectText(R"json({"format": "tendril", "version": 1,
      "materials": {"m": {"density": 1000, "young": 1e6}},
      "links": [{"name": "arm", "body": {"type": "rod", "material": "m", "length": 0.5,
        "section": {"shape": "circle", "radius": 0.01},
        "strain": {"bending_y": )json" + basis +
                                            "}" + rest + "}}]}");
  Built out{nullptr, result.problems};
  out.model = buildModel(result.description, out.problems);
  return out;
}

TEST(Points, tooFewForTheFunctionsAreRefused) {
  const Built few = rodWith(R"({"basis": "legendre", "order": 4})", R"(, "quadrature": 3)");
  EXPECT_FALSE(few.model);
  ASSERT_EQ(few.problems.size(), 1u);
  EXPECT_EQ(few.problems[0].path, "links.arm.body.quadrature");
  EXPECT_TRUE(few.problems[0].isError());
  EXPECT_NE(few.problems[0].cure.find("at least 5,"), std::string::npos) << few.problems[0].text();
  const Built enough = rodWith(R"({"basis": "legendre", "order": 4})", R"(, "quadrature": 5)");
  EXPECT_TRUE(enough.model);
  EXPECT_TRUE(enough.problems.empty());
}

TEST(Points, defaultsThatStopSpectralConvergenceAreTold) {
  const Built fine = rodWith(R"({"basis": "legendre", "order": 20})", "");
  EXPECT_TRUE(fine.model);
  ASSERT_EQ(fine.problems.size(), 1u);
  EXPECT_EQ(fine.problems[0].path, "links.arm.body.quadrature");
  EXPECT_FALSE(fine.problems[0].isError());
  EXPECT_NE(fine.problems[0].message.find("21 Gauss points (the default)"), std::string::npos);
  EXPECT_TRUE(rodWith(R"({"basis": "legendre", "order": 20})", R"(, "quadrature": 80)").problems.empty());
  EXPECT_TRUE(rodWith(R"({"basis": "legendre", "order": 3})", "").problems.empty());
}

TEST(Points, dependentFunctionsAreTold) {
  const Built twice = rodWith(R"({"basis": "custom", "functions": ["1", "X", "1+2*X"]})", "");
  ASSERT_EQ(twice.problems.size(), 1u);
  EXPECT_EQ(twice.problems[0].path, "links.arm.body.strain.bending_y");
  EXPECT_FALSE(twice.problems[0].isError());
}

Built thickTube(const std::string& family, const std::string& rest, bool live = false) {
  const ReadResult result = readProjectText(R"json({"format": "tendril", "version": 1,
      "materials": {"rubber": {"model": "neo_hookean", "density": 1000, "c1": 20000}},
      "links": [{"name": "tube", "body": {"type": "primitives", "material": "rubber", "length": 0.1,
        "family": ")json" + family + R"json(", "mesh": {"tube": {"radius": 0.02, "inner": 0.008, "tetrahedra": 3000}},
        "primitives": [{"type": "stretch", "modes": ["1"]}, {"type": "source", "modes": ["1e-4"]}])json" +
                                            rest + "}}]}");
  Built out{nullptr, result.problems};
  out.model = buildModel(result.description, out.problems, {.directory = {}, .live = live});
  return out;
}

/// A source makes r² + m of r²: W = c₁ m² / (r² (r² + m)), integrated over the tube.
TEST(Points, whatOnePointPerTetrahedronCostsAThickTubeIsTold) {
  const double m = 1e-5, outer = 4e-4, inner = 6.4e-5;
  const double exact = 20000 * std::numbers::pi * 0.1 * m * std::log(outer / (outer + m) * (inner + m) / inner);
  for (const char* family : {"backbone", "composed"}) {
    const auto error = [&](const Built& built) {
      const auto& volume = dynamic_cast<const Volume&>(*built.model->links[0].body);
      return std::abs(volume.elasticEnergy(Eigen::Vector2d(0, 0.1)) / exact - 1);
    };
    const Built one = thickTube(family, ""), four = thickTube(family, R"(, "quadrature": 4)");
    ASSERT_TRUE(one.model && four.model);
    EXPECT_TRUE(four.problems.empty()) << four.problems[0].text();
    ASSERT_EQ(one.problems.size(), 1u);
    EXPECT_EQ(one.problems[0].path, "links.tube.body.quadrature");
    EXPECT_NE(one.problems[0].message.find("along source[0]"), std::string::npos) << one.problems[0].text();
    EXPECT_NE(one.problems[0].cure.find("4 points"), std::string::npos);
    EXPECT_FALSE(one.problems[0].isError());
    const double estimate = volumeAccuracy(dynamic_cast<const Volume&>(*one.model->links[0].body)).error;
    EXPECT_GT(error(one), 0.05);
    EXPECT_LT(error(four), 0.01);
    EXPECT_GT(estimate, 0.6 * error(one));
    EXPECT_LT(estimate, 1.6 * error(one));
  }
}

TEST(Points, fittedPointsAreJudgedAgainstFourPerTetrahedron) {
  const Built one = thickTube("backbone", R"(, "live_quadrature": 100)", true);
  ASSERT_EQ(one.problems.size(), 1u);
  EXPECT_EQ(one.problems[0].path, "links.tube.body.quadrature");
  EXPECT_NE(one.problems[0].message.find("100 fitted points"), std::string::npos) << one.problems[0].text();
  const Built few = thickTube("backbone", R"(, "quadrature": 4, "live_quadrature": 50)", true);
  ASSERT_EQ(few.problems.size(), 1u);
  EXPECT_EQ(few.problems[0].path, "links.tube.body.live_quadrature");
  EXPECT_TRUE(thickTube("backbone", R"(, "quadrature": 4, "live_quadrature": 400)", true).problems.empty());
}

std::vector<PointsEstimate> estimatesOf(const Built& built, int perTetrahedron = 1) {
  return estimatePoints(*built.model->links[0].body, perTetrahedron);
}

TEST(PointsEstimates, whatIsOfferedToARodServes) {
  const std::string basis = R"({"basis": "legendre", "order": 20})";
  const auto before = estimatesOf(rodWith(basis, ""));
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(before[0].points, 21);
  EXPECT_GT(before[0].error, 0);
  EXPECT_FALSE(before[0].isTold());
  ASSERT_GT(before[0].offered, 21);
  const auto after = estimatesOf(rodWith(basis, ", \"quadrature\": " + std::to_string(before[0].offered)));
  ASSERT_EQ(after.size(), 1u);
  EXPECT_EQ(after[0].points, before[0].offered);
  EXPECT_EQ(after[0].offered, 0);
  EXPECT_LE(after[0].error, 1.01 * before[0].then);
}

TEST(PointsEstimates, whatIsOfferedToAVolumeServes) {
  const auto one = estimatesOf(thickTube("backbone", ""));
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].points, 1);
  EXPECT_TRUE(one[0].isTold());
  EXPECT_EQ(one[0].offered, 4);
  EXPECT_LT(one[0].then, kToldEnergyError);
  const auto four = estimatesOf(thickTube("backbone", R"(, "quadrature": 4)"), 4);
  ASSERT_EQ(four.size(), 1u);
  EXPECT_EQ(four[0].offered, 0);
  EXPECT_EQ(four[0].error, one[0].then);

  const std::string live = R"(, "quadrature": 4, "live_quadrature": )";
  const auto few = estimatesOf(thickTube("backbone", live + "50", true), 4);
  ASSERT_EQ(few.size(), 2u);
  EXPECT_EQ(few[1].rule, PointsEstimate::Rule::kFitted);
  EXPECT_EQ(few[1].points, 50);
  EXPECT_TRUE(few[1].isTold());
  ASSERT_GT(few[1].offered, 50);
  const auto enough = estimatesOf(thickTube("backbone", live + std::to_string(few[1].offered), true), 4);
  ASSERT_EQ(enough.size(), 2u);
  EXPECT_NEAR(enough[1].points, few[1].offered, 0.02 * few[1].offered);  // a fit may do with fewer
  EXPECT_EQ(enough[1].error, few[1].then);
  EXPECT_FALSE(enough[1].isTold());
}

}  // namespace
}  // namespace tendril
