// SPDX-License-Identifier: BSD-3-Clause
// What is loaded, what is refused and why, and that a refusal changes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "core/builder/parts/rod_size.hpp"
#include "core/model/quadrature/quadrature.hpp"
#include "core/model/volume/plugin_law.hpp"
#include "core/plugins/loader.hpp"
#include "tests/core/plugins/plugin_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::tests {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string allOf(const std::vector<std::string>& problems) {
  std::string out;
  for (const std::string& problem : problems) out += problem + '\n';
  return out;
}

const Catalogue& catalogue() {
  return Catalogue::ofProcess();
}

bool knows(OfferKind kind, std::string_view name) {
  const auto names = catalogue().names(kind);
  return std::find(names.begin(), names.end(), name) != names.end();
}

struct Fault {
  const char *name, *problem;
};
std::ostream& operator<<(std::ostream& out, const Fault& fault) {
  return out << fault.name;
}

class Faulty : public ::testing::TestWithParam<Fault> {};

TEST_P(Faulty, IsReportedAndLeftOut) {
  const std::size_t before = catalogue().entries().size(), loaded = loadedPlugins().size();
  const PluginReport report = loadPlugin(testPlugin(GetParam().name));
  ASSERT_FALSE(report.loaded());
  EXPECT_EQ(report.problems.size(), 1u) << allOf(report.problems);
  EXPECT_THAT(allOf(report.problems), HasSubstr(GetParam().problem));
  EXPECT_EQ(catalogue().entries().size(), before);
  EXPECT_EQ(loadedPlugins().size(), loaded);
  EXPECT_FALSE(knows(OfferKind::kPrimitive, std::string(GetParam().name) + "_primitive"));
  // Once more, from the start: nothing of the first time is in the way.
  EXPECT_EQ(allOf(loadPlugin(testPlugin(GetParam().name)).problems), allOf(report.problems));
}

INSTANTIATE_TEST_SUITE_P(
    All, Faulty,
    ::testing::Values(
        Fault{"no_entry", "exports no function tendril_plugin()"},
        Fault{"wrong_version", "is made for version 2.1 of the plugin interface, and this program has 1.1; build it"},
        Fault{"entry_throws", "tendril_plugin() throws an exception (not now)"}, Fault{"no_table", "gives no table"},
        Fault{"no_name", "has no name"}, Fault{"nothing", "offers nothing"},
        Fault{"count", "says that it has -5 of the kind law"},
        Fault{"taken", "strain basis \"legendre\": the name is taken by Tendril itself"},
        Fault{"twice", "the name is taken by the same plugin"},
        Fault{"badly_named", "strain basis number 1 has no name of small letters, digits and _"},
        Fault{"missing_function", "a function or a coefficient of its table is missing"},
        Fault{"basis_throws", "throws an exception (no values today) at order 0"},
        Fault{"basis_throws_number", "throws an exception that says nothing"}, Fault{"basis_status", "reports error 7"},
        Fault{"basis_nan", "gives a value that is not finite (function 0 at s = 0.51"},
        Fault{"basis_count", "has 0 functions (1 to 1000 are possible)"},
        Fault{"basis_breakpoints", "has breakpoints that do not ascend between 0 and 1"},
        Fault{"primitive_silent", "primitive \"primitive_silent_primitive\": it gives a value that is not finite at x"},
        Fault{"primitive_swells", "does not keep the volume (det F = "},
        Fault{"primitive_slope", "has a wrong derivative: coefficient 13 of component 1 should be"},
        Fault{"primitive_restless", "moves points while m = M = 0"},
        Fault{"primitive_size", "has no mode_size or integral_size"},
        Fault{"primitive_degrees", "answers differently up to degree 1"},
        Fault{"law_energy", "has the energy 10000 at rest"}, Fault{"law_soft", "has no stiffness at rest"},
        Fault{"law_slope", "has a wrong derivative: W11 should be"},
        Fault{"law_nan", "law \"law_nan_law\": it gives a value that is not finite at I1 = "},
        Fault{
            "controller_throws",
            "controller \"controller_throws_controller\": it throws an exception (no demand today) with 1 coordinates"},
        Fault{"controller_status", "it reports error 3"},
        Fault{"controller_silent", "gives a demand that is not finite"},
        Fault{"controller_nan", "gives a demand that is not finite"},
        Fault{"controller_signal", "gives a signal that is not finite"},
        Fault{"controller_state", "gives a state that is not finite"},
        Fault{"controller_forgets", "answers differently when it is asked the same again"},
        Fault{"controller_outside", "writes outside of its arrays"},
        Fault{"controller_changes", "changes what it is given"},
        Fault{"controller_standard", "has a parameter \"stiffness\" whose standard is outside of its range"},
        Fault{"controller_signal_name", "of its table is missing"},
        Fault{"controller_missing", "of its table is missing"},
        Fault{"controller_count", "says that it has -1 of the kind controller"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Loading, RefusesWhatIsNoLibrary) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path("no-library.so");
  std::ofstream(file) << "hello";
  EXPECT_THAT(allOf(loadPlugin(file).problems), HasSubstr("cannot be opened as a shared library"));
  std::filesystem::remove(file);
  EXPECT_THAT(allOf(loadPlugin(file).problems), HasSubstr("there is no such file"));
  EXPECT_THAT(allOf(loadPlugin(file.parent_path()).problems), HasSubstr("there is no such file"));
  EXPECT_THAT(pluginFiles("/nowhere"), IsEmpty());
  EXPECT_GE(pluginFiles(testPlugin("twins").parent_path()).size(), 10u);
}

TEST(Loading, AddsWithTheOriginAndOnce) {
  const std::span<const std::string_view> before = catalogue().names(OfferKind::kStrainBasis);
  const std::string last(before.back());
  const PluginReport report = loadPlugin(testPlugin("plain_c"));
  ASSERT_TRUE(report.loaded()) << allOf(report.problems);
  EXPECT_EQ(report.name, "Plain C");
  EXPECT_EQ(report.version, "0.3");
  ASSERT_EQ(report.offers.size(), 1u);
  EXPECT_EQ(report.offers[0].origin, "Plain C");
  EXPECT_EQ(catalogue().names(OfferKind::kStrainBasis).size(), before.size() + 1);
  EXPECT_EQ(catalogue().names(OfferKind::kStrainBasis).back(), "stepped");
  EXPECT_EQ(before.back(), last) << "what was given stays as it was";
  const std::size_t entries = catalogue().entries().size();
  EXPECT_TRUE(loadPlugin(testPlugin("plain_c")).loaded());
  EXPECT_EQ(catalogue().entries().size(), entries);
  // The same plugin from another place.
  const TemporaryFolder folder;
  const std::filesystem::path copy = folder.path("plain-copy.so");
  std::filesystem::copy_file(testPlugin("plain_c"), copy, std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(allOf(loadPlugin(copy).problems), HasSubstr("the name is taken by the plugin Plain C"));
  EXPECT_THAT(allOf(loadPlugin(copy).problems), HasSubstr("a plugin named Plain C is loaded already, from "));
}

TEST(Loading, KnowsTablesOfVersion10) {
  // Behind the end of its table stands what would be 77 controllers at a wrong place.
  const PluginReport report = loadPlugin(testPlugin("version_1_0"));
  ASSERT_TRUE(report.loaded()) << allOf(report.problems);
  ASSERT_EQ(report.offers.size(), 1u);
  EXPECT_EQ(namedStrainBasis("old_powers", 2, catalogue())->value(2, 0.5), 0.25);
}

TEST(Loading, MayGoOnWhileOthersRead) {
  std::atomic<bool> done = false;
  std::thread reader([&] {
    while (!done) EXPECT_TRUE(knows(OfferKind::kPrimitive, "stretch") && !catalogue().entries().empty());
  });
  EXPECT_TRUE(loadPlugin(testPlugin("twins")).loaded());
  done = true;
  reader.join();
}

TEST(PluginBases, AreBasesLikeOthers) {
  ASSERT_TRUE(loadPlugin(testPlugin("plain_c")).loaded());
  const StrainBasisPtr basis = namedStrainBasis("stepped", 2, catalogue());
  EXPECT_EQ(basis->count(), 4);
  EXPECT_EQ(basis->gaussPoints(), 5);
  EXPECT_EQ(basis->breakpoints(), std::vector<double>{0.5});
  EXPECT_EQ(basis->value(0, 0.4), 0);
  EXPECT_EQ(basis->value(0, 0.6), 1);
  EXPECT_EQ(basis->value(3, 0.5), 0.25);
  try {
    namedStrainBasis("stepped", 4, catalogue());
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("must be from 0 to 3, not 4"));
  }
  try {
    namedStrainBasis("wavy", 1, catalogue());
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr(", stepped"), HasSubstr("; a plugin that adds it may not be loaded")));
  }
}

TEST(Wavelets, AreMexicanHatsOnDyadicIntervals) {
  ASSERT_TRUE(loadPlugin(examplePlugin("wavelet")).loaded());
  const StrainBasisPtr basis = namedStrainBasis("wavelet", 3, catalogue());
  ASSERT_EQ(basis->count(), 8) << "1, and 1 + 2 + 4 hats";
  for (const double s : {0.0, 0.11, 0.5, 0.77, 1.0}) {
    EXPECT_EQ(basis->value(0, s), 1);
    // hat k of level j: centre (k + ½)/2ʲ, zero at the ends of its interval
    int index = 1;
    for (int level = 0; level < 3; ++level)
      for (int k = 0; k < 1 << level; ++k, ++index) {
        const double half = 0.5 / (1 << level), t = (s - (2 * k + 1) * half) / half;
        EXPECT_NEAR(basis->value(index, s), (1 - t * t) * std::exp(-t * t / 2), 1e-14) << index << ' ' << s;
      }
  }
  EXPECT_NEAR(basis->value(7, 0.75), 0, 1e-16);
  EXPECT_NEAR(basis->value(7, 0.875), 1, 1e-16);
}

TEST(Wavelets, AreIntegratedByTheirGaussPoints) {
  ASSERT_TRUE(loadPlugin(examplePlugin("wavelet")).loaded());
  for (int order = 0; order <= 4; ++order) {
    const StrainBasisPtr basis = namedStrainBasis("wavelet", order, catalogue());
    const int last = basis->count() - 1;
    const auto gram = [&](int points, int k) {
      double sum = 0;
      for (const QuadraturePoint& g : gaussLegendre(points))
        sum += g.weight * basis->value(k, g.s) * basis->value(last, g.s);
      return sum;
    };
    for (int k = 0; k <= last; ++k) EXPECT_NEAR(gram(basis->gaussPoints(), k), gram(90, k), 5e-9) << order << ' ' << k;
  }
}

TEST(Gent, IsItsFormula) {
  ASSERT_TRUE(loadPlugin(examplePlugin("bulge")).loaded());
  const double mu = 3e4, jm = 8;
  const PluginVolumeLaw law(catalogue().law("gent"), {mu, jm});
  EXPECT_DOUBLE_EQ(law.stiffness(), mu / 2);
  for (const double I1 : {3.0, 3.4, 7.0}) {
    const double x = I1 - 3, rest = jm - x;
    const LawValues values = law.evaluate(I1, 3.3);
    EXPECT_NEAR(values.W, -mu * jm / 2 * std::log(1 - x / jm), 1e-10);
    EXPECT_NEAR(values.W1, mu * jm / (2 * rest), 1e-10);
    EXPECT_NEAR(values.W11, mu * jm / (2 * rest * rest), 1e-10);
    EXPECT_EQ(values.W2, 0);
    EXPECT_EQ(values.W12, 0);
    EXPECT_EQ(values.W22, 0);
  }
  EXPECT_FALSE(law.failureNote()->isSet());
  EXPECT_TRUE(std::isnan(law.evaluate(std::nan(""), 3).W1));
  EXPECT_FALSE(law.failureNote()->isSet()) << "it was not asked";
  EXPECT_TRUE(std::isnan(law.evaluate(11.5, 3).W1)) << "chains are straight at I1 = 11";
  EXPECT_EQ(law.failureNote()->take(),
            "the law gent of the plugin Bulge gives a value that is not finite (I1 = 11.5, I2 = 3)");
  EXPECT_THROW(PluginVolumeLaw(catalogue().law("gent"), {-mu, jm}), std::invalid_argument);
}

TEST(PluginLaws, AgreeWithTheBuiltInOnes) {
  ASSERT_TRUE(loadPlugin(testPlugin("twins")).loaded());
  const PluginVolumeLaw twin(catalogue().law("twin_mooney_rivlin"), {1.7e5, 3e4});
  const PolynomialLaw own(1.7e5, 0, 0, 3e4);
  for (const double I1 : {3.0, 3.2, 5.0})
    for (const double I2 : {3.0, 4.1}) {
      const LawValues a = twin.evaluate(I1, I2), b = own.evaluate(I1, I2);
      EXPECT_NEAR(a.W, b.W, 1e-9);
      EXPECT_NEAR(a.W1, b.W1, 1e-9);
      EXPECT_NEAR(a.W2, b.W2, 1e-9);
      EXPECT_EQ(a.W11, 0);
    }
}

}  // namespace
}  // namespace tendril::tests
