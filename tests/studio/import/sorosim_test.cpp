// SPDX-License-Identifier: GPL-3.0-or-later
// Linkages of SoRoSim: stiffness and damping beside a quadrature of the toolbox's own definitions in NumPy, as objects
// of classes and as structs that SciPy writes; what is named, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <test_paths.hpp>

#include "core/dynamics/dynamics.hpp"
#include "core/project/project.hpp"
#include "studio/import/sorosim/sorosim_values.hpp"
#include "tests/studio/import/imported.hpp"
#include "tests/support/python.hpp"

namespace tendril {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

class Sorosim : public testing::TestWithParam<const char*> {
 protected:
  /// Writes a linkage; the toolbox's numbers for it.
  std::vector<double> made(const std::string& how) {
    const std::string command =
        python() + " " + std::string(TENDRIL_SOURCE_DIR) + "/tests/studio/import/sorosim_file.py " + file + " " + how;
    std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string text;
    char buffer[4096];
    while (std::fgets(buffer, sizeof(buffer), pipe.get())) text += buffer;
    std::istringstream words(text);
    return {std::istream_iterator<double>(words), {}};
  }

  const TemporaryFolder folder;
  const std::string file = (folder.path() / "linkage.mat").string();
};

TEST_P(Sorosim, IsAsStiffAndDampedAsInTheToolbox) {
  const std::vector<double> numbers = made(GetParam());
  const ImportedRobot robot = importRobot(file);
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  const auto model = built(robot.description);
  ASSERT_TRUE(model);
  ASSERT_EQ(model->nv, 16);
  ASSERT_EQ(numbers.size(), 2u * 16 * 16);
  const Eigen::Map<const Eigen::Matrix<double, 16, 16, Eigen::RowMajor>> K(numbers.data()), D(numbers.data() + 256);
  Data data(*model);
  MatX stiffness(model->nv, model->nv), damping(model->nv, model->nv);
  stiffnessMatrix(*model, data, model->q0, stiffness);
  dampingMatrix(*model, data, model->q0, VecX::Zero(model->nv), damping);
  EXPECT_LT((stiffness - K).cwiseAbs().maxCoeff(), 1e-12 * K.cwiseAbs().maxCoeff());
  EXPECT_LT((damping - D).cwiseAbs().maxCoeff(), 1e-12 * D.cwiseAbs().maxCoeff());
}

TEST_P(Sorosim, BringsBodiesJointsCablesAndGravity) {
  made(GetParam());
  const ImportedRobot robot = importRobot(file);
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  EXPECT_EQ(robot.description.name, "S1");
  const auto& first = linkOf(robot, "link 1");
  const auto& body = std::get<description::RigidBody>(*first.body);
  EXPECT_EQ(first.joint.type, JointType::kRevolute);
  EXPECT_EQ(first.pose.position[2].value, 0.5);
  EXPECT_EQ(body.mass.value, 0.7);
  EXPECT_NEAR(body.inertia[3].value, (0.001 - 0.004) * std::sin(0.4) * std::cos(0.4), 1e-15);
  EXPECT_NEAR(body.com[0].value, 0.15, 1e-15);
  const auto& rod = std::get<description::RodBody>(*linkOf(robot, "link 2").body);
  ASSERT_EQ(rod.divisions.size(), 2u);
  EXPECT_EQ(rod.divisions[1].referenceStrain[2].text, "0.5*X");
  EXPECT_EQ(robot.description.gravity[2].value, -9.81);
  ASSERT_EQ(robot.description.actuators.size(), 2u);
  const auto& cable = std::get<description::TendonActuator>(robot.description.actuators[1].type);
  ASSERT_EQ(cable.route.size(), 2u);
  EXPECT_EQ(cable.route[1].y.text, "0.02-0.03*(0.2+0.3*X)");
  EXPECT_THAT(texts(robot), ElementsAre(HasSubstr("a custom external force")));
}

INSTANTIATE_TEST_SUITE_P(Files, Sorosim, testing::Values("objects", "packed", "struct"));

TEST(SorosimFormulas, AreTranslated) {
  const auto is = [](const char* matlab) { return translatedFormula(matlab, "X1", "X").value_or("none"); };
  EXPECT_EQ(is("X1.*(-2.0./2.25e+2)+3.0./1.0e+2"), "X*(-2.0/2.25e+2)+3.0/1.0e+2");
  EXPECT_EQ(is("2./3.*X1.^2"), "2/3*X^2");
  EXPECT_EQ(is("0.03+-0.02*sin(X1)"), "0.03-0.02*sin(X)");
  EXPECT_EQ(is("X1'"), "none");
  EXPECT_EQ(is("table{1}"), "none");
  EXPECT_EQ(is(""), "none");
  EXPECT_THAT(columnEntries("[0;max(1,2);z]"), ElementsAre("0", "max(1,2)", "z"));
  EXPECT_TRUE(columnEntries("7").empty());
}

TEST_F(Sorosim, WhatIsNoLinkageIsRefused) {
  made("packed");
  std::ifstream whole(file, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(whole)), {});
  const auto said = [&](const std::string& text) { return texts(importRobot(folder.write("other.mat", text))); };
  EXPECT_THAT(said(""), Contains(HasSubstr("no MAT file of version 5 to 7")));
  EXPECT_THAT(said("MATLAB 7.3 MAT-file, Platform"), Contains(HasSubstr("'-v7'")));
  EXPECT_THAT(said(bytes.substr(0, bytes.size() / 2)), Contains(HasSubstr("no whole MAT file")));
  EXPECT_THAT(said(bytes.substr(0, 128)), Contains(HasSubstr("holds no SorosimLinkage")));
  std::string other = bytes;
  std::swap(other[126], other[127]);
  EXPECT_THAT(said(other), Contains(HasSubstr("another byte order")));
  EXPECT_THAT(texts(importRobot("/nowhere/x.mat")), Contains(HasSubstr("is no file")));
}

}  // namespace
}  // namespace tendril
