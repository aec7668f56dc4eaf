// SPDX-License-Identifier: BSD-3-Clause
// The descriptions describe themselves completely: every field has a key, a meaning, no key stands twice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/description/fields/walk.hpp"
#include "core/description/references.hpp"

namespace tendril {
namespace {

using namespace description;

/// Collects the fields of one struct and goes into the structs that its fields can hold.
class Catalogue {
 public:
  template <class T>
  void add() {
    if (!seen_.insert(T::kMeaning).second) return;
    T value{};
    std::set<std::string_view> outer;
    outer.swap(keys_);
    value.describe(value, *this);
    outer.swap(keys_);
    EXPECT_FALSE(T::kMeaning.empty());
    ++structs;
  }

  template <class F>
  void field(F&, const FieldInfo& info) {
    check(info);
    inside(static_cast<F*>(nullptr));
  }
  template <class... Ts>
  void choice(std::variant<Ts...>&, const FieldInfo& info) {
    check(info);
    std::set<std::string_view> tags;
    (tags.insert(Ts::kType), ...);
    EXPECT_EQ(tags.size(), sizeof...(Ts));
    (add<Ts>(), ...);
  }
  void later(std::string_view key, std::string_view what) {
    EXPECT_TRUE(keys_.insert(key).second);
    EXPECT_FALSE(what.empty());
  }

  int structs = 0, fields = 0;

 private:
  void check(const FieldInfo& info) {
    SCOPED_TRACE(info.key);
    ++fields;
    EXPECT_TRUE(keys_.insert(info.key).second) << "twice";
    EXPECT_FALSE(info.key.empty());
    EXPECT_EQ(info.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789"), std::string_view::npos);
    EXPECT_GT(info.meaning.size(), 2u);
    EXPECT_LE(info.minimum, info.maximum);
    EXPECT_TRUE(info.when || !info.condition.empty()) << "unused without a reason";
  }

  template <class T>
  void inside(T*) {
    if constexpr (Described<T>) add<T>();
  }
  template <class T>
  void inside(std::optional<T>*) {
    inside(static_cast<T*>(nullptr));
  }
  template <class T>
  void inside(std::vector<T>*) {
    inside(static_cast<T*>(nullptr));
  }
  template <class T>
  void inside(NamedMap<T>*) {
    inside(static_cast<T*>(nullptr));
  }
  template <class K, class T>
  void inside(OrderedMap<K, T>*) {
    inside(static_cast<T*>(nullptr));
  }
  template <class A, class B>
  void inside(Either<A, B>*) {
    inside(static_cast<A*>(nullptr));
    inside(static_cast<B*>(nullptr));
  }
  template <class... Ts>
  void inside(std::variant<Ts...>*) {
    (add<Ts>(), ...);
  }

  std::set<std::string_view> seen_, keys_;
};

TEST(Describe, everyStructIsComplete) {
  Catalogue catalogue;
  catalogue.add<Description>();
  EXPECT_GE(catalogue.structs, 25);
  EXPECT_GE(catalogue.fields, 110);
}

TEST(Describe, namesOfJointsAreThoseOfTheEngine) {
  std::size_t i = 0;
  for (const JointType type : JointType::all()) {
    EXPECT_EQ(enumNames(type)[i], type->name());
    EXPECT_EQ(enumValue<JointType>(i++), type);
  }
  EXPECT_EQ(i, 9u);
}

/// The table of defaults of project-format.md.
TEST(Describe, defaultsAreThoseOfTheFormat) {
  const description::Simulation simulation;
  EXPECT_EQ(simulation.integrator, Integrator::kGeneralizedAlpha);
  EXPECT_EQ(simulation.step.value, 0.002);
  EXPECT_FALSE(simulation.adaptive);
  EXPECT_EQ(simulation.rhoInf.value, 0.8);
  EXPECT_EQ(simulation.beta.value, 0.25);
  EXPECT_EQ(simulation.gamma.value, 0.5);
  EXPECT_EQ(simulation.newtonTolerance.value, 1e-8);
  EXPECT_EQ(simulation.rtol.value, 1e-3);
  EXPECT_EQ(simulation.atol.value, 1e-6);
  EXPECT_EQ(simulation.threads.value, 0);
  EXPECT_EQ(simulation.recordRate.value, 100);
  const description::Joint joint;
  EXPECT_EQ(joint.type, JointType::kFixed);
  EXPECT_EQ(joint.axis[2].value, 1);
  EXPECT_EQ(joint.axis2[1].value, 1);
  EXPECT_EQ(joint.stopStiffness.value, 1e4);
  EXPECT_EQ(joint.stopDamping.value, 10);
  const RodBody rod;
  EXPECT_EQ(rod.magnus.value, 4);
  EXPECT_EQ(rod.single.referenceStrain[3].value, 1);
  EXPECT_EQ(rod.single.section.shearFactor.value, 1);
  const description::Link link;
  EXPECT_EQ(link.parent.name, "world");
  EXPECT_EQ(link.at.place, Attachment::Place::kTip);
}

TEST(Walk, pathsGoByNameThenByIndex) {
  Description description;
  description.links.resize(2);
  description.links[0].name = "a";
  RodBody rod;
  rod.divisions.resize(2);
  description.links[0].body = rod;
  std::vector<std::string> paths;
  const auto collect = [&]<class T>(const T&, const FieldInfo& info, const std::string& path) {
    if (info.key == "length" || info.key == "name") paths.push_back(path);
  };
  walk(std::as_const(description), collect);
  EXPECT_THAT(paths, testing::ElementsAre("name", "links.a.name", "links.a.body.divisions[0].length",
                                          "links.a.body.divisions[1].length", "links[1].name"));
}

TEST(References, idsWinOverNames) {
  Description description;
  description.links.resize(2);
  description.links[0].name = "a";
  description.links[1].name = "b";
  description.links[1].parent = "a";
  assignIds(description);
  std::vector<Problem> problems;
  resolveReferences(description, problems);
  ASSERT_TRUE(problems.empty());
  EXPECT_EQ(description.links[1].parent.id, description.links[0].id);
  description.links[0].name = "root";
  resolveReferences(description, problems);
  EXPECT_EQ(description.links[1].parent.name, "root");
  description.links.erase(description.links.begin());
  resolveReferences(description, problems);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].path, "links.b.parent");
}

}  // namespace
}  // namespace tendril
