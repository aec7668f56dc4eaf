// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can touch against everything, at random places: derivatives against differences.
#include <gtest/gtest.h>

#include <random>

#include "core/builder/build_model.hpp"
#include "core/dynamics/contact/contacts.hpp"
#include "core/project/project.hpp"
#include "tests/core/dynamics/differences.hpp"
#include "tests/studio/cli/command_line.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril::cli {
namespace {

using namespace tendril::tests;
using Random = std::mt19937_64;

VecX randomVector(Random& random, int size, double scale) {
  std::uniform_real_distribution<double> number(-scale, scale);
  return VecX::NullaryExpr(size, [&] { return number(random); });
}

/// Turned anywhere and slightly bent.
VecX randomConfiguration(Random& random, const Model& model) {
  VecX q = randomVector(random, model.nq, 0.1);
  for (const int i : model.quaternions) q.segment<4>(i) = randomVector(random, 4, 1).normalized();
  return q;
}

/// The largest difference, as a share of the largest entry.
double apart(const MatX& value, const MatX& reference) {
  return (value - reference).cwiseAbs().maxCoeff() / reference.cwiseAbs().maxCoeff();
}

struct Shape {
  const char* name;
  std::string body;  ///< keys of the link's body
};

std::string rigid(const std::string& visual) {
  return R"("type": "rigid", "mass": 0.3, "inertia": [3e-4, 3e-4, 3e-4, 0, 0, 0], "visual": )" + visual;
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {{"ball", rigid(R"({"sphere": 0.03})")},
                                         {"plate", rigid(R"({"box": [0.2, 0.16, 0.02]})")},
                                         {"box", rigid(R"({"box": [0.08, 0.06, 0.05]})")},
                                         {"cylinder", rigid(R"({"cylinder": {"radius": 0.03, "length": 0.09}})")},
                                         {"capsule", rigid(R"({"capsule": {"radius": 0.02, "length": 0.08}})")},
                                         {"mesh", rigid(R"({"mesh": "wedge.obj"})")},
                                         {"rod", R"("type": "rod", "material": "rubber", "length": 0.2, "quadrature": 3,
                 "section": {"shape": "circle", "radius": [0.015, 0.01]},
                 "strain": {"bending_y": {"basis": "legendre", "order": 1}, "bending_z": {"basis": "legendre", "order": 1}})"},
                                         {"volume", R"("type": "primitives", "material": "jelly", "length": 0.1,
                    "mesh": {"box": {"height": 0.03, "width": 0.03, "tetrahedra": 100}},
                    "primitives": [{"type": "bending_z", "modes": ["1/L"]}])"}};
  return all;
}

/// Keys of a contact with a surface of the world.
const std::vector<Shape>& surfaces() {
  static const std::vector<Shape> all = {{"plane", R"("surface": "plane")"},
                                         {"sphere", R"("surface": "sphere", "radius": 0.04)"},
                                         {"cylinder", R"("surface": "cylinder", "radius": 0.02, "length": 0.2)"},
                                         {"post", R"("surface": "cylinder", "radius": 0.02)"},
                                         {"capsule", R"("surface": "capsule", "radius": 0.02, "length": 0.1)"},
                                         {"box", R"("surface": "box", "size": [0.1, 0.05, 0.07])"},
                                         {"mesh", R"("surface": "mesh", "file": "wedge.obj")"}};
  return all;
}

/// A wedge: a prism of a triangle, 6 cm long.
constexpr const char* kWedge = R"(v -0.03 -0.03 -0.02
v -0.03 0.03 -0.02
v -0.03 0.0 0.04
v 0.03 -0.03 -0.02
v 0.03 0.03 -0.02
v 0.03 0.0 0.04
f 1 3 2
f 4 5 6
f 1 2 5
f 1 5 4
f 2 3 6
f 2 6 5
f 3 1 4
f 3 4 6
)";

class ContactPairs : public ::testing::Test {
 protected:
  void SetUp() override { folder_.write("wedge.obj", kWedge); }

  std::shared_ptr<const Model> build(const std::string& links, const std::string& contact) {
    const std::string text =
        R"({"format": "tendril", "version": 1, "materials": {"rubber": {"density": 1000, "young": 1e6, "poisson": 0.4},
            "jelly": {"density": 1000, "model": "neo_hookean", "c1": 1e5}}, "links": [)" +
        links + R"(], "loads": [{"name": "touch", "type": "contact", "stiffness": 1e4, "damping": 0.3, "friction": 0.4,
                "friction_speed": 0.2, )" +
        contact + "}]}";
    const ReadResult read = readProjectText(text, folder_.path(""));
    std::vector<Problem> problems = read.problems;
    std::shared_ptr<const Model> model;
    if (read.ok()) model = buildModel(read.description, problems, {.directory = folder_.path("")});
    for (const Problem& problem : problems) EXPECT_EQ(problem.severity, Problem::Severity::kWarning) << problem.text();
    return model;
  }
  static std::string link(const Shape& shape, const char* name, double away) {
    return std::string(R"({"name": ")") + name + R"(", "joint": {"type": "free", "q0": [)" + std::to_string(away) +
           R"(, 0, 0, 1, 0, 0, 0]}, "body": {)" + shape.body + "}}";
  }

  /// Turns both bodies at random and brings them together until they are about half a millimetre deep.
  VecX touching(const Model& model, Random& random) {
    Data data(model);
    while (true) {
      VecX q = randomConfiguration(random, model);
      const Vec3 towards = randomVector(random, 3, 1).normalized(), aside = randomVector(random, 3, 0.04);
      const auto pressed = [&](double distance) {
        q.head<3>() = aside + distance * towards;
        if (model.links.size() > 1) q.segment<3>(model.links[1].qJoint).setZero();
        kinematics(model, data, q, VecX::Zero(model.nv));
        return contactEnergy(model, data) > 0;
      };
      double far = 0.4, near = far;
      while (near > -0.4 && !pressed(near)) far = near, near -= 0.002;
      if (near <= -0.4) continue;
      for (int k = 0; k < 30; ++k) (pressed((far + near) / 2) ? near : far) = (far + near) / 2;
      if (pressed(near - 5e-4)) return q;
    }
  }

  /// How many of `count` random places have derivatives that differ by more than 1e-6 from differences.
  int wrong(const Model& model, Random& random, int count) {
    Data data(model);
    int bad = 0;
    for (int k = 0; k < count; ++k) {
      const VecX q = touching(model, random), v = randomVector(random, model.nv, 0.3), a = VecX::Zero(model.nv);
      inverseDynamicsDerivatives(model, data, q, v, a);
      const MatX dq = data.dIDdq, dv = data.dIDdv;
      const auto id = [&](const VecX& at, const VecX& rate) {
        inverseDynamics(model, data, at, rate, a);
        return data.tau;
      };
      const MatX byQ = differences(
          model, q, [&](const VecX& at) { return id(at, v); }, 2e-7);
      const MatX byV = plainDifferences(
          v, [&](const VecX& rate) { return id(q, rate); }, 1e-5);
      bad += apart(dq, byQ) > 1e-6 || apart(dv, byV) > 1e-6;
    }
    return bad;
  }

  TemporaryFolder folder_;
};

TEST_F(ContactPairs, HaveTheDerivativesOfTheirForces) {
  Random random(7);
  const int each = kSanitized ? 1 : 12;
  for (std::size_t i = 0; i < shapes().size(); ++i) {
    for (std::size_t j = i; j < shapes().size(); ++j) {
      SCOPED_TRACE(std::string(shapes()[i].name) + " and " + shapes()[j].name);
      const auto model = build(link(shapes()[i], "a", 1) + "," + link(shapes()[j], "b", 0), R"("between": ["a", "b"])");
      ASSERT_TRUE(model);
      EXPECT_EQ(wrong(*model, random, each), 0);
    }
    for (const Shape& surface : surfaces()) {
      SCOPED_TRACE(std::string(shapes()[i].name) + " on " + surface.name);
      const auto model = build(link(shapes()[i], "a", 1), R"("between": ["a", "world"], )" + surface.body);
      ASSERT_TRUE(model);
      EXPECT_EQ(wrong(*model, random, each), 0);
    }
  }
}

}  // namespace
}  // namespace tendril::cli
