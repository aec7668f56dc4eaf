// SPDX-License-Identifier: BSD-3-Clause
// Bodies of finite elements and by formulas, from projects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <filesystem>
#include <numbers>

#include "core/builder/build_model.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/model/volume/volume.hpp"
#include "core/project/project.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

constexpr double kLength = 0.5, kSide = 0.02;

struct Built {
  std::shared_ptr<const Model> model;
  std::vector<Problem> problems;
  std::string text() const {
    std::string out;
    for (const Problem& problem : problems) out += problem.text() + '\n';
    return out;
  }
};

/// A beam of 0.5 × 0.02 × 0.03 m with what `body` says of its motion.
Built beam(const std::string& body, const std::string& material, const std::filesystem::path& directory = {}) {
  const ReadResult result = readProjectText(R"json({"format": "tendril", "version": 1, "parameters": {"size": 1},
      "materials": {"m": {"density": 1000, )json" +
                                            material + R"json(}},
      "links": [{"name": "beam", "body": {"material": "m", "length": 0.5,
        "mesh": {"box": {"height": 0.02, "width": 0.03, "tetrahedra": 300}}, )json" +
                                            body + "}}]}");
  Built out{nullptr, result.problems};
  if (result.problems.empty()) out.model = buildModel(result.description, out.problems, {.directory = directory});
  return out;
}

const Volume& volumeOf(const Built& built) {
  return dynamic_cast<const Volume&>(*built.model->links[0].body);
}

/// Lowest ω² of the body at rest.
VecX squaresOf(const Built& built) {
  const Model& model = *built.model;
  Data data(model);
  massMatrix(model, data, model.q0);
  MatX K = MatX::Zero(model.nv, model.nv);
  volumeOf(built).addStiffness(model.q0, K);
  return Eigen::GeneralizedSelfAdjointEigenSolver<MatX>(K, MatX(data.massMatrix)).eigenvalues();
}

const std::string kFoam = R"("young": 1e6, "poisson": 0.3)";

TEST(FemProjects, VibrateAsABeam) {
  const Built built = beam(R"("type": "fem", "modes": 5)", kFoam);
  ASSERT_TRUE(built.model) << built.text();
  EXPECT_TRUE(built.problems.empty()) << built.text();
  EXPECT_EQ(built.model->nv, 5);
  const auto info = volumeOf(built).coordinateInfo(2);
  EXPECT_EQ(info.name, "mode[2]");
  EXPECT_EQ(info.unit(), "m");
  EXPECT_EQ(volumeOf(built).type(), "fem");
  // Euler's cantilever: β² √(EI/ρA)/L², slender enough for 2 %
  const double bend = std::pow(1.8751040687, 2) * std::sqrt(1e6 / 1000 / 12) / (kLength * kLength);
  const VecX squares = squaresOf(built);
  EXPECT_NEAR(std::sqrt(squares[0]) / (bend * kSide), 1, 0.02);
  EXPECT_NEAR(std::sqrt(squares[1]) / (bend * 0.03), 1, 0.02);
}

TEST(FemProjects, HaveTheSameStiffnessInAnyLaw) {
  const VecX linear = squaresOf(beam(R"("type": "fem", "modes": 4)", kFoam));
  // c1 = μ/2, with the same ratio
  const std::string c1 = std::to_string(1e6 / (2 * 1.3) / 2);
  const Built rubber = beam(R"("type": "fem", "modes": 4)", R"("model": "neo_hookean", "poisson": 0.3, "c1": )" + c1);
  ASSERT_TRUE(rubber.model) << rubber.text();
  const VecX squares = squaresOf(rubber);
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(squares[k] / linear[k], 1, 1e-6) << k;
}

TEST(FemProjects, TellWhatTheyCannotCompute) {
  const Built stiff = beam(R"("type": "fem")", R"("young": 1e6)");  // ν = 0.5
  ASSERT_TRUE(stiff.model) << stiff.text();
  EXPECT_EQ(stiff.model->nv, 8);
  ASSERT_EQ(stiff.problems.size(), 1U);
  EXPECT_FALSE(stiff.problems[0].isError());
  EXPECT_EQ(stiff.problems[0].path, "links.beam.body.material");
  const Built many = beam(R"("type": "fem", "modes": 3, "q0": [1, 2])", kFoam);
  EXPECT_FALSE(many.model);
  EXPECT_EQ(many.problems.at(0).path, "links.beam.body.q0");
  const Built nowhere = beam(R"("type": "fem", "basis": "nowhere.csv")", kFoam);
  EXPECT_FALSE(nowhere.model);
  EXPECT_EQ(nowhere.problems.at(0).path, "links.beam.body.basis");
}

TEST(FemProjects, MoveByFieldsOfAFile) {
  const Built modes = beam(R"("type": "fem", "modes": 1)", kFoam);
  ASSERT_TRUE(modes.model) << modes.text();
  const TemporaryFolder folder;
  std::ostringstream file;
  file.precision(17);
  file << "x,y,z,ux,uy,uz\n";
  for (const Vec3& x : volumeOf(modes).mesh()->nodes)
    file << x.x() << ',' << x.y() << ',' << x.z() << ',' << x.x() << ',' << -0.3 * x.y() << ',' << -0.3 * x.z() << '\n';
  folder.write("stretch.csv", file.str());
  const Built built = beam(R"("type": "fem", "basis": "stretch.csv")", kFoam, folder.path());
  ASSERT_TRUE(built.model) << built.text();
  // a bar in tension: ½ E A L q²
  EXPECT_NEAR(volumeOf(built).elasticEnergy(VecX::Constant(1, 0.1)), 0.5e6 * 0.02 * 0.03 * kLength * 0.01, 1e-9);
  folder.write("stretch.csv", "0 0 0 1 2 3\n0 0 1 1 2\n");
  const Built broken = beam(R"("type": "fem", "basis": "stretch.csv")", kFoam, folder.path());
  EXPECT_FALSE(broken.model);
  EXPECT_NE(broken.text().find("line 2"), std::string::npos) << broken.text();
}

TEST(ExpressionProjects, MoveByTheirFormulas) {
  const Built built = beam(R"json("type": "expression", "coordinates": ["bend", "long"], "q0": [0.1, 0.2],
      "position": ["x*(1 + size*long)", "y + L*bend*X^2", "z"])json",
                           kFoam);
  ASSERT_TRUE(built.model) << built.text();
  const Model& model = *built.model;
  ASSERT_EQ(model.nv, 2);
  EXPECT_EQ(volumeOf(built).coordinateInfo(1).name, "long");
  const auto evaluator = volumeOf(built).map().makeEvaluator();
  evaluator->setState(model.q0, VecX::Zero(2));
  EXPECT_LE((evaluator->pose(1).p - Vec3(0.6, 0.05, 0)).norm(), 1e-15);
}

TEST(ExpressionProjects, TellWhatIsWrongAndWhere) {
  const auto firstPath = [](const std::string& rest) {
    const Built built = beam(R"("type": "expression", )" + rest, kFoam);
    EXPECT_FALSE(built.model);
    return built.problems.empty() ? std::string() : built.problems[0].path + ": " + built.problems[0].message;
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(firstPath(R"("coordinates": [], "position": ["x", "y", "z"])"), HasSubstr("links.beam.body.coordinates"));
  EXPECT_THAT(firstPath(R"("coordinates": ["q"], "position": ["x", "y + w", "z"])"),
              HasSubstr("links.beam.body.position[1]"));
  EXPECT_THAT(firstPath(R"("coordinates": ["q"], "position": ["x + 1", "y + q", "z"])"), HasSubstr("moves the point"));
  EXPECT_THAT(firstPath(R"("coordinates": ["q"], "position": ["x", "y + sin(q)/q", "z"])"), HasSubstr("not finite"));
  EXPECT_THAT(firstPath(R"("coordinates": ["q"], "position": ["x", "y + sqrt(q)*x", "z"])"), HasSubstr("derivatives"));
  for (const char* name : {"x", "L", "pi", "2q", "", "a b"})
    EXPECT_THAT(firstPath(R"("coordinates": [")" + std::string(name) + R"("], "position": ["x", "y", "z"])"),
                HasSubstr("coordinates[0]"))
        << name;
  EXPECT_THAT(firstPath(R"("coordinates": ["q", "q"], "position": ["x", "y", "z"])"), HasSubstr("twice"));
}

}  // namespace
}  // namespace tendril
